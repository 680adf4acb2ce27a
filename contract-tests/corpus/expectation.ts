/** What a run against a variant must find, and what it must not do. */
import { expect } from "playwright/test";
import { SILENCES, type SilenceId } from "../../spec/clauses/index.ts";
import { isSearchable } from "../client/masking/redaction.ts";
import { NOT_OBSERVED } from "../report/labels.ts";
import type { StepResult } from "../run/assertions/finding.ts";
import { OTHER_METHOD } from "../run/steps/silences.ts";
import { SAFE_METHODS } from "../safety/policy.ts";
import type { JudgedVariant } from "./judge-variant.ts";
import { finderOf } from "./sample.ts";
import { type Mode, PROVEN_BY_ORDERS, type Sound, type Variant } from "./variant.ts";

/** Throws when the run falls short of it. */
export function expectJudgement(variant: Variant, mode: Mode, judged: JudgedVariant): void {
  expectRun(variant, judged);
  if (mode === "without ids" && variant.withoutIds === "undetected") expectNothing(variant, judged);
  else expectVerdict(variant, mode, judged);
  if (variant.kind !== "fault") expectProof(variant, mode, judged);
  if (variant.kind === "sound") expectAnswers(variant, mode, judged);
  expectFinder(variant, mode, judged);
  expectNoHarm(variant, mode, judged);
}

function expectRun({ mayEndRun }: Variant, { report, deployment }: JudgedVariant): void {
  if (!mayEndRun) expect(report.broken, "steps that did not run to their end").toEqual([]);
  expect(deployment.log.length, "requests that the deployment received").toBeGreaterThan(0);
}

const violations = ({ report }: JudgedVariant): string[] =>
  report.clauses.flatMap(({ id, verdict, why }) =>
    verdict === "violated" ? [`${id}: ${why}`] : [],
  );

function expectNothing({ title }: Variant, judged: JudgedVariant): void {
  expect(violations(judged), title).toEqual([]);
}

function expectVerdict(variant: Variant, mode: Mode, judged: JudgedVariant): void {
  const { report } = judged;
  const { title } = variant;
  if (variant.kind === "fault") {
    const held = variant.clauses.filter(
      (id) => report.clauses.find((clause) => clause.id === id)?.verdict !== "violated",
    );
    const message = `${title} Violated: ${violations(judged).join(" | ")}`;
    if (mode === "full") expect(held, message).toEqual([]);
    else expect(held.length, message).toBeLessThan(variant.clauses.length);
    expect(report.verdict, title).toBe("violates");
    return;
  }
  expectNothing(variant, judged);
  expect(variant.mayEndRun ? ["conforms", "not-judged"] : ["conforms"], title).toContain(
    report.verdict,
  );
  const advice = report.advice.map(({ id, why }) => `${id}: ${why}`);
  if (variant.kind === "advice") expect(advice, title).not.toEqual([]);
  else if (variant.mayAdvise === undefined) expect(advice, title).toEqual([]);
}

/** A clause that is not proven must be one that cannot be. */
function expectProof({ leavesOpen = {} }: Variant, mode: Mode, { report }: JudgedVariant): void {
  if ("why" in leavesOpen) return;
  const skipped = new Set([
    ...(leavesOpen.skipped ?? []),
    ...(mode === "full" ? [] : PROVEN_BY_ORDERS),
  ]);
  const unproven = (leavesOpen.unproven ?? []).filter((id) => !skipped.has(id));
  const open = report.clauses
    .filter(({ verdict }) => verdict !== "held")
    .map(({ id, verdict }) => `${id}: ${verdict}`);
  const expected = [
    ...[...skipped].map((id) => `${id}: skipped`),
    ...unproven.map((id) => `${id}: unproven`),
  ];
  expect(open.toSorted(), "clauses that are not proven").toEqual(expected.toSorted());
}

/** Nothing asks for a rate limit, nor, unless a safe method is left for it, what another method gets (spec/rulings.md). */
const isAsked = (id: SilenceId): boolean =>
  id !== "rate-limits" && (id !== "other-methods" || SAFE_METHODS.has(OTHER_METHOD));

/** The run observes and learns how the variant answers silences, unless it answers in a way that has no name. */
function expectAnswers({ silences = {} }: Sound, mode: Mode, judged: JudgedVariant): void {
  for (const { id, answers } of SILENCES) {
    const given = silences[id];
    if (given === undefined) continue;
    const observed = judged.report.silences.find((silence) => silence.id === id)?.observed ?? "";
    if (Object.hasOwn(answers, observed)) expect(observed, id).toBe(given);
    else if (mode === "full" && isAsked(id)) expect(observed, id).not.toBe(NOT_OBSERVED);
    const learned = judged.observed.answers[id];
    if (learned !== undefined) expect(learned, id).toBe(given);
  }
}

function expectFinder(variant: Variant, mode: Mode, { results }: JudgedVariant): void {
  const finder = finderOf(variant, mode);
  if (finder === undefined) return;
  const result = results.find(({ step }) => step === finder);
  expect(
    result?.findings.filter((finding) => isOf(variant, finding)),
    `findings of ${finder}`,
  ).not.toEqual([]);
}

/** Whether a finding is about what makes the variant differ from the reference. */
function isOf(variant: Variant, finding: StepResult["findings"][number]): boolean {
  if (variant.kind === "fault")
    return finding.kind === "violated" && variant.clauses.includes(finding.clause);
  if (variant.kind === "advice") return finding.kind === "advice";
  return finding.kind === "observed" && variant.silences?.[finding.silence] === finding.observed;
}

function expectNoHarm({ harms }: Variant, mode: Mode, { report, deployment }: JudgedVariant): void {
  const cancellations = deployment.log.filter(({ method }) => method === "DELETE");
  const forbidden = cancellations.filter(({ names }) => names?.owner === "customer");
  expect(
    forbidden.map(({ path }) => path),
    "cancellations of orders that were not provided",
  ).toEqual([]);
  const badKeys = cancellations.filter(
    ({ names, goodKey }) => names?.owner === "shipped" && !goodKey,
  );
  const different = new Set(badKeys.map(({ authorization = "none" }) => authorization));
  expect(different.size, "bad keys on shipped orders: none, and a wrong one").toBeLessThanOrEqual(
    2,
  );
  if (harms === undefined || (harms === "full" && mode === "without ids"))
    expect(deployment.harmed, "orders that changed although they were not provided").toEqual([]);
  // A shorter key can be part of other words in the report.
  if (isSearchable(deployment.key))
    expect(JSON.stringify(report).includes(deployment.key), "the key in the report").toBe(false);
}
