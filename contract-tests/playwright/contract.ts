/**
 * `orders-kit/contract`: one run of the gate, told clause by clause as Playwright tests.
 *
 *     import { contractTests } from "orders-kit/contract";
 *     contractTests({ target: "https://staging.example/v1", pending: ["17", "18", "19", "20"], shipped: ["4"] });
 *
 * The first test makes the run that `orders-kit verify` makes. The test of a clause fails where the clause is violated, and is skipped, with
 * what would prove it, where it was not proven. The key is read from the environment, as verify reads it, and is in no title, attachment or
 * message.
 */
import { test as base, type TestInfo } from "../../mock/playwright/runner.ts";
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { parseInt64 } from "../../spec/schema/integers.ts";
import { violationText } from "../report/evidence.ts";
import type { Report } from "../report/report.ts";
import { checkOptionNames, type RunSettings } from "../targets/settings.ts";
import type { TargetOptions } from "../targets/target.ts";
import { reportOfRun, testFromAnotherFile, withoutStack } from "./contract-run.ts";

/** Digits, or a bigint: a number cannot hold every id. */
export type OrderId = string | bigint;

export interface ContractOptions
  extends Omit<RunSettings, "pending" | "shipped" | "absent">,
    Pick<TargetOptions, "target"> {
  /** Orders that may be cancelled and that nothing else uses; four of them and a shipped one prove every clause. */
  readonly pending?: readonly OrderId[] | undefined;
  /** Shipped orders; their cancellation is tried. */
  readonly shipped?: readonly OrderId[] | undefined;
  /** Ids that no order has: a DELETE may be sent to them. */
  readonly absent?: readonly OrderId[] | undefined;
  /** Only these clauses. */
  readonly only?: readonly ClauseId[] | undefined;
  /** A test also fails when its clause was not proven. */
  readonly requireProven?: boolean | undefined;
}

/** Registers one test for each clause, tagged with its area. Throws a UserError for an option that does not exist and an id that is not an int64. */
export function contractTests(options: ContractOptions = {}): void {
  checkOptionNames("contractTests", options, "only requireProven");
  const ids = (name: "pending" | "shipped" | "absent"): bigint[] =>
    (options[name] ?? []).map((id) => orderId(name, id));
  const runOptions = {
    ...options,
    pending: ids("pending"),
    shipped: ids("shipped"),
    absent: ids("absent"),
  };
  const test = base.extend<object, { contractReport: Report }>({
    contractReport: [
      async ({ browserName: _ }, use, { project }) => {
        await use(await reportOfRun(runOptions, project.outputDir));
      },
      { scope: "worker", timeout: 0 },
    ],
  });
  const clauses = CLAUSES.filter(({ id }) => options.only?.includes(id) ?? true);

  test.describe(`contract of ${options.target ?? "mock"}`, () => {
    // All tests are told of one run: in one worker at a time, and in one shard. The gate limits every wait itself.
    test.describe.configure({ mode: "default", timeout: 0 });
    for (const [nth, { id, statement, area }] of clauses.entries()) {
      const tell = (
        { contractReport }: { contractReport: Report },
        testInfo: TestInfo,
      ): Promise<void> => {
        if (nth === 0) annotateAdvice(contractReport, testInfo);
        return tellClause(id, contractReport, testInfo, options);
      };
      const [title, details] = [`${id}: ${statement}`, { tag: `@${area}` }];
      if (nth === 0) testFromAnotherFile(test, title, details, tell);
      else test(title, details, tell);
    }
  });
}

function orderId(name: string, id: OrderId): bigint {
  const value = parseInt64(String(id));
  if (value === undefined)
    throw USER_ERRORS.badValue(name, "order ids, each an int64 in digits alone", String(id));
  return value;
}

function annotateAdvice({ advice, remarks = [] }: Report, { annotations }: TestInfo): void {
  for (const { why } of advice) annotations.push({ type: "advice", description: why });
  for (const { id, why } of remarks.flatMap(({ entries }) => entries))
    annotations.push({ type: id, description: why });
}

/** Ends the test of a clause by what the run says of it. */
async function tellClause(
  id: ClauseId,
  report: Report,
  test: TestInfo,
  { requireProven = false }: ContractOptions,
): Promise<void> {
  const broken = report.broken.map(({ check, why }) => `${check}: ${why}`).join("\n");
  if (report.why !== undefined) throw withoutStack(report.why);

  const clause = report.clauses.find((one) => one.id === id);
  // The deployment does not have the optional field that the clause is about.
  if (clause === undefined) return test.skip(true, "No order has the field.");
  if (clause.verdict === "held") return;

  if (clause.followsFrom !== undefined)
    return test.skip(true, `Violated, which follows from ${clause.followsFrom}: ${clause.why}`);
  if (clause.verdict === "violated") {
    const text = violationText(clause);
    await test.attach("evidence", { body: text, contentType: "text/plain" });
    throw withoutStack(`${id}: ${clause.statement}\n${text}`);
  }
  const why = clause.why ?? "It was not proven.";
  if (broken !== "") throw withoutStack(`${broken}\n${why}`);
  if (requireProven) throw withoutStack(`Not proven.\n${id}: ${why}`);
  test.skip(true, why);
}
