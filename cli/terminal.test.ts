import stringWidth from "fast-string-width";
import { expect, test } from "playwright/test";
import { colorFor, openProgressLine, progressText } from "./terminal.ts";

test("the progress line fits its columns, and the title of a check cannot move the cursor", () => {
  for (const columns of [40, 80])
    for (const done of [0, 7, 24]) {
      const title = "Cancelling 订单 with every\u001b[2J digit, and more that does not fit";
      const line = progressText({ done, total: 24, title }, { color: "always", columns });
      expect(stringWidth(line)).toBeLessThan(columns);
      expect(line).not.toContain("\u001b[2J");
    }
  expect(progressText({ done: 0, total: 0, title: "" }, { color: "never", columns: 80 })).toContain("0/0");
});

test("it is written over itself on a terminal, and nowhere else", () => {
  for (const [isTTY, expected] of [
    [true, "\r\u001b[2K ━━━━━━━━━━━━━━━━━━━━ 1/1  a\r\u001b[2K"],
    [false, ""],
  ] as const) {
    let stderr = "";
    const io = {
      stdout: { write: () => {} },
      stderr: { write: (text: string) => (stderr += text) },
      env: {},
      workflow: { write: () => {} },
      onSignal: () => {},
      isTTY,
    };
    const line = openProgressLine(io, { color: "never", columns: 80 });
    line.show({ done: 1, total: 1, title: "a" });
    line.clear();
    expect(stderr).toBe(expected);
  }
});

test("colours: NO_COLOR, then FORCE_COLOR, then whether stdout is a terminal", () => {
  expect(colorFor({ env: {}, isTTY: true })).toBe("always");
  expect(colorFor({ env: {} })).toBe("never");
  expect(colorFor({ env: { NO_COLOR: "1", FORCE_COLOR: "1" }, isTTY: true })).toBe("never");
  expect(colorFor({ env: { NO_COLOR: "" }, isTTY: true })).toBe("always");
  expect(colorFor({ env: { FORCE_COLOR: "1" } })).toBe("always");
  expect(colorFor({ env: { FORCE_COLOR: "0" }, isTTY: true })).toBe("never");
  expect(colorFor({ env: { TERM: "dumb" }, isTTY: true })).toBe("never");
});
