/** `orders-kit.known.yaml`, beside orders-kit.yaml: the violations that are accepted for a while, by the name of the target. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as v from "valibot";
import { decodeText } from "../../scenarios/source/decode.ts";
import { read } from "../../scenarios/source/read.ts";
import { dictionary, list, mapping, oneOf, string } from "../../scenarios/source/schemas.ts";
import { yamlSource } from "../../scenarios/source/yaml-source.ts";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { isDate } from "../../spec/schema/date-time.ts";
import { targetError } from "../errors/targets.ts";
import type { KnownEntry } from "../report/known.ts";

export type KnownByTarget = Readonly<Record<string, readonly KnownEntry[]>>;

const PLACE = new RegExp(`^(?:${Object.keys(OPERATIONS).join("|")})(?: [1-5]\\d\\d)?$`);

const place = v.pipe(
  string,
  v.regex(PLACE, 'Expected an operation and a status, such as "cancelOrder 404".'),
);

const pointer = v.pipe(
  string,
  v.regex(/^\//, 'Expected a JSON pointer, such as "/status" or "/*/quantity".'),
  v.check(
    (text) => !/\/\d+(?:\/|$)/.test(text),
    'Expected * in place of an index, as in "/*/quantity".',
  ),
);

const date = v.pipe(string, v.check(isDate, "Expected a date, such as 2027-03-31."));

const entry = v.pipe(
  mapping(
    {
      clause: oneOf(CLAUSES.map(({ id }) => id)),
      at: v.exactOptional(place),
      pointer: v.exactOptional(pointer),
      unproven: v.exactOptional(v.literal(true, "Expected true.")),
      reason: v.pipe(string, v.nonEmpty("Say why it is accepted.")),
      until: v.exactOptional(date),
    },
    "This entry needs a clause, and a reason why it is accepted.",
  ),
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
