import { mock } from "node:test";
import stringWidth from "fast-string-width";
import { expect, test } from "playwright/test";
import type { CommandIo } from "./command.ts";
import { colorFor, openProgressLine, progressText } from "./terminal.ts";
import { recordingIo } from "./testing/io.ts";

test("the progress line fits its columns, and the title of a check cannot move the cursor", () => {
  for (const columns of [40, 80])
    for (const done of [0, 7, 24]) {
      const title = "Cancelling 订单 with every\u001b[2J digit, and more that does not fit";
      const line = progressText({ done, total: 24, title }, { color: "always", columns });
      expect(stringWidth(line)).toBeLessThan(columns);
      expect(line).not.toContain("\u001b[2J");
    }
  const plain = { color: "never", columns: 80 } as const;
  expect(progressText({ done: 0, total: 0, title: "" }, plain)).toContain("0/0");
  const wait = { ms: 54_000, why: "429, Retry-After" };
  expect(progressText({ done: 1, total: 2, title: "a", wait }, plain)).toContain(
    "1/2  waiting 54 s: 429, Retry-After",
  );
});

/**
 * Returns what a run writes to stderr if its first check starts after 10 s and it ends after 35 s.
 */
function progressOf(given: Pick<CommandIo, "isTTY" | "env">): string {
  mock.timers.enable({ apis: ["setInterval"] });
  const { io, written } = recordingIo(given);
  const line = openProgressLine(io);
  mock.timers.tick(10_000);
  line.show({ done: 0, total: 2, title: "a: A" });
  line.show({ done: 1, total: 2, title: "b:\u001b[2J B" });
  mock.timers.tick(25_000);
  line.clear();
  mock.timers.tick(10_000);
  mock.timers.reset();
  return written.stderr;
}

test("on a terminal the progress is written over itself", () => {
  const first = "━━━━━━━━━━━━━━━━━━━━ 0/2  a: A";
  const second = "━━━━━━━━━━━━━━━━━━━━ 1/2  b:\\x1b[2J B";
  expect(progressOf({ isTTY: true, env: { NO_COLOR: "1" } })).toBe(
    `\r\u001b[2K ${first}\r\u001b[2K ${second}\r\u001b[2K`,
  );
});

test("in a pipe and in CI, a line every 10 s says what the run does", () => {
  const lines = [
    "10 s: waiting for the target",
    "20 s: 1 of 2 steps done, now b:\\x1b[2J B",
    "30 s: 1 of 2 steps done, now b:\\x1b[2J B",
  ];
  expect(progressOf({ env: {} }).split("\n")).toEqual([...lines, ""]);
  expect(progressOf({ isTTY: true, env: { CI: "true" } })).toBe(progressOf({ env: {} }));
});

test("colours: NO_COLOR, then FORCE_COLOR, then whether stdout is a terminal", () => {
  for (const [isTTY, env, color] of [
    [true, {}, "always"],
    [true, { NO_COLOR: "1", FORCE_COLOR: "1" }, "never"],
    [false, { FORCE_COLOR: "1" }, "always"],
    [true, { TERM: "dumb" }, "never"],
  ] as const)
    expect(colorFor({ env, isTTY }), JSON.stringify(env)).toBe(color);
});
