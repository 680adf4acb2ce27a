/** Reads a profile from YAML text. Its JSON Schema is for editors. Runs in browsers too. */
import type { Node } from "yaml";
import { CLAUSES } from "../clauses/index.ts";
import { suggest } from "../errors/user-errors.ts";
import { OPERATIONS } from "../interface/operations.ts";
import { SITUATIONS } from "../interface/situations.ts";
import { ORDER_FIELDS } from "../schema/fields.ts";
import type { Fields } from "../schema/value-kinds.ts";
import {
  described,
  dictionary,
  integer,
  type JsonSchema,
  list,
  mapping,
  name,
  number,
  oneOf,
  type Reader,
  referenced,
  scalar,
  string,
  withSchema,
} from "../yaml/readers.ts";
import { valueNode, YamlSource } from "../yaml/source.ts";
import { answers } from "./answers.ts";
import { anyFields, anyKinds, kindsAmong } from "./field-kinds.ts";
import { replyHeaders, replyTo } from "./reply-reader.ts";
import { EMPTY_PROFILE, type Latency, PROFILE_VERSION, type Profile } from "./shape.ts";

const orderFields = Object.entries(ORDER_FIELDS).map(
  ([field, { kind }]) => [field, kindsAmong([kind, "absent"])] as const,
);
const order = withSchema<Fields>(
  {
    ...anyFields.schema,
    description: "The kinds of value of each field of a listed order.",
    properties: Object.fromEntries(orderFields.map(([field, kinds]) => [field, kinds.schema])),
  },
  (node, source) => {
    const read = anyFields(node, source);
    for (const [field, kinds] of orderFields) {
      const value = valueNode(node, field);
      if (value !== undefined) kinds(value, source);
    }
    return read;
  },
);

const milliseconds = number(0, 60_000);
const percentiles = mapping<Latency>({ p50: milliseconds, p90: milliseconds, p99: milliseconds });
const latency = withSchema<Latency>({ ...percentiles.schema, required: ["p50", "p90", "p99"] }, (node, source) => {
  const { p50, p90, p99 } = percentiles(node, source);
  if (p50 === undefined || p90 === undefined || p99 === undefined)
    throw source.errorAt(node, "Expected p50, p90 and p99, in milliseconds.");
  if (p50 > p90 || p90 > p99) throw source.errorAt(node, "The percentiles must not decrease from p50 to p90 to p99.");
  return { p50, p90, p99 };
});

/** The first part of the names of accepted entries. */
const ENTRIES = ["answers", "replies", "order", "clauses"] as const;
const entry = withSchema<string>({ pattern: `^(${ENTRIES.join("|")})(\\.|$)` }, (node, source) => {
  const read = name(node, source);
  const [first = ""] = read.split(".");
  if (!(ENTRIES as readonly string[]).includes(first))
    throw source.errorAt(node, `"${read}" is not an entry such as answers.conflict-body. ${suggest(first, ENTRIES)}`);
  return read;
});

const violates = list(oneOf(CLAUSES.map(({ id }) => id)));

/** A reader for each entry, by its id. */
function byId<Entry extends { readonly id: string }, T>(entries: readonly Entry[], read: (entry: Entry) => Reader<T>) {
  return Object.fromEntries(entries.map((entry) => [entry.id, read(entry)])) as {
    readonly [Id in Entry["id"]]: Reader<T>;
  };
}

const profile = mapping<
  Omit<Required<Profile>, "learned"> & { version: number; learned: { from?: string; at?: string } }
>({
  version: integer(PROFILE_VERSION, PROFILE_VERSION),
  learned: mapping<{ from: string; at: string }>({ from: string, at: string }),
  answers,
  replies: mapping<Required<Profile["replies"]>>(byId(SITUATIONS, replyTo)),
  order,
  latency: described(
    "In milliseconds.",
    mapping<Required<Profile["latency"]>>(byId(Object.values(OPERATIONS), () => referenced("latency", latency))),
  ),
  violates: withSchema({ ...violates.schema, uniqueItems: true }, violates),
  accepted: described(
    "Differences that compare ignores: the name or the prefix of entries, and the reason.",
    dictionary(entry, string),
  ),
});

export const PROFILE_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A profile of orders-kit",
  ...profile.schema,
  required: ["version"],
  $defs: { kinds: anyKinds.schema, headers: replyHeaders.schema, latency: latency.schema },
};

/** Reads a profile; `file` is its name in errors. Throws a UserError with file, line, column and the fix. */
export function parseProfile(yaml: string, file = "profile.yaml"): Profile {
  const source = new YamlSource(yaml, file);
  if (source.root === null) throw source.errorAt(0, `This profile is empty. Begin it with "version: 1".`);
  checkVersion(source.root, source);
  const { version: _, learned, ...parts } = profile(source.root, source);
  return { ...EMPTY_PROFILE, ...parts, ...(learned !== undefined && { learned }) };
}

/** Comes first, because a newer version can have other keys. */
function checkVersion(root: Node, source: YamlSource): void {
  const node = valueNode(root, "version");
  if (node === undefined) throw source.errorAt(0, `This is not a profile. Begin it with "version: 1".`);
  const version = scalar("a version number", (value) => (typeof value === "bigint" ? value : undefined))(node, source);
  if (version > PROFILE_VERSION)
    throw source.errorAt(
      node,
      `This profile has version ${version}, and this orders-kit reads version ${PROFILE_VERSION}. Update orders-kit, or write the profile again with verify --learn.`,
    );
  if (version !== BigInt(PROFILE_VERSION)) throw source.errorAt(node, `The version must be ${PROFILE_VERSION}.`);
}
