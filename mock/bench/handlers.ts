/** Compares our msw handlers with handwritten ones, in another process. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Measurement, measurement } from "./measurement.ts";
import { onCore, SERVER_CORE, script } from "./processes.ts";

const WHAT = {
  "msw-list-50": "msw handlers, list of 50",
  "msw-delete-unknown": "msw handlers, DELETE of an unknown id",
};

export async function handlers(): Promise<Measurement[]> {
  const args = onCore(SERVER_CORE, process.execPath, [script("mock/bench/compare-handlers.js")]);
  const { stdout } = await promisify(execFile)(...args);
  const rounds = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return Object.entries(WHAT).map(([id, what]) =>
    measurement(
      {
        id,
        what,
        baseline: "written by hand with HttpResponse.json",
        unit: "req/s",
        measure: "×",
        target: { at: "least", value: 1 },
      },
      rounds.filter((round) => round.id === id),
    ),
  );
}
