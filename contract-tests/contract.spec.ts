/** Registers every check with Playwright. The workers that run it reach the deployment through the relay and never hold the key. */
import { test } from "playwright/test";
import { writeOutcome } from "./attachment.ts";
import { CHECKS } from "./checks/index.ts";
import { runCheck } from "./context.ts";
import { failureMessage } from "./failure-message.ts";
import { connectRelay } from "./relay.ts";
import { chooseChecks } from "./selection.ts";
import { RUN_VARIABLE, readRun } from "./setting.ts";

const text = process.env[RUN_VARIABLE];
// Listing the tests, and loading them before the global setup has run, needs no run.
const run = text === undefined ? undefined : readRun(text);
const relay = run === undefined ? undefined : connectRelay(run.relayUrl);

test.afterAll(() => relay?.close());

for (const check of chooseChecks(CHECKS, run?.only))
  test(`${check.id}: ${check.title}`, { tag: `@${check.area}` }, async () => {
    if (run === undefined || relay === undefined)
      throw new Error(`${RUN_VARIABLE} is not set: the global setup did not run.`);
    const result = await runCheck(check, relay, run.setting);
    await test.info().attach(...writeOutcome(run, result));
    const message = failureMessage(result);
    if (message !== undefined && run.onViolation === "fail") throw withoutStack(message);
  });

/** The place in this file says nothing: the message does. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}
