/** `orders-kit.known.yaml`, beside orders-kit.yaml: the violations that are accepted for a while, by the name of the target. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as v from "valibot";
import { decodeText } from "../../../scenarios/source/decode.ts";
import { read } from "../../../scenarios/source/read.ts";
import { dictionary, list, mapping } from "../../../scenarios/source/schemas.ts";
import { yamlSource } from "../../../scenarios/source/yaml-source.ts";
import { describeSystemError } from "../../../spec/errors/system-error.ts";
import { targetError } from "../../errors/targets.ts";
import { KNOWN_ENTRY, type KnownEntry } from "../../report/known-entry.ts";

export type KnownByTarget = Readonly<Record<string, readonly KnownEntry[]>>;

const entry = v.pipe(
  mapping(KNOWN_ENTRY, "This entry needs a clause, and a reason why it is accepted."),
  v.check(
    ({ at, pointer: inBody, unproven }) =>
      (at === undefined && inBody === undefined) || unproven === undefined,
    "at and pointer are for a clause that is violated. Leave them out.",
  ),
);

const knownFile = dictionary(v.string(), list(entry));

/**
 * All entries of the file, by target; none where there is no file. `file` is relative to the folder `cwd`. Throws a UserError with line,
 * column and fix.
 */
export async function readKnown(file: string, cwd: string): Promise<KnownByTarget> {
  const bytes = await readFile(resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return new Uint8Array();
    throw targetError("unreadable-known", { file, why: describeSystemError(error) });
  });
  return read<KnownByTarget>(yamlSource(decodeText(bytes), file), knownFile);
}
