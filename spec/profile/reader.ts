/** Reads a profile from YAML text. Its JSON Schema is for editors. Runs in browsers too. */
import { isCollection, type Node } from "yaml";
import { CLAUSES } from "../clauses/index.ts";
import { suggest } from "../errors/user-errors.ts";
import { OPERATIONS } from "../interface/operations.ts";
import {
  type BodyForm,
  replyHeaderNames,
  SITUATIONS,
  type Situation,
} from "../interface/situations.ts";
import { ORDER_FIELDS } from "../schema/fields.ts";
import { FIELD_KINDS, type FieldKind, type Fields } from "../schema/value-kinds.ts";
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
import {
  EMPTY_PROFILE,
  type Latency,
  PLACEHOLDERS,
  PROFILE_VERSION,
  type Profile,
  type ProfileReply,
} from "./shape.ts";

/** One kind of value that a field has, or a list of them. */
function kindsAmong(valid: readonly FieldKind[]): Reader<readonly FieldKind[]> {
  const one = withSchema<FieldKind>({ enum: valid }, (node, source) => {
    const read = name(node, source);
    const found = valid.find((kind) => kind === read);
    if (found === undefined)
      throw source.errorAt(node, `"${read}" is not a kind of value. ${suggest(read, valid)}`);
    return found;
  });
  const several = list(one);
  const schema = { oneOf: [one.schema, { ...several.schema, uniqueItems: true, minItems: 1 }] };
  return withSchema(schema, (node, source) =>
    isCollection(node) ? several(node, source) : [one(node, source)],
  );
}

/** Any kinds of value. */
const anyKinds = kindsAmong(FIELD_KINDS);

/** Fields by name, each with any kinds; the schema takes those from `$defs`. */
const anyFields: Reader<Fields> = dictionary(name, referenced("kinds", anyKinds));

const headerValue = scalar(
  "a string of printable ASCII characters",
  (value) => (typeof value === "string" && /^[\x20-\x7e]*$/.test(value) ? value : undefined),
  { type: "string" },
);

function headersAmong(valid: readonly string[]): Reader<Record<string, string>> {
  const headerName: Reader<string> = (node, source) => {
    const given = name(node, source);
    const found = valid.find((header) => header.toLowerCase() === given.toLowerCase());
    if (found === undefined)
      throw source.errorAt(node, `${given} is not a header of a profile. ${suggest(given, valid)}`);
    return found;
  };
  const { schema } = mapping(Object.fromEntries(valid.map((header) => [header, headerValue])));
  return described(
    "Headers that are not given are not sent.",
    withSchema(schema ?? {}, dictionary(headerName, headerValue)),
  );
}

/** The headers of a situation by whether those of CORS are kept. */
const replyHeaders = {
  usual: headersAmong(replyHeaderNames({})),
  kept: headersAmong(replyHeaderNames({ cors: "kept" })),
  only: headersAmong(replyHeaderNames({ cors: "only" })),
};
const PLACEHOLDERS_DESCRIBED = Object.entries(PLACEHOLDERS)
  .map(([name, about]) => `{${name}}: ${about}`)
  .join("; ");

/** The members that a form of body cannot have. */
const WITHOUT: Readonly<Record<BodyForm, readonly (keyof ProfileReply)[]>> = {
  none: ["type", "code", "message", "fields", "text"],
  error: ["text"],
  json: ["code", "message", "text"],
  text: ["code", "message", "fields"],
};

