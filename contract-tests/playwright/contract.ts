/**
 * `orders-kit/contract`: reports one run of the gate clause by clause as Playwright tests.
 *
 *     import { contractTests } from "orders-kit/contract";
 *
 *     contractTests({
 *       target: "https://staging.example/v1",
 *       pending: ["17", "18", "19", "20"],
 *       shipped: ["4"],
 *     });
 *
 * The first test makes the same run as `orders-kit verify`. The test of a violated clause fails;
 * the test of an unproven clause is skipped, with what would prove it. The key comes from the
 * environment, as in verify, and is in no title, attachment or message.
 */
import { test as base } from "../../mock/playwright/runner.ts";
import { CLAUSES } from "../../spec/clauses/index.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import { checkClauses } from "../run/run-target.ts";
import { checkOptionNames, readOptions } from "../targets/settings/options.ts";
import { targetError } from "../targets/target-errors.ts";
import { callsFromCallerOf } from "./caller.ts";
import { type ContractOptions, ContractRun } from "./contract-run.ts";
import { forgetLastRun } from "./run-folder.ts";
import { tellClause } from "./tell-clause.ts";

export type { ContractOptions, OrderId };

/**
 * Registers one test for each clause, tagged with its area. Throws a UserError for an unknown
 * option or clause, and for an invalid value.
 */
export function contractTests(options: ContractOptions): void {
  checkOptionNames("contractTests", options, "only requireProven");
  const { target, only } = options;
  // In JavaScript, `process.env.X` may be passed although it is undefined.
  if (!target) throw targetError("no-target", { command: "contractTests" });
  checkClauses(only);
  readOptions(options);
  forgetLastRun();

  const callFrom = callsFromCallerOf(contractTests);
  const test = base.extend<object, { contractRun: ContractRun }>({
    contractRun: [
      async ({ browserName: _ }, use) => {
        const run = new ContractRun(options);
        await use(run);
        await run.end();
      },
      { scope: "worker", timeout: 0 },
    ],
  });
  callFrom(test.describe, `contract of ${target}`, {}, () => {
    // All tests share one run, so they stay in one shard and one worker at a time. The gate limits
    // every wait itself.
    test.describe.configure({ mode: "default", timeout: 0 });
    for (const { id, statement, area } of CLAUSES.filter(({ id }) => only?.includes(id) ?? true))
      callFrom(test, `${id}: ${statement}`, { tag: `@${area}` }, ({ contractRun }, testInfo) =>
        tellClause(id, contractRun, testInfo),
      );
  });
}
