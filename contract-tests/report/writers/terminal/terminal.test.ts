import { stripVTControlCharacters } from "node:util";
import stringWidth from "fast-string-width";
import { expect, test } from "playwright/test";
import { AREAS } from "../../../../spec/clauses/index.ts";
import { SAMPLES } from "../../../testing/sample-reports.ts";
import { printReport, type ReportTextOptions } from "./terminal.ts";

const REPORT_AT = "orders-kit-report/index.html";
type Name = keyof typeof SAMPLES;

const written = (name: Name, options: ReportTextOptions): string =>
  printReport(SAMPLES[name], options);
const plain = (name: Name, columns = 80): string =>
  written(name, { color: "never", columns, reportAt: REPORT_AT });

/** Golden texts do not count clauses, so that a new clause changes none of them. */
const uncounted = (text: string): string =>
  text.replace(/ *\d+ of \d+ held/g, " … held").replace(/\d+ (held|unproven)/g, "… $1");

for (const name of ["conforms", "advised", "violates", "readOnly", "notJudged"] as const)
  test(`${name}: the whole text at 80 columns, on one screen where nothing is violated`, () => {
    expect(uncounted(plain(name))).toMatchSnapshot(`${name}.txt`);
    // A line for each area, and 18 others.
    const lines = plain(name).split("\n").length - 1;
    if (name !== "violates") expect(lines).toBeLessThanOrEqual(18 + AREAS.length);
  });

for (const name of Object.keys(SAMPLES) as Name[])
  test(`${name}: colours change no letter, and lines keep within 60, 80 and 120 columns`, () => {
    for (const columns of [60, 80, 120]) {
      const text = plain(name, columns);
      const colored = written(name, { color: "always", columns, reportAt: REPORT_AT });
      expect(stripVTControlCharacters(colored)).toBe(text);
      // A curl line stays one line: copied, it must still run.
      const lines = text.split("\n").filter((line) => !line.startsWith("   curl "));
      expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
      expect(text).not.toMatch(/[ \t]$/m);
    }
  });

test("a run that proved nothing does not look like a pass", () => {
  expect(plain("unproven")).not.toContain("✓");
  expect(plain("unproven")).toContain("! staging was not judged");
  expect(plain("notJudged")).toMatch(
    /! staging was not judged\n {3}Nothing answers .*connection refused/,
  );
  expect(plain("broken")).toMatch(/! staging was not judged\n {3}parallel-cancel did not finish/);
});

test("text of a deployment cannot control the terminal", () => {
  expect(plain("hostile")).not.toMatch(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
  );
});

test("a run of one clause does not claim more", () => {
  const clauses = SAMPLES.conforms.clauses.slice(0, 1);
  const report = { ...SAMPLES.conforms, clauses, silences: [], matrix: [] };
  const text = printReport(report, { color: "never", columns: 80 });
  expect(text).toContain("✓ staging conforms (selected clauses only)");
  expect(text).not.toContain("the contract");
});

test("a run of one clause shows all requests and responses", () => {
  for (const { curl } of SAMPLES.only.traffic ?? []) expect(curl).toBeTruthy();
  expect(plain("only")).toContain("(timeout: nothing came within 10 s)");
  expect(plain("only").match(/^ {3}│ (?:GET|DELETE) /gm)).toHaveLength(4);
});
