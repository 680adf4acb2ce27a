/** Which texts of a reply may be kept in a profile: none that could hold the key or data of an order. */
import { routePath } from "../../spec/interface/match.ts";
import type { Situation } from "../../spec/interface/situations.ts";
import { Decimal, type Json, type JsonObject } from "../../spec/json/json.ts";
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import { KEY_PLACEHOLDER } from "../client/redaction.ts";

/** The text with the parameter of the request replaced by a placeholder: `Order {orderId} does not exist`. */
export function withPlaceholder(text: string, { parameter: name }: Situation, { path }: OutgoingCall): string {
  const parameter = routePath(path)?.parameter ?? "";
  if (name === undefined || parameter === "") return text;
  const escaped = parameter.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // The 1 of /v1/ is not the order 1.
  const edge = /^-?\d+$/.test(parameter) ? "[A-Za-z\\d]" : "\\w";
  return text.replace(new RegExp(`(?<!${edge})${escaped}(?!${edge})`, "g"), () => `{${name}}`);
}

/** Situations in which the service looked at an order. */
const WITH_ORDER: readonly string[] = ["order-shipped", "order-cancelled", "cancelled", "list"];

/**
 * Whether a text could hold the key, or, in a situation with an order, data of it: a digit outside the status, or a value that
 * only one order of the sample has.
 */
export function mayBePrivate(
  text: string,
  { id }: Situation,
  { requestHeaders, response }: Exchange,
  sample: readonly JsonObject[],
): boolean {
  if (text.includes(KEY_PLACEHOLDER)) return true;
  // A random wrong key has the form of the key.
  const token =
    requestHeaders
      .find(([name]) => name === "Authorization")?.[1]
      .split(" ")
      .at(-1) ?? "";
  if (token.length > 3 && text.includes(token)) return true;
  if (!WITH_ORDER.includes(id)) return false;
  const rest = text.replaceAll(String(response?.status), "").replace(/utf-?8|max-age=\d+|s-maxage=\d+/gi, "");
  if (/\d/.test(rest)) return true;
  return [...textsOfOneOrder(sample)].some((value) => text.toLowerCase().includes(value));
}

/** By sample: many replies are compared with one. */
const known = new WeakMap<readonly JsonObject[], ReadonlySet<string>>();

/** Texts that occur in one order only, such as a name; a text that several orders share, such as a state, is not private. */
function textsOfOneOrder(sample: readonly JsonObject[]): ReadonlySet<string> {
  const texts = known.get(sample) ?? findTextsOfOneOrder(sample);
  known.set(sample, texts);
  return texts;
}

function findTextsOfOneOrder(sample: readonly JsonObject[]): Set<string> {
  const times = new Map<string, number>();
  for (const order of sample)
    for (const text of new Set(textsIn(order, 0))) times.set(text, (times.get(text) ?? 0) + 1);
  return new Set([...times].flatMap(([text, count]) => (count === 1 ? [text] : [])));
}

function textsIn(value: Json, depth: number): string[] {
  if (typeof value === "string") return value.length >= 3 ? [value.toLowerCase()] : [];
  if (value === null || typeof value !== "object" || value instanceof Decimal || depth > 4) return [];
  return Object.values(value).flatMap((member) => textsIn(member, depth + 1));
}
