import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { reportOpinion } from "./report-opinion.ts";

const opinion = { version: "5.14.2", judged: 9, differences: [] };
const difference = {
  clause: "order-id",
  ours: "We find the clause held.",
  prism: "Error at response.body.0.id: it is too large",
  request: "GET /store/orders",
  times: 2,
} as const;

test("agreement is said, and breaks nothing", () => {
  expect(reportOpinion(opinion)).toEqual({
    broken: [],
    remarks: [{ title: "Prism 5.14.2 judged 9 exchanges as well; it agrees", entries: [] }],
  });
});

test("an explained difference is a remark with its reason", () => {
  const { broken, remarks } = reportOpinion({
    ...opinion,
    differences: [
      { ...difference, artefact: "int64-as-double" },
      { ...difference, artefact: "int64-as-double", times: 3 },
    ],
  });
  expect(broken).toEqual([]);
  expect(remarks[0]?.entries).toEqual([
    { id: "int64-as-double", times: 5, why: expect.stringMatching(/^Prism reads numbers as doubles.*First seen: GET/) },
  ]);
});

test("one that nothing explains, or a Prism that ended, makes the run no pass", () => {
  const { broken } = reportOpinion({ ...opinion, differences: [difference], gone: "killed" });
  expect(broken.map(({ why }) => why)).toEqual([
    "Prism 5.14.2 and the gate differ, and nothing explains it. GET /store/orders, order-id: We find the clause held. Error at response.body.0.id: it is too large",
    "Prism 5.14.2 ended in the middle of the run (killed). It judged 9 exchanges until then.",
  ]);
});

test("verify --through-prism: the same verdict, and what Prism says beside it", async () => {
  // The built command: its Playwright runs the built checks.
  const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
  const run = promisify(execFile)(process.execPath, [
    cli,
    "verify",
    "--through-prism",
    "--json",
    "--report",
    test.info().outputDir,
  ]);
  const report = JSON.parse((await run).stdout);
  expect(report).toMatchObject({ verdict: "conforms", broken: [] });
  const [{ title, entries }] = report.remarks;
  expect(title).toMatch(/^Prism \S+ judged \d{3} exchanges as well/);
  expect(entries.map(({ id }: { id: string }) => id)).toContain("int64-as-double");
});
