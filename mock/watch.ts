/** `--watch`: the mock follows a scenario file that is being edited. */
import { unwatchFile, watchFile } from "node:fs";
import { loadScenario } from "../scenarios/load.ts";
import type { CommandIo } from "../spec/io.ts";
import { UserError } from "../spec/problems.ts";
import type { RunningMock } from "./server.ts";

/** How often the file is looked at. Looking works where events do not arrive, as in a container's mounted folder. */
const LOOK_MS = 200;

/** A mistake in the file keeps the last good state. Returns what ends the watching. */
export function watchScenario(file: string, mock: Pick<RunningMock, "restage" | "orders">, io: CommandIo): () => void {
  let reading = Promise.resolve();
  const reload = async (): Promise<void> => {
    try {
      await mock.restage(await loadScenario(file));
      const [pending, shipped] = [mock.orders("pending").count, mock.orders("shipped").count];
      io.stderr.write(`${file} was read anew: ${pending} pending orders, ${shipped} shipped ones.\n`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      io.stderr.write(`${error.told}\nThe mock goes on with the last good state.\n`);
    }
  };
  const listener = (): void => {
    reading = reading.then(reload);
  };
  watchFile(file, { interval: LOOK_MS, persistent: false }, listener);
  return () => unwatchFile(file, listener);
}
