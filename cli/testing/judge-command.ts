/** For the tests of judge: runs the command and reads its report. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Report } from "../../contract-tests/report/schema.ts";
import type { HarEntry } from "../../contract-tests/traffic/recordings/har-entry.ts";
import { command } from "../commands/judge.ts";
import { KEY, recording } from "./har.ts";
import { recordingIo } from "./io.ts";

export async function judge(
  argv: readonly string[],
  given: Parameters<typeof recordingIo>[0] = {},
) {
  const cwd = dirname(recording(""));
  const { io, written } = recordingIo({ cwd, ...given });
  const code = await command(argv, io);
  const report = (): Report =>
    JSON.parse(readFileSync(`${io.cwd}/orders-kit-report/report.json`, "utf8"));
  return { code, ...written, report };
}

/** The violated clauses, each with its places. */
export async function violationsIn(entries: readonly HarEntry[], ...flags: string[]) {
  const { report } = await judge([recording(entries), ...flags], { env: { APP_KEY: KEY } });
  return placesIn(report());
}

export function placesIn({ clauses }: Report): readonly string[] {
  return clauses
    .filter(({ verdict }) => verdict === "violated")
    .map(({ id, places = [] }) =>
      [
        id,
        ...places.map(({ operation, status, pointer }) =>
          [operation, status, pointer].filter(Boolean).join(" "),
        ),
      ].join(": "),
    );
}
