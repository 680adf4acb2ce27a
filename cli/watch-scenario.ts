/** `--watch`: the mock reloads the scenario file when it changes. */
import { unwatchFile, watchFile } from "node:fs";
import type { RunningMock } from "../mock/http/server.ts";
import { loadScenario } from "../scenarios/load.ts";
import { UserError } from "../spec/errors/user-errors.ts";
import type { CommandIo } from "./io.ts";

/** Polling works where events do not arrive, as in a folder that is mounted into a container. */
const POLL_MS = 200;

/** A mistake in the file leaves the mock as it is. Returns a function that ends the watching. */
export function watchScenario(
  file: string,
  mock: Pick<RunningMock, "useScenario" | "orders">,
  io: CommandIo,
): () => void {
  let reading = Promise.resolve();
  const reload = async (): Promise<void> => {
    try {
      await mock.useScenario(await loadScenario(file));
      const [pending, shipped] = [mock.orders("pending").count, mock.orders("shipped").count];
      io.stderr.write(
        `Reloaded ${file}: ${pending.toLocaleString("en")} pending, ${shipped.toLocaleString("en")} shipped.\n`,
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      io.stderr.write(`${error.display}\nStill serving the previous version.\n`);
    }
  };
  const listener = (): void => {
    reading = reading.then(reload);
  };
  watchFile(file, { interval: POLL_MS, persistent: false }, listener);
  return () => unwatchFile(file, listener);
}
