import { expect, test } from "playwright/test";
import { colorFor } from "./options.ts";

test("colours: NO_COLOR, then FORCE_COLOR, then whether stdout is a terminal", () => {
  expect(colorFor({ env: {}, isTTY: true })).toBe("always");
  expect(colorFor({ env: {} })).toBe("never");
  expect(colorFor({ env: { NO_COLOR: "1", FORCE_COLOR: "1" }, isTTY: true })).toBe("never");
  expect(colorFor({ env: { NO_COLOR: "" }, isTTY: true })).toBe("always");
  expect(colorFor({ env: { FORCE_COLOR: "1" } })).toBe("always");
  expect(colorFor({ env: { FORCE_COLOR: "0" }, isTTY: true })).toBe("never");
  expect(colorFor({ env: { TERM: "dumb" }, isTTY: true })).toBe("never");
});
