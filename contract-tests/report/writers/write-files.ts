/** Writes the files of a folder, each as a whole or not at all. A mark identifies our own files. */
import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { lstat, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describeSystemError } from "../../../spec/errors/system-error.ts";
import { reportError } from "./report-errors.ts";

export const GENERATOR = "orders-kit";
/** The marks of HTML and Markdown. */
export const HTML_MARK = `<meta name="generator" content="${GENERATOR}">`;
export const MARKDOWN_MARK = `<!-- generator: ${GENERATOR} -->`;

/** Marks that identify files of orders-kit. JUnit XML has the name of the tool. */
const FILE_MARKS = [
  HTML_MARK,
  MARKDOWN_MARK,
  `"generator": "${GENERATOR}`,
  `<testsuites name="${GENERATOR} `,
];

/** The mark is within this many characters. */
const BEGINNING = 4096;

/**
 * Checks before a run that the folder is writable, so that no report is lost, and that existing
 * files of these names are ours. Leaves nothing behind; throws a UserError.
 */
export async function checkFolder(folder: string, names: readonly string[]): Promise<void> {
  let existing = folder;
  try {
    while (!existsSync(existing) && existing !== dirname(existing)) existing = dirname(existing);
    // Node's recursive mkdir never returns if it cannot make the folder, as in /proc.
    await rm(await mkdtemp(join(existing, "orders-kit-")), { recursive: true });
  } catch (error) {
    throw reportError("report-not-written", { dir: folder, why: describeSystemError(error) });
  }
  for (const name of names) {
    const beginning = await fileBeginning(join(folder, name));
    if (beginning !== undefined && !FILE_MARKS.some((mark) => beginning.includes(mark)))
      throw reportError("foreign-file", { path: join(folder, name) });
  }
}

/**
 * Returns undefined if nothing exists; an empty string for an unreadable file and for anything but
 * a file, such as a folder or a link.
 */
export async function fileBeginning(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isFile() ? (await readFile(path, "utf8")).slice(0, BEGINNING) : "";
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")
      ? undefined
      : "";
  }
}

/** Removes files that {@link checkFolder} found to be ours. Throws a UserError. */
export async function removeFiles(names: readonly string[], folder: string): Promise<void> {
  const removed = Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
  await removed.catch((error: unknown) => {
    throw reportError("report-not-written", { dir: folder, why: describeSystemError(error) });
  });
}

/**
 * Creates the folder if it is missing. If a file cannot be written, writes the others, then throws
 * a UserError.
 */
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
    throw reportError("report-not-written", {
      dir: folder,
      why: describeSystemError(failed.reason),
    });
}

/** Writes a draft beside the file and renames it, so that a reader never finds half a file. */
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

/**
 * Writes in place, so that the file keeps its mode, owner and links. If the new text does not fit,
 * restores the old one.
 */
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
