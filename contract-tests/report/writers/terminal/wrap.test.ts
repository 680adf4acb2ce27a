import stringWidth from "fast-string-width";
import { expect, test } from "playwright/test";
import { wrap } from "./wrap.ts";

// Each of these words once took minutes.
for (const [title, word] of [
  ["digits", "9".repeat(400_000)],
  ["wide characters", "漢".repeat(200_000)],
  ["families of emoji", "👨‍👩‍👧".repeat(20_000)],
] as const)
  test(`a word of ${title} that is longer than thousands of lines is cut to lines`, () => {
    const lines = wrap(word, 40);
    expect(lines.join("")).toBe(word);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(40);
  });
