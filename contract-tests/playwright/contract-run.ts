/** The run of one Playwright worker: its target is opened and probed once, and its checks share the state of the run. */
import { test as base } from "../../mock/playwright/runner.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { escapeLine } from "../client/escape-text.ts";
import type { Send } from "../client/exchange.ts";
import { BUDGET } from "../pipeline/sending.ts";
import { probeTarget } from "../run/probe-target.ts";
import { startRun } from "../run/run.ts";
import { openTarget } from "../targets/open-target.ts";
import { runConfig, type TargetOptions } from "../targets/target.ts";
import { openSharedRun, type SharedRun } from "./shared-run.ts";

export type { TestInfo } from "../../mock/playwright/runner.ts";

/**
 * `outputDir` is that of the Playwright project, `shards` the number of machines that share the run. Throws an error without a stack
 * when the target cannot be judged.
 */
export async function withContractRun(
  options: TargetOptions & { readonly outputDir: string; readonly shards: number },
  use: (run: SharedRun) => Promise<void>,
): Promise<void> {
  const target = await openTarget({ ...options, onNote: (note) => console.error(note) });
  const { maxRequests = BUDGET.maxRequests, rate, outputDir, shards } = options;
  const ended = new AbortController();
  // The shards do not know of each other: together they keep to the limits.
  const share = { maxRequests: Math.floor(maxRequests / shards), rate: rate && rate / shards };
  const config = runConfig(target, { ...options, ...share, signal: ended.signal });
  try {
    if (shards > 1 && target.rules.gentle === true) throw USER_ERRORS.gentleShards();
    let { send } = target;
    const run = startRun((call) => send(call), { ...config, sharded: shards > 1 });
    const { why, note } = await probeTarget(run, target);
    if (note !== undefined) console.error(note);
    if (why !== undefined) throw withoutStack(why);
    // There is no test yet whose steps the first calls could be.
    send = inSteps(target.send);
    await use(openSharedRun(outputDir, target, run));
  } finally {
    // A check whose test has timed out still runs. The next worker must be the only one that sends.
    ended.abort();
    await target.close();
  }
}

/** Makes each call a step of its test. */
function inSteps(send: Send): Send {
  return (call) => {
    const query = call.query === undefined ? "" : `?${call.query}`;
    return base.step(
      escapeLine(`${call.method} ${call.path}${query} (${call.credential})`).slice(0, 200),
      () => send(call),
    );
  };
}

/** The stack would only show the files of orders-kit. */
export function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}

/**
 * Calls `test` in this file. Where all tests of a spec come from one file with another extension, such as .js, Playwright takes that file
 * for the spec's source, and a filter by the name of the spec finds no tests. So they come from two files.
 */
export function testFromAnotherFile<Given extends unknown[]>(
  test: (...given: Given) => void,
  ...given: Given
): void {
  test(...given);
}
