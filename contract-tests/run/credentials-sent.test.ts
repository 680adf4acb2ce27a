/** Where a run sends the good key. */
import { expect, test } from "playwright/test";
import { type Credential, credentialsOf } from "../client/credentials.ts";
import { scriptedRun, soundService } from "../testing/simulation/scripted-run.ts";
import type { RunConfig } from "./run.ts";
import { runAll } from "./run-all.ts";

/** The credentials of all calls of a run. */
async function sentIn(config: Partial<RunConfig>): Promise<ReadonlySet<Credential>> {
  const run = scriptedRun(soundService(), config);
  await runAll(run);
  return new Set(run.ledger.entries.map(({ call }) => call.credential));
}

test("the key is tried in other places only where it may stand in access logs", async () => {
  const elsewhere = credentialsOf("alternative");
  const usual = await sentIn({});
  expect(usual).toContain("good");
  expect(elsewhere.filter((credential) => usual.has(credential))).toEqual([]);
  const everywhere = await sentIn({ keyElsewhere: true });
  expect(elsewhere.filter((credential) => everywhere.has(credential))).toContain("basic");
});
