/** `orders-kit compare`: what has changed from one report to another. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import type { Report } from "../../contract-tests/report/report.ts";
import { SAMPLES } from "../../contract-tests/testing/sample-reports.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { recordingIo } from "../testing/io.ts";
import { command } from "./compare.ts";

const { conforms, violates } = SAMPLES;

/** Compares two reports that were written to files. */
async function compared(before: unknown, after: unknown, ...flags: readonly string[]) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "a.json"), JSON.stringify(before));
  writeFileSync(join(cwd, "b.json"), JSON.stringify(after));
  const { io, written } = recordingIo({ cwd });
  return { code: await command(["a.json", "b.json", ...flags], io), ...written };
}

test("new violations with their places: exit 1; what follows from one is not a second one", async () => {
  const { code, stdout } = await compared(conforms, violates);
  expect(code).toBe(1);
  expect(stdout).toBe(`
 ✗ New violations (4)
   list-unauthorized
   order-ship-date at listOrders 200
   cancel-shipped-conflict
   error-status at cancelOrder 404
`);
});

test("what is known is not new, and is said", async () => {
  const clauses = violates.clauses.map((clause) => ({ ...clause, known: true as const }));
  const { code, stdout } = await compared(conforms, { ...violates, clauses } satisfies Report);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\n ~ Known violations that came \(4\)\n {3}list-unauthorized\n/);
  const unchanged = await compared(conforms, conforms);
  expect(unchanged).toMatchObject({ code: 0, stdout: "\n ✓ Nothing has changed\n" });
});

test("mended, no longer observed, answered otherwise, slower", async () => {
  const after: Report = {
    ...conforms,
    clauses: conforms.clauses.map((clause) =>
      clause.id === "error-status" ? { ...clause, verdict: "unproven", why: "no 404" } : clause,
    ),
    silences: conforms.silences.map((one) =>
      one.id === "list-order" ? { ...one, observed: "descending" } : one,
    ),
    timings: conforms.timings.map((one) =>
      one.operation === "listOrders" ? { ...one, medianMs: 80 } : one,
    ),
  };
  const { code, stdout } = await compared(violates, after);
  expect(code).toBe(0);
  expect(stdout).toBe(`
 ✓ Mended (3)
   list-unauthorized
   order-ship-date at listOrders 200
   cancel-shipped-conflict

 ? No longer observed (1)
   error-status at cancelOrder 404

 · Answered otherwise (1)
   list-order: ascending → descending

 · Slower (1)
   listOrders: median 20 ms → 80 ms
`);
  const json = await compared(violates, after, "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({
    new: [],
    notObserved: [{ clause: "error-status", at: "cancelOrder 404" }],
  });
});

test("a run that was not judged, and runs of different kinds, are said", async () => {
  const { code, stdout } = await compared(SAMPLES.readOnly, SAMPLES.notJudged);
  expect(code).toBe(3);
  expect(stdout).toContain("! Not judged\n   staging: Nothing answers at");
  expect(stdout).toContain("! The runs differ\n   readOnly: true → false");
});

for (const [title, report, message] of [
  ["of something else", { generator: "other" }, "b.json is no report.json of version 1"],
  ["of another version", { ...conforms, version: 2 }, "b.json is no report.json of version 1"],
] as const)
  test(`a file ${title} is an error`, async () => {
    const { code, stderr } = await compared(conforms, report);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
