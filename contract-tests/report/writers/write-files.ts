/** Writes the files of a folder, each one whole or not at all. A mark in them tells them from the files of anyone else. */
import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { lstat, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describeSystemError } from "../../../spec/errors/system-error.ts";
import { runError } from "../../errors/run.ts";

/** The first member of each JSON file. */
export const GENERATOR = "orders-kit";
/** Marks HTML and Markdown. */
export const HTML_MARK = `<meta name="generator" content="${GENERATOR}">`;
export const MARKDOWN_MARK = `<!-- generator: ${GENERATOR} -->`;

/** Marks by which files of orders-kit are known. JUnit XML names what has run. */
const MARKS = [
  HTML_MARK,
  MARKDOWN_MARK,
  `"generator": "${GENERATOR}`,
  `<testsuites name="${GENERATOR} `,
];

/** Characters of a file in which its mark is. */
const BEGINNING = 4096;

/**
 * Checks before a run that a folder can be written, so that no report is lost, and that what has the names of the files there is
 * of orders-kit. Leaves nothing; throws a UserError.
 */
export async function checkFolder(folder: string, names: readonly string[]): Promise<void> {
  let existing = folder;
  try {
    while (!existsSync(existing) && existing !== dirname(existing)) existing = dirname(existing);
    // Node's recursive mkdir never ends where no folder can be made, as in /proc.
    await rm(await mkdtemp(join(existing, "orders-kit-")), { recursive: true });
  } catch (error) {
    throw runError("report-not-written", { dir: folder, why: describeSystemError(error) });
  }
  for (const name of names) {
    const beginning = await beginningOf(join(folder, name));
    if (beginning !== undefined && !MARKS.some((mark) => beginning.includes(mark)))
      throw runError("foreign-file", { path: join(folder, name) });
  }
}

/** Returns undefined where there is nothing; empty for what is not a file, such as a folder or a link, and for one that cannot be read. */
export async function beginningOf(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isFile() ? (await readFile(path, "utf8")).slice(0, BEGINNING) : "";
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")
      ? undefined
      : "";
  }
}

/** Removes the files that {@link checkFolder} has found to be of orders-kit. Throws a UserError. */
export async function removeFiles(names: readonly string[], folder: string): Promise<void> {
  const removed = Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
  await removed.catch((error: unknown) => {
    throw runError("report-not-written", { dir: folder, why: describeSystemError(error) });
  });
}

/** Creates the folder where it is missing. Throws a UserError when a file cannot be written, after writing the others. */
export async function writeFiles(
  files: readonly (readonly [name: string, text: string])[],
  folder: string,
): Promise<void> {
  const made = mkdir(folder, { recursive: true });
  const written = await Promise.allSettled(
    files.map(([name, text]) => made.then(() => writeWhole(join(folder, name), text))),
  );
  const failed = written.find((result) => result.status === "rejected");
  if (failed !== undefined)
    throw runError("report-not-written", { dir: folder, why: describeSystemError(failed.reason) });
}

/** Writes a draft beside the file and moves it there: a reader never finds half a file. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes in place, so that the file keeps its mode, its owner and its links. What cannot be written as a whole is put back. */
export async function overwrite(path: string, text: string): Promise<void> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT);
  try {
    const before = await handle.readFile();
    const put = async (bytes: Buffer): Promise<void> => {
      const { bytesWritten } = await handle.write(bytes, 0, bytes.length, 0);
      if (bytesWritten < bytes.length) throw new Error("the disk is full");
      await handle.truncate(bytes.length);
    };
    await put(Buffer.from(text)).catch(async (error: unknown) => {
      await put(before);
      throw error;
    });
  } finally {
    await handle.close();
  }
}
