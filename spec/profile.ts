/** A profile from YAML text (profile-shape.ts says what it is). Runs in browsers too: whoever has a file reads it. */
import type { Node } from "yaml";
import { type Answers, CLAUSES, type ClauseId, SILENCES } from "./clauses/index.ts";
import { ABSENT, FIELD_KINDS, type FieldKind, type Fields } from "./kinds.ts";
import { OPERATIONS } from "./operations.ts";
import { suggest } from "./problems.ts";
import {
  EMPTY_PROFILE,
  type Latency,
  ORDER_KINDS,
  PROFILE_VERSION,
  type Profile,
  type ProfileReply,
} from "./profile-shape.ts";
import { type BodyForm, PREFLIGHT_HEADERS, REPLY_HEADERS, SITUATIONS, type Situation } from "./situations.ts";
import {
  dictionary,
  integer,
  list,
  mapping,
  memberOf,
  oneOf,
  type Read,
  scalar,
  text,
  YamlSource,
} from "./yaml-reader.ts";

/** The beginnings of entries that differences can be accepted by. */
const ENTRIES = ["answers", "replies", "order", "clauses"] as const;

/** Reads a profile; `file` is its name in errors. Throws a UserError with file, line, column and the fix. */
export function parseProfile(yaml: string, file = "profile.yaml"): Profile {
  const source = new YamlSource(yaml, file);
  if (source.root === null) throw source.problem(0, `This profile is empty. Begin it with "version: 1".`);
  checkVersion(source.root, source);
  const { version: _, learned, ...parts } = profile(source.root, source);
  return { ...EMPTY_PROFILE, ...parts, ...(learned !== undefined && { learned }) };
}

/** Before anything else: the keys of a newer version are not ours to judge. */
function checkVersion(root: Node, source: YamlSource): void {
  const node = memberOf(root, "version");
  if (node === undefined) throw source.problem(0, `This is no profile yet. Begin it with "version: 1".`);
  const version = scalar("the number of a version", (value) => (typeof value === "bigint" ? value : undefined))(
    node,
    source,
  );
  if (version > PROFILE_VERSION)
    throw source.problem(
      node,
      `This profile is of version ${version}, and this orders-kit reads version ${PROFILE_VERSION}. Update orders-kit, or learn the profile anew.`,
    );
  if (version !== BigInt(PROFILE_VERSION)) throw source.problem(node, `The version is ${PROFILE_VERSION}.`);
}

const status = (least: number, greatest: number): Read<number> => integer(least, greatest);
/** What a header can carry, and a line of text. */
const field = scalar("a text of visible ASCII characters", (value) =>
  typeof value === "string" && /^[\x20-\x7e]*$/.test(value) ? value : undefined,
);
const milliseconds = scalar("milliseconds, from 0 to 60000", (value) => {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && number >= 0 && number <= 60_000 ? number : undefined;
});
const name = scalar("a name", (value) => (value === null ? "null" : String(value)));
const clauseId: Read<ClauseId> = oneOf(CLAUSES.map(({ id }) => id));

/** One kind, or a list of them. A `null` without quotes is the kind of that name. */
function kinds<const K extends string>(valid: readonly K[]): Read<readonly K[]> {
  const one: Read<K> = (node, source) => {
    const read = name(node, source);
    const found = valid.find((kind) => kind === read);
    if (found === undefined) throw source.problem(node, `"${read}" is no kind of value here. ${suggest(read, valid)}`);
    return found;
  };
  return (node, source) => ("items" in node ? list(one)(node, source) : [one(node, source)]);
}
const anyKinds: Read<readonly FieldKind[]> = kinds(FIELD_KINDS);

const order: Read<Fields> = (node, source) => {
  const read = dictionary(name, anyKinds)(node, source);
  for (const [own, kind] of Object.entries(ORDER_KINDS)) {
    const at = memberOf(node, own);
    if (at !== undefined) read[own] = kinds([kind, ABSENT])(at, source);
  }
  return read;
};

