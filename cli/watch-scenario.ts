/** Follows the files of a scenario: `mock --watch`. */
import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { RunningMock } from "../mock/http/server.ts";
import { loadScenario, scenarioFiles } from "../scenarios/load.ts";
import { UserError } from "../spec/errors/user-error.ts";
import type { CommandIo } from "./command.ts";

/** Polling works where events do not arrive, as in a folder that is mounted into a container. */
const POLL_MS = 200;
/** How long a file must stay the same: an editor may write it in parts. */
const SETTLE_MS = 50;

const KEPT = "Still serving the previous version.\n";

/** The texts of the files of a scenario. */
export const scenarioTexts = (scenario: string): Texts => textsOf(scenarioFiles(scenario));

/**
 * Resets the mock when a text is no longer the one that is served, until `ended` resolves. A mistake in one leaves the mock as it is.
 * `served`: the texts from before the mock has read them, since one may have changed while it was starting.
 */
export function followScenario(
  scenario: string,
  served: Awaited<Texts>,
  mock: RunningMock,
  { stderr }: CommandIo,
  ended: Promise<void>,
): void {
  const files = scenarioFiles(scenario);
  const count = (state: "pending" | "shipped"): string =>
    mock.orders(state).count.toLocaleString("en");

  let known = served;
  const reload = async (): Promise<void> => {
    const texts = await settledTexts(files);
    // It was touched, or its mode has changed.
    if (String(texts) === String(known)) return;
    known = texts;

    const empty = files[texts.findIndex((text) => text?.trim() === "")];
    if (empty !== undefined) return void stderr.write(`${empty} is empty. ${KEPT}`);
    try {
      await mock.useScenario(await loadScenario(scenario));
      stderr.write(
        `Reloaded ${scenario}: ${count("pending")} pending, ${count("shipped")} shipped.\n`,
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      stderr.write(`${error.display}\n${KEPT}`);
    }
  };

  let reading = Promise.resolve();
  const listener = (): void => {
    reading = reading.then(reload);
  };
  for (const file of files) watchFile(file, { interval: POLL_MS, persistent: false }, listener);
  listener();
  void ended.then(() => {
    for (const file of files) unwatchFile(file, listener);
  });
}

/** Undefined for a file that cannot be read. */
type Texts = Promise<(string | undefined)[]>;

function textsOf(files: readonly string[]): Texts {
  return Promise.all(files.map((file) => readFile(file, "latin1").catch(() => undefined)));
}

async function settledTexts(files: readonly string[]): Texts {
  for (;;) {
    const before = await textsOf(files);
    await setTimeout(SETTLE_MS);
    const texts = await textsOf(files);
    if (String(texts) === String(before)) return texts;
  }
}
