/** Known violations: an entry excuses what it names for as long as it says, and nothing else. */
import { expect, test } from "playwright/test";
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Finding, Violation } from "../run/assertions/finding.ts";
import type { Place } from "../run/assertions/place.ts";
import type { KnownEntry } from "../targets/file/known-entry.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { countAnswers } from "./answer-counts.ts";
import { assembleReport, type ReportRules } from "./report.ts";
import type { Report } from "./schema.ts";
import { outlineOf } from "./writers/outline.ts";

const CANCEL_404 = { operation: "cancelOrder", status: 404, pointer: "/status" } as const;
const LIST_401 = { operation: "listOrders", status: 401, pointer: "/status" } as const;

const held = (clause: ClauseId): Finding => ({ kind: "held", clause });
const unproven = (clause: ClauseId): Finding => ({ kind: "unproven", clause, why: "No orders." });
const advice: Finding = {
  kind: "advice",
  id: "date-form",
  why: "",
  times: 1,
  proof: [sampleExchange({}, {})],
};

function violated(clause: ClauseId, place: Place, exchange = sampleExchange({}, {})): Finding {
  return {
    kind: "violated",
    clause,
    why: "Wrong.",
    together: [clause],
    place: { ...place, failed: 1, calls: "with key", sentAt: 0 },
    proof: [exchange],
    detail: {},
  };
}

const clausesIn = (findings: readonly Finding[]): ClauseId[] =>
  findings.flatMap((one) => ("clause" in one ? [one.clause] : []));

/** Returns a report of 26 November 2026 on a run in which a DELETE got 404. */
function reportOf(
  findings: readonly Finding[],
  rules: ReportRules,
  asked: "these clauses" | "all" = "these clauses",
): Report {
  const exchange = sampleExchange({ method: "DELETE", path: "/store/orders/7" }, { status: 404 });
  return assembleReport(
    {
      target: { url: "http://host/v1", readOnly: false },
      durationMs: 1,
      startedAt: "2026-11-26T12:00:00.000Z",
      broken: [],
      ...(asked === "these clauses" && { only: clausesIn(findings) }),
      rules,
    },
    [{ step: "sample", findings, durationMs: 1 }],
    { requests: 1, answers: { counts: countAnswers([exchange]), epoch: 0 } },
  );
}

/** With `at` undefined, the entry applies anywhere. */
const entry = ({
  at,
  ...given
}: Partial<Omit<KnownEntry, "at">> & { readonly at?: string | undefined }): KnownEntry => ({
  clause: "error-status",
  reason: "ORD-1",
  ...given,
  ...(at !== undefined && { at }),
});

const summary = ({ verdict, exitCode, known, ...report }: Report) => ({
  verdict,
  exitCode,
  new: report.new,
  known: known.map((entry) => entry.verdict),
});

test("a violation that is known fails no run, at its place alone", () => {
  const findings = [violated("error-status", CANCEL_404), held("list-ok")];
  for (const at of [undefined, "cancelOrder", "cancelOrder 404"])
    expect(summary(reportOf(findings, { known: [entry({ at })] }))).toEqual({
      verdict: "known-violations",
      exitCode: 0,
      new: [],
      known: ["violated"],
    });

  for (const elsewhere of [
    { at: "listOrders 401" },
    { at: "cancelOrder 409" },
    { pointer: "/code" },
  ])
    expect(summary(reportOf(findings, { known: [entry(elsewhere)] }))).toMatchObject({
      verdict: "violates",
      exitCode: 1,
      new: ["error-status"],
      known: [expect.not.stringMatching("violated")],
    });

  const both = [...findings, violated("error-status", LIST_401)];
  expect(summary(reportOf(both, { known: [entry({ at: "cancelOrder 404" })] }))).toMatchObject({
    verdict: "violates",
    new: ["error-status"],
    known: ["violated"],
  });
});

test("an entry is accepted on its last day, and fails the run with its date on the next", () => {
  const findings = [violated("error-status", CANCEL_404)];
  const reportUntil = (until: string) => reportOf(findings, { known: [entry({ until })] });
  expect(reportUntil("2026-11-26")).toMatchObject({ verdict: "known-violations", reasons: [] });
  expect(reportUntil("2026-11-25")).toMatchObject({
    verdict: "violates",
    exitCode: 1,
    reasons: ["error-status was accepted until 2026-11-25: ORD-1"],
    known: [{ expired: true }],
  });
});

test("what follows from a known headline is known", () => {
  const exchange = sampleExchange({ credential: "none" }, {});
  const place = { operation: "listOrders", status: 200 } as const;
  const findings = [
    violated("list-unauthorized", place, exchange),
    violated("auth-key-exact", place, exchange),
  ];
  const known = [entry({ clause: "list-unauthorized" })];
  const { verdict, clauses } = reportOf(findings, { known });
  expect(verdict).toBe("known-violations");
  expect(clauses.map((clause) => clause.known)).toEqual([true, true]);
});

