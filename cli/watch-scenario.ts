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

/** The files of a scenario as they are now, to tell later what has changed. */
export async function watchedScenario(scenario: string) {
  const files = scenarioFiles(scenario);
  let served = await textsOf(files);

  return {
    /** Resets the mock when a text has changed, until `ended` resolves. A mistake in one leaves the mock as it is. */
    follow(mock: RunningMock, { stderr }: CommandIo, ended: Promise<void>): void {
      const count = (state: "pending" | "shipped"): string =>
        mock.orders(state).count.toLocaleString("en");
      const reload = async (): Promise<void> => {
        const texts = await settledTexts(files);
        // It was touched, or its mode has changed.
        if (String(texts) === String(served)) return;
        served = texts;

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
      // One may have changed while the mock was starting.
      listener();
      void ended.then(() => {
        for (const file of files) unwatchFile(file, listener);
      });
    },
  };
}

/** Undefined for a file that cannot be read. */
function textsOf(files: readonly string[]): Promise<(string | undefined)[]> {
  return Promise.all(files.map((file) => readFile(file, "latin1").catch(() => undefined)));
}

async function settledTexts(files: readonly string[]): ReturnType<typeof textsOf> {
  for (;;) {
    const before = await textsOf(files);
    await setTimeout(SETTLE_MS);
    const texts = await textsOf(files);
    if (String(texts) === String(before)) return texts;
  }
}
