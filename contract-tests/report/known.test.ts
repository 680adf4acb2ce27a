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
const ADVISED: readonly Finding[] = [
  held("list-ok"),
  { kind: "advice", id: "date-form", why: "", times: 1, proof: [sampleExchange({}, {})] },
];

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

const WRONG_404 = violated("error-status", CANCEL_404);
const WRONG_401 = violated("error-status", LIST_401);
const AT_404 = { at: "cancelOrder 404" };
const AT_401 = { at: "listOrders 401" };
const OUTDATED = { ...AT_404, until: "2020-01-31" };
const GREEN = { verdict: "known-violations", exitCode: 0, new: [], reasons: [] };
const RED = { verdict: "violates", exitCode: 1, new: ["error-status"] };
const IS_KNOWN = { ...GREEN, known: [{ verdict: "violated" }] };
const OVER = "error-status was accepted until 2026-11-25: ORD-1";
const IS_OVER = { ...RED, reasons: [OVER], known: [{ expired: true }] };
const BOTH = { known: [{ expired: true }, { verdict: "unproven" }] };

for (const [title, entries, expected] of [
  ["it is known anywhere", [{}], IS_KNOWN],
  ["it is known at its operation", [{ at: "cancelOrder" }], IS_KNOWN],
  ["it is known at its status", [AT_404], IS_KNOWN],
  ["another operation is known", [AT_401], RED],
  ["another status is known", [{ at: "cancelOrder 409" }], RED],
  ["another place in the body is known", [{ pointer: "/code" }], RED],
  ["the entry is accepted until today", [{ until: "2026-11-26" }], GREEN],
  ["the entry was accepted until yesterday", [{ until: "2026-11-25" }], IS_OVER],
  ["an old entry is beside one for all places", [OUTDATED, {}], { ...GREEN, known: [entry({})] }],
  ["an old entry is beside a valid one", [OUTDATED, AT_404], { ...GREEN, known: [entry(AT_404)] }],
  ["an old entry is beside one for another place", [OUTDATED, AT_401], { ...RED, ...BOTH }],
] as [string, Parameters<typeof entry>[0][], Record<string, unknown>][])
  test(`a violation at cancelOrder 404, where ${title}`, () => {
    const known = entries.map((one) => entry(one));
    expect(reportOf([WRONG_404], { known })).toMatchObject(expected);
  });

test("a violation at two places is new where one of them is known", () => {
  const report = reportOf([WRONG_404, WRONG_401], { known: [entry(AT_404)] });
  expect(report).toMatchObject({ ...RED, known: [{ verdict: "violated" }] });
});

for (const [finding, at, verdict] of [
  [held("error-status"), AT_404, "held"],
  // No such answer was seen.
  [held("error-status"), AT_401, "unproven"],
  [WRONG_401, AT_404, "held"],
  [unproven("error-status"), AT_404, "unproven"],
] as const)
  test(`where the clause is ${finding.kind}, the entry for ${at.at} is ${verdict}`, () => {
    expect(reportOf([finding], { known: [entry(at)] }).known).toMatchObject([{ verdict }]);
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

const GAP = [held("list-ok"), unproven("cancel-once")];
const ACCEPTED: KnownEntry = { clause: "cancel-once", unproven: true, reason: "a limiter" };
const EXPIRED: KnownEntry = { ...ACCEPTED, until: "2020-01-31" };
const PROVEN = { requireProven: true };
const UNPROVEN = "1 clause is unproven (requireProven): cancel-once.";
const DAY_IS_OVER = expect.stringContaining("cancel-once was accepted until");
const STRICT = "Advice that fails this run (strict): date-form.";
const ONCE = violated("cancel-once", {});

for (const [title, findings, rules, expected] of [
  ["a gap", GAP, PROVEN, { exitCode: 4, reasons: [UNPROVEN] }],
  ["an accepted gap", GAP, { ...PROVEN, known: [ACCEPTED] }, { exitCode: 0 }],
  ["a violation in its place", [ONCE], { ...PROVEN, known: [ACCEPTED] }, { exitCode: 1 }],
  [
    "an accepted gap that is closed",
    [held("cancel-once")],
    { known: [ACCEPTED] },
    { known: [{ verdict: "held" }] },
  ],
  // The run is green without the entry.
  ["a gap whose day is over", GAP, { known: [EXPIRED] }, { exitCode: 0, reasons: [] }],
  [
    "a gap whose day is over, with requireProven",
    GAP,
    { ...PROVEN, known: [EXPIRED] },
    { exitCode: 4, reasons: [DAY_IS_OVER, UNPROVEN] },
  ],
  ["advice", ADVISED, {}, { exitCode: 0 }],
  ["advice of a strict kind", ADVISED, { strict: ["date-form"] }, { exitCode: 1 }],
  ["advice of another kind", ADVISED, { strict: ["integer-form"] }, { exitCode: 0 }],
  ["advice where all is strict", ADVISED, { strict: true }, { exitCode: 1, reasons: [STRICT] }],
] as [string, Finding[], ReportRules, Record<string, unknown>][])
  test(`what a run makes of ${title}`, () => {
    expect(reportOf(findings, rules)).toMatchObject(expected);
  });

test("the table that is shown marks what is known as known, and not where it is new", () => {
  const findings = [
    WRONG_404,
    WRONG_401,
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