function headers(valid: readonly string[]): Read<Record<string, string>> {
  const known: Read<string> = (node, source) => {
    const wanted = name(node, source);
    const found = valid.find((header) => header.toLowerCase() === wanted.toLowerCase());
    if (found === undefined)
      throw source.problem(node, `${wanted} is no header of a profile. ${suggest(wanted, valid)}`);
    return found;
  };
  return dictionary(known, field);
}

/** A reply as its situation allows it: the mock never breaks a clause for a profile's sake. */
function reply(situation: Situation): Read<ProfileReply> {
  const { status: fixed, range: [least, greatest] = [200, 599], bodies, id } = situation;
  const only = oneOf(bodies);
  return (node, source) => {
    const read = mapping<Required<ProfileReply>>({
      status: fixed === "open" ? status(least, greatest) : status(fixed, fixed),
      body: only as Read<BodyForm>,
      type: field,
      code: text,
      message: text,
      fields: dictionary(name, anyKinds),
      text,
      headers: headers(id === "preflight" ? [...REPLY_HEADERS, ...PREFLIGHT_HEADERS] : REPLY_HEADERS),
    })(node, source) as ProfileReply;
    const without = WITHOUT[read.body ?? (bodies.length === 1 ? bodies[0]! : "error")];
    for (const member of read.body === undefined && bodies.length > 1 ? [] : without)
      if (read[member] !== undefined)
        throw source.problem(
          memberOf(node, member) ?? node,
          `${situation.id} has a body of the form "${read.body ?? bodies[0]}", which has no ${member}. Leave it out.`,
        );
    return read;
  };
}

/** Which members make no sense with a body. */
const WITHOUT: Readonly<Record<BodyForm, readonly (keyof ProfileReply)[]>> = {
  none: ["type", "code", "message", "fields", "text"],
  error: ["text"],
  json: ["code", "message", "text"],
  text: ["code", "message", "fields"],
};

const accepted: Read<Record<string, string>> = dictionary((node, source) => {
  const entry = name(node, source);
  const [first = ""] = entry.split(".");
  if (!(ENTRIES as readonly string[]).includes(first))
    throw source.problem(node, `"${entry}" is no entry. ${suggest(first, ENTRIES)} Such as answers.conflict-body.`);
  return entry;
}, text);

const percentiles = mapping<Latency>({ p50: milliseconds, p90: milliseconds, p99: milliseconds });
const latency: Read<Latency> = (node, source) => {
  const { p50, p90, p99 } = percentiles(node, source);
  if (p50 === undefined || p90 === undefined || p99 === undefined)
    throw source.problem(node, "This takes p50, p90 and p99, in milliseconds.");
  if (p50 > p90 || p90 > p99) throw source.problem(node, "Percentiles rise: p50, then p90, then p99.");
  return { p50, p90, p99 };
};

/** Reads what a catalogue names, by id. */
function byId<T>(entries: readonly { readonly id: string }[], read: (entry: { readonly id: string }) => Read<unknown>) {
  return Object.fromEntries(entries.map((entry) => [entry.id, read(entry)])) as unknown as {
    readonly [Key in keyof T]-?: Read<T[Key]>;
  };
}

const profile = mapping<
  Omit<Required<Profile>, "learned"> & { version: number; learned: { from?: string; at?: string } }
>({
  version: integer(PROFILE_VERSION, PROFILE_VERSION),
  learned: mapping<{ from: string; at: string }>({ from: text, at: text }),
  answers: mapping<Answers>(
    byId(SILENCES, (silence) => oneOf(Object.keys((silence as (typeof SILENCES)[number]).answers))),
  ),
  replies: mapping<Required<Profile["replies"]>>(byId(SITUATIONS, (situation) => reply(situation as Situation))),
  order,
  latency: mapping<Required<Profile["latency"]>>(byId(Object.values(OPERATIONS), () => latency)),
  violates: list(clauseId),
  accepted,
});
