/** Tests where a run sends the good key. */
import { expect, test } from "playwright/test";
import { type Credential, credentialsOf } from "../client/credentials.ts";
import { scriptedRun, soundService } from "../testing/simulation/scripted-run.ts";
import { runSteps } from "./run-steps.ts";
import type { SessionConfig } from "./session/config.ts";

/** Returns the credentials of all calls of a run. */
async function sentIn(config: Partial<SessionConfig>): Promise<ReadonlySet<Credential>> {
  const run = scriptedRun(soundService(), config);
  await runSteps(run.session);
  return new Set(run.calls.map(({ credential }) => credential));
}

test("the key is tried in other places only where it may stand in access logs", async () => {
  const elsewhere = credentialsOf("alternative");
  const usual = await sentIn({});
  expect(usual).toContain("good");
  expect(elsewhere.filter((credential) => usual.has(credential))).toEqual([]);
  const everywhere = await sentIn({ keyElsewhere: true });
  expect(elsewhere.filter((credential) => everywhere.has(credential))).toContain("basic");
});
