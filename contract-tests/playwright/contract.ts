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
import { test as base } from "../../mock/playwright/runner.ts";
import { CLAUSES } from "../../spec/clauses/index.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import { targetError } from "../errors/targets.ts";
import { checkOptionNames, readOptions } from "../targets/settings/options.ts";
import { checkClauses } from "../verify.ts";
import { callsFromCallerOf } from "./caller.ts";
import { type ContractOptions, ContractRun } from "./contract-run.ts";
import { forgetLastRun } from "./run-folder.ts";
import { tellClause } from "./tell-clause.ts";

export type { ContractOptions, OrderId };

/**
 * Registers one test for each clause, tagged with its area. Throws a UserError for an option or a clause that does not exist, and for a
 * value that an option does not take.
 */
export function contractTests(options: ContractOptions): void {
  checkOptionNames("contractTests", options, "only requireProven");
  const { target, only } = options;
  // In a file without types, a variable of the environment may be undefined.
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
    // All tests tell one run: in one worker at a time, and in one shard. The gate limits every wait itself.
    test.describe.configure({ mode: "default", timeout: 0 });
    for (const { id, statement, area } of CLAUSES.filter(({ id }) => only?.includes(id) ?? true))
      callFrom(test, `${id}: ${statement}`, { tag: `@${area}` }, ({ contractRun }, testInfo) =>
        tellClause(id, contractRun, testInfo),
      );
  });
}