test("an entry is held where its place was proven to hold, and not where nothing was seen", () => {
  const stateOf = (findings: readonly Finding[], at: string) =>
    reportOf(findings, { known: [entry({ at })] }).known.map(({ verdict }) => verdict);
  const holds = [held("error-status")];
  expect(stateOf(holds, "cancelOrder 404")).toEqual(["held"]);
  expect(stateOf(holds, "listOrders 401")).toEqual(["unproven"]);
  expect(stateOf([violated("error-status", LIST_401)], "cancelOrder 404")).toEqual(["held"]);
  expect(stateOf([unproven("error-status")], "cancelOrder 404")).toEqual(["unproven"]);
});

test("an accepted gap counts for requireProven, and excuses no violation", () => {
  const known = [entry({ clause: "cancel-once", unproven: true })];
  const rules = { known, requireProven: true };
  const gap = [held("list-ok"), unproven("cancel-once")];
  expect(reportOf(gap, rules).exitCode).toBe(0);
  expect(reportOf(gap, { requireProven: true })).toMatchObject({
    exitCode: 4,
    reasons: ["1 clause is unproven (requireProven): cancel-once."],
  });
  expect(reportOf([violated("cancel-once", {})], rules).exitCode).toBe(1);
  expect(reportOf([held("cancel-once")], rules).known).toMatchObject([{ verdict: "held" }]);
});

test("advice fails a run with strict: all of it, or the kinds that are named", () => {
  const findings = [held("list-ok"), advice];
  const codeWith = (rules: ReportRules) => reportOf(findings, rules).exitCode;
  expect(codeWith({})).toBe(0);
  expect(codeWith({ strict: true })).toBe(1);
  expect(codeWith({ strict: ["date-form"] })).toBe(1);
  expect(codeWith({ strict: ["integer-form"] })).toBe(0);
  expect(reportOf(findings, { strict: true }).reasons).toEqual([
    "Advice that fails this run (strict): date-form.",
  ]);
});

test("a gap that was accepted until a day is a reason only where the run is red without it", () => {
  const until = "2020-01-31";
  const gap: KnownEntry = { clause: "cancel-once", unproven: true, reason: "a limiter", until };
  const findings = [held("list-ok"), unproven("cancel-once")];
  expect(reportOf(findings, { known: [gap] })).toMatchObject({ exitCode: 0, reasons: [] });
  expect(reportOf(findings, { known: [gap], requireProven: true })).toMatchObject({
    exitCode: 4,
    reasons: [expect.stringContaining("cancel-once was accepted until"), expect.anything()],
  });
});

test("an entry that has expired is of no matter beside a valid one for the same place", () => {
  const findings = [violated("error-status", CANCEL_404)];
  const outdated = entry({ at: "cancelOrder 404", until: "2020-01-31" });
  for (const at of [undefined, "cancelOrder 404"])
    expect(reportOf(findings, { known: [outdated, entry({ at })] })).toMatchObject({
      exitCode: 0,
      reasons: [],
      known: [entry({ at })],
    });
  const elsewhere = entry({ at: "listOrders 401" });
  expect(reportOf(findings, { known: [outdated, elsewhere] })).toMatchObject({ exitCode: 1 });
});

test("the table that is shown marks what is known as known, and not where it is new", () => {
  const findings = [
    violated("error-status", CANCEL_404),
    violated("error-status", LIST_401),
    held("list-unauthorized"),
    held("cancel-unknown-not-found"),
  ];
  const signs = (rules: ReportRules) =>
    outlineOf(reportOf(findings, rules)).matrix.rows.map(({ id, marks }) => [
      id,
      marks.map(({ word }) => word),
    ]);
  const none = "not part of the contract";
  expect(signs({ known: [entry({ at: "cancelOrder 404" })] })).toEqual([
    ["listOrders", ["violated", none]],
    ["cancelOrder", [none, "known"]],
  ]);
});

test("the violation that is shown is a new one, where there is one", () => {
  const calls = ["/1", "/2", "/3"].map((path) => sampleExchange({ path }, { status: 404 }));
  const { place: _, ...again } = violated("error-status", {}, calls[1]) as Violation;
  const findings = [
    violated("error-status", CANCEL_404, calls[0]),
    again,
    violated("error-status", LIST_401, calls[2]),
  ];
  const shownWith = (...known: readonly KnownEntry[]) => {
    const [{ evidence: [{ request = "" } = {}] = [] } = {}] = reportOf(findings, { known }).clauses;
    return /v1(\S+)/.exec(request)?.[1];
  };
  expect(shownWith()).toBe("/1");
  expect(shownWith(entry({ at: "cancelOrder 404" }))).toBe("/3");
  expect(shownWith(entry({}))).toBe("/1");
});
