/**
 * Reads `orders-kit.known.yaml`, beside orders-kit.yaml: the violations that are accepted for a
 * while, by the name of the target.
 */
import { constants } from "node:fs";
import { access, lstat, readFile, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import * as v from "valibot";
import { decodeText } from "../../../scenarios/source/decode.ts";
import { read } from "../../../scenarios/source/read.ts";
import { dictionary, list, mapping } from "../../../scenarios/source/schemas.ts";
import { yamlSource } from "../../../scenarios/source/yaml-source.ts";
import { describeSystemError } from "../../../spec/errors/system-error.ts";
import { targetError } from "../target-errors.ts";
import { KNOWN_ENTRY, type KnownEntry } from "./known-entry.ts";

/** The fields that `--accept` writes for each violation. */
export interface Acceptance {
  /** Why the violation is accepted. */
  readonly reason: string;
  /** The last day on which the violation is accepted, in UTC: `2027-03-31`. */
  readonly until: string;
}

export type KnownByTarget = Readonly<Record<string, readonly KnownEntry[]>>;

const knownEntry = v.pipe(
  mapping(KNOWN_ENTRY, "This entry needs a clause, and a reason why it is accepted."),
  v.check(
    ({ at, pointer: inBody, unproven }) =>
      (at === undefined && inBody === undefined) || unproven === undefined,
    "at and pointer are for a clause that is violated. Leave them out.",
  ),
);

const knownFile = dictionary(v.string(), list(knownEntry));

/**
 * Returns all entries of the file, by target; none if there is no file. `file` is relative to the
 * folder `cwd`. Throws a UserError with line, column and fix.
 */
export async function readKnown(file: string, cwd: string): Promise<KnownByTarget> {
  const bytes = await readFile(resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return new Uint8Array();
    throw targetError("unreadable-known", { file, why: describeSystemError(error) });
  });
  const known = read<KnownByTarget>(yamlSource(decodeText(bytes), file), knownFile);
  // A target may be called valueOf.
  return Object.assign(Object.create(null), known);
}

/**
 * Throws a UserError, before the run, if the file or its folder cannot be written. Creates nothing.
 */
export async function checkWritable({
  file,
  folder,
}: {
  readonly file: string;
  readonly folder: string;
}): Promise<void> {
  const path = resolve(folder, file);
  try {
    const exists = await lstat(path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return false;
        throw error;
      },
    );
    // A link that leads nowhere is also an error here.
    if (exists) await access(path, constants.W_OK);
    // A run that writes puts a lock beside the file.
    await access(dirname(await realpath(path).catch(() => path)), constants.W_OK);
  } catch (error) {
    throw targetError("known-not-written", { file, why: describeSystemError(error) });
  }
}
