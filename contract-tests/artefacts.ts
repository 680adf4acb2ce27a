/** The last look at what a run has written: the key must be in none of it. */
import { readFile, rm } from "node:fs/promises";
import { isTelling, Mask } from "./secrets.ts";

/** Deletes the files in which the key stands, plain, percent-encoded or in base64, and tells which they were. */
export async function removeLeaks(files: readonly string[], key: string): Promise<string[]> {
  const leaks: string[] = [];
  for (const file of files) {
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes === undefined || !leaksKey(bytes, key)) continue;
    await rm(file, { force: true });
    leaks.push(file);
  }
  return leaks;
}

export function leaksKey(bytes: Buffer, key: string): boolean {
  return isTelling(key) && new Mask([{ text: key, mark: "" }]).occursIn(bytes);
}
