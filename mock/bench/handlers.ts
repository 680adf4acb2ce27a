/** Our msw handlers beside the same ones written by hand, in a process of their own. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { onCore, SERVER_CORE, script } from "./processes.ts";
import { type Row, row } from "./row.ts";

const WHAT = {
  "msw-list-50": "msw handlers, list of 50",
  "msw-delete-unknown": "msw handlers, DELETE of an unknown id",
};

export async function handlers(): Promise<Row[]> {
  const args = onCore(SERVER_CORE, process.execPath, [script("mock/bench/handlers-by-hand.js")]);
  const { stdout } = await promisify(execFile)(...args);
  const rounds = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return Object.entries(WHAT).map(([id, what]) =>
    row(
      {
        id,
        what,
        beside: "written by hand with HttpResponse.json",
        unit: "req/s",
        measure: "×",
        target: { at: "least", value: 1 },
      },
      rounds.filter((round) => round.id === id),
    ),
  );
}
