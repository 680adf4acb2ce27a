/** Registers every check with Playwright. The workers that run it reach the deployment through the relay and never hold the key. */
import { expect, test } from "playwright/test";
import { CHECKS } from "./checks/index.ts";
import { runCheck } from "./context.ts";
import { legible } from "./failure-message.ts";
import { connectRelay } from "./relay.ts";
import { chooseChecks } from "./selection.ts";
import { RUN_VARIABLE, readRun } from "./setting.ts";

const text = process.env[RUN_VARIABLE];
const run = text === undefined ? undefined : readRun(text);
const send = run === undefined ? undefined : connectRelay(run.relayUrl);

test.afterAll(() => send?.close());

for (const check of chooseChecks(CHECKS, run?.only)) {
  test(`${check.id}: ${check.title}`, { tag: `@${check.area}` }, async ({ browserName: _ }, testInfo) => {});
}
