/** A key for tests, and the search for it in what was written. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessResult } from "./servers/cli-runner.ts";

/** Differs in each encoding and in each letter case. */
export const KEY = "sk/live+Very=Distinctive~Key";

function everyForm(key: string): string[] {
  const bytes = Buffer.from(key);
  const hex = [...bytes].map((byte) => `%${byte.toString(16)}`).join("");
  const base64 = [key, `${key}:`, `user:${key}`].map((text) =>
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
  );
  const percent = [encodeURIComponent(key), hex, hex.toUpperCase()];
  // A key without one character counts as leaked too.
  return [key, key.slice(0, -1), key.slice(1), bytes.toString("base64url"), ...base64, ...percent];
}

/** The first encoding of the key that a text contains. */
export const keyIn = (text: string): string | undefined =>
  everyForm(KEY).find((form) => text.includes(form));

/** What a process wrote to its streams, its report folder and further folders, each by its name. */
export function textsOf({ stdout, stderr, dir }: ProcessResult, ...folders: readonly string[]) {
  const files = [dir, ...folders].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(
        ({ name, parentPath }) => [name, readFileSync(join(parentPath, name), "latin1")] as const,
      ),
  );
  return [["stdout", stdout] as const, ["stderr", stderr] as const, ...files];
}

/** The places of the key in what a process wrote. */
export function leaksOf(...written: Parameters<typeof textsOf>): string[] {
  return textsOf(...written).flatMap(([name, text]) =>
    keyIn(text) === undefined ? [] : [`${name}: ${keyIn(text)}`],
  );
}
