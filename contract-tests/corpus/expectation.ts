/** Checks that a run against a variant finds what it must, and does nothing that it must not. */
import { expect } from "playwright/test";
import { OPEN_QUESTIONS, type OpenQuestionId } from "../../spec/clauses/index.ts";
import { isSearchable } from "../client/masking/redaction.ts";
import { UNANSWERED } from "../report/labels.ts";
import type { StepResult } from "../run/assertions/finding.ts";
import { OTHER_METHOD } from "../run/steps/open-questions.ts";
import { SAFE_METHODS } from "../safety/policy.ts";
import type { JudgedVariant } from "./judge-variant.ts";
import { finderOf } from "./sample.ts";
import { type Advice, type Mode, PROVEN_BY_ORDERS, type Sound, type Variant } from "./variant.ts";

/** Throws if the run falls short. */
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
  expect(verdictsOf(variant, mode), title).toContain(report.verdict);
  if (variant.kind === "advice")
    expect(
      report.advice.map(({ id }) => id),
      title,
    ).toContain(variant.advice);
  else if (variant.mayAdvise === undefined)
    expect(
      report.advice.map(({ id, why }) => `${id}: ${why}`),
      title,
    ).toEqual([]);
}

function verdictsOf(variant: Advice | Sound, mode: Mode): readonly string[] {
  const notJudged = variant.kind === "sound" ? variant.notJudged : undefined;
  if (mode === "full" && notJudged !== undefined) return [notJudged ? "not-judged" : "conforms"];
  return variant.mayEndRun ? ["conforms", "not-judged"] : ["conforms"];
}

/** A clause may be unproven only if it cannot be proven. */
function expectProof(
  { leavesOpen = { unproven: [] } }: Variant,
  mode: Mode,
  { report }: JudgedVariant,
): void {
  if ("why" in leavesOpen) return;
  const { unproven = [] } = leavesOpen;
  const expected = new Set([...unproven, ...(mode === "full" ? [] : PROVEN_BY_ORDERS)]);
  const open = report.clauses.filter(({ verdict }) => verdict === "unproven").map(({ id }) => id);
  expect(open.toSorted(), "clauses that are unproven").toEqual([...expected].toSorted());
}

/**
 * The gate does not ask about rate limits, nor about other methods unless a safe one is left
 * (spec/rulings.md).
 */
const isAsked = (id: OpenQuestionId): boolean =>
  id !== "rate-limits" && (id !== "other-methods" || SAFE_METHODS.has(OTHER_METHOD));

/** The run must observe how the variant answers open questions, unless the answer has no name. */
function expectAnswers({ answers: own = {} }: Sound, mode: Mode, judged: JudgedVariant): void {
  for (const { id, answers } of OPEN_QUESTIONS) {
    const given = own[id];
    if (given === undefined) continue;
    const observed = judged.report.silences.find((question) => question.id === id)?.observed ?? "";
    if (Object.hasOwn(answers, observed)) expect(observed, id).toBe(given);
    else if (mode === "full" && isAsked(id)) expect(observed, id).not.toBe(UNANSWERED);
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

/** True if a finding is about what makes the variant differ from the reference. */
function isOf(variant: Variant, finding: StepResult["findings"][number]): boolean {
  if (variant.kind === "fault")
    return finding.kind === "violated" && variant.clauses.includes(finding.clause);
  if (variant.kind === "advice") return finding.kind === "advice";
  return finding.kind === "observed" && variant.answers?.[finding.question] === finding.observed;
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
  // A shorter key can occur in other words of the report.
  if (isSearchable(deployment.key))
    expect(JSON.stringify(report).includes(deployment.key), "the key in the report").toBe(false);
}