/** The reply to one situation. It can only be one that the contract allows, so that a mock with a profile conforms. */
function replyTo(situation: Situation): Reader<ProfileReply> {
  const { id, request, status, range = [200, 599], bodies, cors = "usual" } = situation;
  const members = mapping<Required<ProfileReply>>({
    status: status === "open" ? integer(...range) : integer(status, status),
    body: oneOf(bodies),
    type: described("The exact Content-Type.", headerValue),
    code: described("The code of an Error.", string),
    message: described(`The message of an Error. Placeholders: ${PLACEHOLDERS_DESCRIBED}.`, string),
    fields: anyFields,
    text: described("The whole text body.", string),
    headers:
      cors === "usual"
        ? referenced("headers", replyHeaders.usual)
        : referenced(`headers-cors-${cors}`, replyHeaders[cors]),
  });
  const checked = withSchema<ProfileReply>(members.schema ?? {}, (node, source) => {
    const reply = members(node, source);
    const body = reply.body ?? (bodies.length === 1 ? bodies[0] : undefined);
    const excess =
      body === undefined ? undefined : WITHOUT[body].find((member) => reply[member] !== undefined);
    if (excess !== undefined)
      throw source.errorAt(
        valueNode(node, excess) ?? node,
        `${id} has the body "${body}", which has no ${excess}. Remove it.`,
      );
    return reply;
  });
  return described(`The reply to ${request}.`, checked);
}

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
const latency = withSchema<Latency>(
  { ...percentiles.schema, required: ["p50", "p90", "p99"] },
  (node, source) => {
    const { p50, p90, p99 } = percentiles(node, source);
    if (p50 === undefined || p90 === undefined || p99 === undefined)
      throw source.errorAt(node, "Expected p50, p90 and p99, in milliseconds.");
    if (p50 > p90 || p90 > p99)
      throw source.errorAt(node, "The percentiles must not decrease from p50 to p90 to p99.");
    return { p50, p90, p99 };
  },
);

/** The first part of the names of accepted entries. */
const ENTRIES = ["answers", "replies", "order", "clauses"] as const;
const entry = withSchema<string>({ pattern: `^(${ENTRIES.join("|")})(\\.|$)` }, (node, source) => {
  const read = name(node, source);
  const [first = ""] = read.split(".");
  if (!(ENTRIES as readonly string[]).includes(first))
    throw source.errorAt(
      node,
      `"${read}" is not an entry such as answers.conflict-body. ${suggest(first, ENTRIES)}`,
    );
  return read;
});

const violates = list(oneOf(CLAUSES.map(({ id }) => id)));

/** A reader for each entry, by its id. */
function byId<Entry extends { readonly id: string }, T>(
  entries: readonly Entry[],
  read: (entry: Entry) => Reader<T>,
) {
  return Object.fromEntries(entries.map((entry) => [entry.id, read(entry)])) as {
    readonly [Id in Entry["id"]]: Reader<T>;
  };
}

const profile = mapping<
  Omit<Required<Profile>, "learned"> & { version: number; learned: { from?: string; at?: string } }
>({
  version: integer(PROFILE_VERSION, PROFILE_VERSION),
  learned: mapping<{ from: string; at: string }>({ from: string, at: string }),
  origin: described(
    "The origin of the app, such as https://app.example.com, which preflight-app and origin-app are for.",
    headerValue,
  ),
  answers,
  replies: mapping<Required<Profile["replies"]>>(byId(SITUATIONS, replyTo)),
  order,
  latency: described(
    "In milliseconds.",
    mapping<Required<Profile["latency"]>>(
      byId(Object.values(OPERATIONS), () => referenced("latency", latency)),
    ),
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
  $defs: {
    kinds: anyKinds.schema,
    headers: replyHeaders.usual.schema,
    "headers-cors-kept": replyHeaders.kept.schema,
    "headers-cors-only": replyHeaders.only.schema,
    latency: latency.schema,
  },
};

/** Reads a profile; `file` is its name in errors. Throws a UserError with file, line, column and the fix. */
export function parseProfile(yaml: string, file = "profile.yaml"): Profile {
  const source = new YamlSource(yaml, file);
  if (source.root === null)
    throw source.errorAt(0, `This profile is empty. Begin it with "version: 1".`);
  checkVersion(source.root, source);
  const { version: _, learned, ...parts } = profile(source.root, source);
  return { ...EMPTY_PROFILE, ...parts, ...(learned !== undefined && { learned }) };
}

/** Comes first, because a newer version can have other keys. */
function checkVersion(root: Node, source: YamlSource): void {
  const node = valueNode(root, "version");
  if (node === undefined)
    throw source.errorAt(0, `This is not a profile. Begin it with "version: 1".`);
  const version = scalar("a version number", (value) =>
    typeof value === "bigint" ? value : undefined,
  )(node, source);
  if (version > PROFILE_VERSION)
    throw source.errorAt(
      node,
      `This profile has version ${version}, and this orders-kit reads version ${PROFILE_VERSION}. Update orders-kit, or write the profile again with verify --learn.`,
    );
  if (version !== BigInt(PROFILE_VERSION))
    throw source.errorAt(node, `The version must be ${PROFILE_VERSION}.`);
}
