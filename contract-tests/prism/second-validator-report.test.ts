import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { CLI } from "../testing/cli-runner.ts";
import { reportSecondValidation } from "./second-validator-report.ts";

const validation = { version: "5.14.2", validated: 9, differences: [] };
const difference = {
  clause: "order-id",
  ours: "orders-kit finds the clause held.",
  prism: "Error at response.body.0.id: it is too large",
  request: "GET /store/orders",
  times: 2,
} as const;

test("without differences, the remark says so", () => {
  expect(reportSecondValidation(validation)).toEqual({
    broken: [],
    remarks: [{ title: "Prism 5.14.2 validated 9 exchanges as well: no differences", entries: [] }],
  });
});

test("an explained difference is a remark with its reason", () => {
  const { broken, remarks } = reportSecondValidation({
    ...validation,
    differences: [
      { ...difference, explanation: "int64-as-double" },
      { ...difference, explanation: "int64-as-double", times: 3 },
    ],
  });
  expect(broken).toEqual([]);
  expect(remarks[0]?.entries).toEqual([
    {
      id: "int64-as-double",
      times: 5,
      why: expect.stringMatching(/^Prism reads numbers as doubles.*First difference: GET/),
    },
  ]);
});

test("an unexplained difference, or a Prism that ended, is a broken check", () => {
  const { broken } = reportSecondValidation({ ...validation, differences: [difference], ended: "killed" });
  expect(broken.map(({ why }) => why)).toEqual([
    "Prism 5.14.2 and orders-kit differ without a known reason. GET /store/orders, order-id: orders-kit finds the clause held. Error at response.body.0.id: it is too large",
    "Prism 5.14.2 ended in the middle of the run (killed), after 9 exchanges.",
  ]);
});

test("verify --through-prism: the same verdict, and a remark on Prism", async () => {
  const run = promisify(execFile)(process.execPath, [
    CLI,
    "verify",
    "--through-prism",
    "--json",
    "--report",
    test.info().outputDir,
  ]);
  const report = JSON.parse((await run).stdout);
  expect(report).toMatchObject({ verdict: "conforms", broken: [] });
  const { title, entries } = report.remarks.at(-1);
  expect(title).toMatch(/^Prism \S+ validated \d{3} exchanges as well/);
  expect(entries.map(({ id }: { id: string }) => id)).toContain("int64-as-double");
});
