import { expect, test } from "playwright/test";
import { parseFaults } from "./parse.ts";

const complaint = (text: string): string => {
  try {
    parseFaults(text, "body");
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
};

test("what is not JSON is refused with its place", () => {
  expect(complaint("delay: 5")).toMatch(/^body:1:1 This is not JSON: /);
  expect(complaint('{\n  "delay": 5,\n  "delay": 6 }')).toMatch(/^body:3:3 This is not JSON: the name "delay" twice\./);
  expect(complaint('[{ "delya": 5 }]')).toMatch(/^body:1:4 "delya" is not a valid key\. Did you mean delay\?/);
  expect(parseFaults("", "body")).toEqual([]);
});

for (const [what, text] of [
  ["brackets", "[".repeat(250_000)],
  ["objects", '{"a":'.repeat(50_000)],
  ["names", `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
  ["digits", `{"delay":${"9".repeat(250_000)}}`],
  ["faults", `[${'{"delay":1},'.repeat(20_000)}{"delya":1}]`],
] as const)
  test(`a quarter of a megabyte of ${what} is refused at once, in a few lines`, () => {
    const began = process.cpuUsage();
    const message = complaint(text);
    const { user, system } = process.cpuUsage(began);
    expect(message).toMatch(/^body:1:\d+ /);
    expect(message.length).toBeLessThan(5000);
    expect((user + system) / 1e6).toBeLessThan(2);
  });
