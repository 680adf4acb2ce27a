/**
 * `orders-kit/contract`: the checks of the gate as Playwright tests.
 *
 *     import { contractTests } from "orders-kit/contract";
 *     contractTests({ target: "https://staging.example/v1", pending: ["17", "18", "19", "20"], shipped: ["4"] });
 *
 * A test fails where `orders-kit verify` finds a violation, and is skipped, with the reason, where nothing could be proven. A violation of
 * a clause that another test judges, and that has failed that test before, is an annotation.
 * The key is read from the environment, as verify reads it, and is in no title, attachment or message.
 */
import { test as base } from "../../mock/playwright/runner.ts";
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { parseInt64 } from "../../spec/schema/integers.ts";
import type { Check } from "../checks/check.ts";
import { CHECKS, stepsFor } from "../checks/plan.ts";
import { violationText } from "../report/evidence.ts";
import { problemWith } from "../run/run-all.ts";
import { checkOptionNames, type RunSettings } from "../targets/settings.ts";
import type { TargetOptions } from "../targets/target.ts";
import {
  type TestInfo,
  testFromAnotherFile,
  withContractRun,
  withoutStack,
} from "./contract-run.ts";
import type { SharedRun } from "./shared-run.ts";

/** Digits, or a bigint: a number cannot hold every id. */
export type OrderId = string | bigint;

export interface ContractOptions
  extends Omit<RunSettings, "pending" | "shipped" | "absent">,
    Pick<TargetOptions, "target"> {
  /** Orders that may be cancelled and that nothing else uses; four of them and a shipped one prove every clause. */
  readonly pending?: readonly OrderId[] | undefined;
  /** Shipped orders; their cancellation is tried. */
  readonly shipped?: readonly OrderId[] | undefined;
  /** Ids that no order has: a DELETE may be sent to them, also in a read-only run. */
  readonly absent?: readonly OrderId[] | undefined;
  /** Only the checks of these clauses. */
  readonly only?: readonly ClauseId[] | undefined;
  /** A test also fails when one of its clauses was not proven. */
  readonly requireProven?: boolean | undefined;
}

/** Registers one test for each check, tagged with its area. Throws a UserError for an option that does not exist and an id that is not an int64. */
export function contractTests(options: ContractOptions = {}): void {
  checkOptionNames("contractTests", options, "only requireProven");
  const ids = (name: "pending" | "shipped" | "absent"): bigint[] =>
    (options[name] ?? []).map((id) => orderId(name, id));
  const targetOptions = {
    ...options,
    pending: ids("pending"),
    shipped: ids("shipped"),
    absent: ids("absent"),
  };
  const test = base.extend<object, { contractRun: SharedRun }>({
    contractRun: [
      async ({ browserName: _ }, use, { project: { outputDir }, config }) =>
        withContractRun({ ...targetOptions, outputDir, shards: config.shard?.total ?? 1 }, use),
      { scope: "worker", timeout: 0 },
    ],
  });
  test.describe(`contract of ${options.target ?? "mock"}`, () => {
    // The gate limits every wait itself.
    test.describe.configure({ timeout: 0 });
    for (const [nth, { check }] of stepsFor(options.only).entries()) {
      const judge = (
        { contractRun }: { contractRun: SharedRun },
        testInfo: TestInfo,
      ): Promise<void> => runAsTest(check, contractRun, testInfo, options.requireProven);
      const [title, details] = [`${check.id}: ${check.title}`, { tag: `@${check.area}` }];
      if (nth === 0) testFromAnotherFile(test, title, details, judge);
      else test(title, details, judge);
    }
  });
}

function orderId(name: string, id: OrderId): bigint {
  const value = parseInt64(String(id));
  if (value === undefined)
    throw USER_ERRORS.badValue(name, "order ids, each an int64 in digits alone", String(id));
  return value;
}

/**
 * Runs a check, attaches what it found, and ends the test: it fails with the violated clauses, their evidence and curl lines, or with what
 * is wrong with the check, and is skipped where nothing was proven.
 */
async function runAsTest(
  check: Check,
  { run, resultOf }: SharedRun,
  test: TestInfo,
  requireProven = false,
): Promise<void> {
  const result = await run(check);
  const { findings, notTried } = result;
  const annotate = (type: string, description: string): void =>
    void test.annotations.push({ type, description });
  const failures: string[] = [];
  const notProven = findings.flatMap((one) =>
    one.kind === "unproven" || one.kind === "withheld" ? [one] : [],
  );
  for (const finding of findings) {
    if (finding.kind === "advice") annotate("advice", finding.why);
    if (finding.kind !== "violated") continue;
    const { clause, why } = finding;
    if (isElsewhere(clause, check, resultOf)) annotate("violation", `${clause}: ${why}`);
    else
      failures.push(
        `${clause}: ${CLAUSES.find(({ id }) => id === clause)?.statement}\n${violationText(finding)}`,
      );
  }
  for (const { kind, clause, why } of notProven) annotate(kind, `${clause}: ${why}`);
  for (const { id, why } of notTried.flatMap(({ entries }) => entries)) annotate(id, why);
  await test.attach("findings", { body: JSON.stringify(result), contentType: "application/json" });
  const evidence = findings.flatMap((one) =>
    "evidence" in one && one.evidence.length > 0 ? [violationText(one)] : [],
  );
  if (evidence.length > 0)
    await test.attach("evidence", { body: evidence.join("\n\n"), contentType: "text/plain" });
  const missing = ["Not proven.", ...notProven.map(({ clause, why }) => `${clause}: ${why}`)].join(
    "\n",
  );
  const unproven = requireProven && notProven.length > 0 ? missing : undefined;
  const failure = failures.join("\n\n") || (problemWith(result) ?? unproven);
  if (failure !== undefined) throw withoutStack(failure);
  const [first] = notProven;
  if (first !== undefined && !findings.some(({ kind }) => kind === "held"))
    test.skip(true, first.why);
}

/**
 * Whether the violation of a clause has failed the test of another check before; here it is an annotation. The test of the check that is
 * there for the clause, the first of its clauses, fails in any case.
 */
function isElsewhere(clause: string, check: Check, resultOf: SharedRun["resultOf"]): boolean {
  if (check.clauses[0] === clause) return false;
  const place = CHECKS.findIndex(({ id }) => id === check.id);
  return CHECKS.filter(
    ({ clauses }, at) => at < place || (at > place && clauses[0] === clause),
  ).some(({ id }) =>
    resultOf(id)?.findings.some((other) => other.kind === "violated" && other.clause === clause),
  );
}
