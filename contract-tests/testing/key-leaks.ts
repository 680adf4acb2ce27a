/** A key for tests, and the search for it in everything written. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessResult } from "./servers/cli-runner.ts";

/** Different in each encoding and each letter case. */
export const KEY = "sk/live+Very=Distinctive~Key";

function everyForm(key: string): string[] {
  const bytes = Buffer.from(key);
  const hex = [...bytes].map((byte) => `%${byte.toString(16)}`).join("");
  const base64 = [key, `${key}:`, `user:${key}`].map((text) =>
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
  );
  const percent = [encodeURIComponent(key), hex, hex.toUpperCase()];
  // A key without its first or last character counts as leaked, too.
  return [key, key.slice(0, -1), key.slice(1), bytes.toString("base64url"), ...base64, ...percent];
}

/** Returns the first form of the key that a text contains. */
export const keyIn = (text: string): string | undefined =>
  everyForm(KEY).find((form) => text.includes(form));

/**
 * Returns what a process wrote to its streams, its report folder and further folders, with names.
 */
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

/** Returns where a process wrote the key. */
export function leaksOf(...written: Parameters<typeof textsOf>): string[] {
  return textsOf(...written).flatMap(([name, text]) =>
    keyIn(text) === undefined ? [] : [`${name}: ${keyIn(text)}`],
  );
}
