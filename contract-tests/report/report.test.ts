import { expect, test } from "playwright/test";
import type { Finding } from "../assertions/finding.ts";
import { assembleReport, type Report } from "./report.ts";
import type { NotTried } from "./results.ts";

const violated: Finding = {
  kind: "violated",
  clause: "cancel-malformed-refused",
  why: "17xyz gets 204.",
  evidence: [],
};

function report(check: string, findings: readonly Finding[], notTried: readonly NotTried[] = []): Report {
  const run = { target: { url: "http://host/v1", readOnly: false }, durationMs: 1, startedAt: "", broken: [] };
  return assembleReport(run, [{ check, findings, durationMs: 1 }], { requests: 1, timings: {}, notTried });
}

test("a clause whose check ended early is unproven for the reason that ended it", () => {
  const { clauses } = report("cancel-exact", [violated]);
  const why = (clause: string): string | undefined => clauses.find(({ id }) => id === clause)?.why;
  expect(why("cancel-id-exact")).toBe("its check cancel-exact could not go on: 17xyz gets 204.");
  expect(why("list-ok")).toBe("no check that ran exercises it");
});

test("what was not sent for want of absent ids is one remark, with the ids that most texts need first", () => {
  const notTried: NotTried[] = [
    { text: "0", absentNeeded: ["0"] },
    { text: "17%0A", absentNeeded: ["0", "170"] },
    { text: "24", absentNeeded: [], absentListed: "24" },
  ];
  expect(report("cancel-exact", [], notTried).absentNeeded).toEqual(["0", "170"]);
  expect(report("cancel-exact", [], notTried).remarks).toEqual([
    {
      title: "Skipped: needs unused ids (--absent)",
      entries: [
        {
          id: "absent-id-listed",
          why: "24 was provided as absent, and an order with this id is listed. Leave it out.",
          times: 1,
        },
        {
          id: "absent-ids-needed",
          why: 'Not tried: 0, "17%0A". Provide those of these ids that are free, with --absent or in orders-kit.yaml: 0, 170 (all are absentNeeded in report.json); or --disposable where nothing is worth protecting.',
          times: 1,
        },
      ],
    },
  ]);
  expect(report("cancel-exact", []).remarks).toBeUndefined();
});
