/** `mock --watch`: follows the files of a scenario. */
import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { RunningMock } from "../mock/http/server.ts";
import { loadScenario, scenarioFiles } from "../scenarios/load.ts";
import { UserError } from "../spec/errors/user-error.ts";
import type { CommandIo } from "./command.ts";

/**
 * We poll, because file events do not arrive everywhere, such as in a folder mounted into a
 * container.
 */
const FILE_POLL_MS = 200;
/** How long a file must stay unchanged, in milliseconds: an editor may write it in parts. */
const SETTLE_MS = 50;

const STILL_SERVING = "Still serving the previous version.\n";

/** Returns the texts of a scenario's files. */
export const scenarioTexts = (scenario: string): FileTexts => fileTexts(scenarioFiles(scenario));

/**
 * Resets the mock whenever a file's text changes, until `ended` resolves. A mistake in a file
 * leaves the mock as it is. `served` holds the texts from before the mock read them, because one
 * may have changed while it started.
 */
export function followScenario(
  scenario: string,
  served: Awaited<FileTexts>,
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
    // The file was touched, or only its mode changed.
    if (String(texts) === String(known)) return;
    known = texts;

    const empty = files[texts.findIndex((text) => text?.trim() === "")];
    if (empty !== undefined) return void stderr.write(`${empty} is empty. ${STILL_SERVING}`);
    try {
      await mock.useScenario(await loadScenario(scenario));
      stderr.write(
        `Reloaded ${scenario}: ${count("pending")} pending, ${count("shipped")} shipped.\n`,
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      stderr.write(`${error.display}\n${STILL_SERVING}`);
    }
  };

  let reading = Promise.resolve();
  const listener = (): void => {
    reading = reading.then(reload);
  };
  for (const file of files)
    watchFile(file, { interval: FILE_POLL_MS, persistent: false }, listener);
  listener();
  void ended.then(() => {
    for (const file of files) unwatchFile(file, listener);
  });
}

/** An entry is undefined if its file cannot be read. */
type FileTexts = Promise<(string | undefined)[]>;

function fileTexts(files: readonly string[]): FileTexts {
  return Promise.all(files.map((file) => readFile(file, "latin1").catch(() => undefined)));
}

async function settledTexts(files: readonly string[]): FileTexts {
  for (;;) {
    const before = await fileTexts(files);
    await setTimeout(SETTLE_MS);
    const texts = await fileTexts(files);
    if (String(texts) === String(before)) return texts;
  }
}
