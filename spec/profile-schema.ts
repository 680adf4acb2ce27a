/** The JSON schema by which editors complete and check a profile, from the same catalogues that profile.ts reads by. */
import { CLAUSES, SILENCES } from "./clauses/index.ts";
import { FIELD_KINDS } from "./kinds.ts";
import { OPERATIONS } from "./operations.ts";
import { ORDER_KINDS, PROFILE_VERSION } from "./profile-shape.ts";
import { PREFLIGHT_HEADERS, REPLY_HEADERS, SITUATIONS, type Situation } from "./situations.ts";

type Schema = { readonly [keyword: string]: unknown };

/** An object with these members, none of them required and no other allowed. */
function object(properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema {
  return { type: "object", properties, additionalProperties: false, ...more };
}

const text: Schema = { type: "string" };

/** One of some words, each with what it means. */
function words(meanings: Readonly<Record<string, string>>, more: Schema = {}): Schema {
  return { oneOf: Object.entries(meanings).map(([word, description]) => ({ const: word, description })), ...more };
}

function kinds(valid: readonly string[]): Schema {
  return { oneOf: [{ enum: valid }, { type: "array", items: { enum: valid }, uniqueItems: true, minItems: 1 }] };
}

const ANY_KINDS: Schema = { $ref: "#/definitions/kinds" };

function reply({ id, asked, status, range: [least, greatest] = [200, 599], bodies }: Situation): Schema {
  const names = id === "preflight" ? [...REPLY_HEADERS, ...PREFLIGHT_HEADERS] : REPLY_HEADERS;
  return object(
    {
      status: status === "open" ? { type: "integer", minimum: least, maximum: greatest } : { const: status },
      body: { enum: bodies },
      type: { ...text, description: "The Content-Type, letter by letter." },
      code: { ...text, description: "Of an Error." },
      message: { ...text, description: "Of an Error. {orderId} and {petId} stand for what the request named." },
      fields: { type: "object", additionalProperties: ANY_KINDS },
      text: { ...text, description: "The whole of a body of text." },
      headers: object(Object.fromEntries(names.map((name) => [name, text])), {
        description: "Of these headers, those that are not here are not sent.",
      }),
    },
    { description: `The answer to ${asked}.` },
  );
}

/** As text, with an end of line. */
export function profileSchema(): string {
  const milliseconds = { type: "number", minimum: 0, maximum: 60_000 };
  const schema = object(
    {
      version: { const: PROFILE_VERSION },
      learned: object({ from: text, at: text }),
      answers: object(
        Object.fromEntries(
          SILENCES.map(({ id, question, answers, default: usual }) => [
            id,
            words(answers, { description: question, default: usual }),
          ]),
        ),
      ),
      replies: object(Object.fromEntries(SITUATIONS.map((situation) => [situation.id, reply(situation)]))),
      order: {
        type: "object",
        description: "The kinds of value that each field of a listed order has.",
        properties: Object.fromEntries(
          Object.entries(ORDER_KINDS).map(([field, kind]) => [field, kinds([kind, "absent"])]),
        ),
        additionalProperties: ANY_KINDS,
      },
      latency: object(
        Object.fromEntries(
          Object.values(OPERATIONS).map(({ id }) => [
            id,
            object({ p50: milliseconds, p90: milliseconds, p99: milliseconds }, { required: ["p50", "p90", "p99"] }),
          ]),
        ),
        { description: "Milliseconds." },
      ),
      violates: { type: "array", items: { enum: CLAUSES.map(({ id }) => id) }, uniqueItems: true },
      accepted: {
        type: "object",
        description: "Differences that compare lets pass: an entry, or the beginning of several, and why.",
        propertyNames: { pattern: "^(answers|replies|order|clauses)(\\.|$)" },
        additionalProperties: text,
      },
    },
    { required: ["version"] },
  );
  const head = { $schema: "http://json-schema.org/draft-07/schema#", title: "A profile of orders-kit" };
  const definitions = { kinds: kinds(FIELD_KINDS) };
  return `${JSON.stringify({ ...head, ...schema, definitions }, undefined, 2)}\n`;
}
