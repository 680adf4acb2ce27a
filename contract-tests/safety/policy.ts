/**
 * Decides which calls may be sent to a deployment, so that no order is cancelled that was not
 * provided. The session asks at the moment when it sends a call. This is the whole rule;
 * docs/gate.md and SECURITY.md repeat it for users.
 *
 * A service may read a text in place of an orderId carelessly (id-interpretations.ts), and may have
 * orders that its list does not show: a list can be cut off, filtered, late or wrong. So we send
 * DELETE only if every id that the text could be read as is one of these:
 *
 * 1. An id that was provided: a pending order, with any credential; a shipped one, with the good
 *   key, and its exact id also without a key and with a plain wrong one; an id that the user knows
 *   to be free (`absent`); in a deployment that is `disposable`, any id that no list shows, and
 *   listed orders if too few are provided.
 * 2. An id that the run has drawn at random (drawn-ids.ts), and what is left of it in other types,
 *   which is as unlikely to be the id of an order.
 * 3. 0, for a text that is not an integer and has no digits that are read as 0: many parsers return
 *   0 for what they cannot read.
 *
 * We also send the id of a pending order without a key, in other spellings of its address
 * ({@link CANCEL_SPELLINGS}), and with headers by which a proxy names a client.
 *
 * A read-only run sends only GET, HEAD and OPTIONS.
 *
 * Therefore we never send ids that people and programs choose, unless they are provided: 0, 1, -1,
 * the limits of int32, 2^53 and int64, the neighbours of other ids, small numbers that a word
 * spells in hexadecimal.
 *
 * A list permits nothing; but before one was read, the target may be another service, and we send
 * only provided ids. Every list of the run takes permission away, for good: from every text that
 * could be read as an order that it shows and that was not provided, and from an id that was
 * provided as absent and is listed.
 *
 * Three readings remain possible, because excluding them would leave nothing to send. A service
 * that reads what it cannot parse as 0 could cancel an order 0 that its list hides. One that clamps
 * large numbers to a limit below int64 could cancel the order with that limit as its id, such as
 * 2147483647. One that reads letters beyond f as digits could read a word as an id.
 */
import { parseInt64 } from "../../spec/schema/integers.ts";
import type { OutgoingCall } from "../client/calls.ts";
import { CANCEL_SPELLINGS } from "../tables/addresses.ts";
import { allOf } from "../tables/table.ts";
import { isRemote } from "./drawn-ids.ts";
import { decodedForms, hasDigit, idInterpretations } from "./id-interpretations.ts";
import type { Refusal, Rules, RunHistory } from "./rules.ts";

/** The safe methods of RFC 9110, section 9.2.1, without TRACE. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** Headers that can change the method, the target or the length of a request. */
export const OVERRIDE_HEADERS =
  /method|override|rewrite|original|forwarded|^(host|content-length|transfer-encoding|authorization|upgrade|expect)$/i;
/** Headers of a preflight, which name the method and the headers of a request that is not sent. */
const PREFLIGHT_HEADERS = /^access-control-request-(method|headers)$/i;
/** Headers that name a client, and change neither the method nor the target of a request. */
const IDENTITY_HEADERS = /^(authorization|forwarded|x-forwarded-(for|user|email))$/i;
/**
 * Headers that name another target. Without a key, a request with a safe method may name the list
 * in them.
 */
const TARGET_HEADERS = /^x-(original|rewrite)-url$/i;
const ORDERS_SEGMENTS = "/store/orders/";
/** An integer with a path parameter (RFC 3986, section 3.3), which some routers remove. */
const PATH_PARAMETER = /^(-?\d+);v=[a-z]$/;
/** Asks the user for ids, which the report lists once. */
export const ABSENT_NEEDED =
  "Provide unused ids with absent in orders-kit.yaml: absentNeeded in report.json lists them.";

/** Returns why a call must not be sent; undefined if it may. */
export function refusal(
  call: OutgoingCall,
  rules: Rules,
  history: RunHistory,
): Refusal | undefined {
  const { method, path, query = "" } = call;
  const override = call.headers?.find((header) => isOverride(header, call, rules));
  if (override !== undefined)
    return refusedBecause(
      `The header ${override[0]} can change the method or the target of the request.`,
    );
  if (/_method/i.test(query))
    return refusedBecause("The query parameter _method can change the method of the request.");
  if (SAFE_METHODS.has(method)) return undefined;
  if (method !== "DELETE") return refusedBecause(`${method} is not a method of the interface.`);
  if (rules.readOnly) return refusedBecause("The run is read-only: it sends no DELETE.");
  if (namesPendingWithoutKey(call, rules, allOf(CANCEL_SPELLINGS))) return undefined;
  if (!path.startsWith(ORDERS_SEGMENTS))
    return refusedBecause("DELETE is sent to a single order only.");
  const numbers = (call.headers ?? []).flatMap(([, value]) => (/^\d+$/.test(value) ? [value] : []));
  for (const [where, text, form] of [
    ["headers", numbers.join(" "), /^[\d ]+$/],
    ["query", query, /^(?:[A-Za-z_]+=\d+(?:&|$))+$/],
    ["body", call.body ?? "", /^\{(?:"[A-Za-z_]+":(?:\d+|\[\d+\])(?:,|\}$))+$/],
  ] as const)
    if (hasDigit(text) && !(form.test(text) && hasOnlyProvidedIds(text, rules, history)))
      return refusedBecause(`A service could read a number in the ${where} as the id of an order.`);
  return cancelRefusal(path.slice(ORDERS_SEGMENTS.length), call, rules, history);
}

/** True if a header could turn the call into another request, which may not be sent. */
function isOverride(
  [name, value]: readonly [string, string],
  call: OutgoingCall,
  rules: Rules,
): boolean {
  if (!OVERRIDE_HEADERS.test(name) || PREFLIGHT_HEADERS.test(name)) return false;
  const isSafe = SAFE_METHODS.has(call.method);
  if (IDENTITY_HEADERS.test(name))
    return !isSafe && !namesPendingWithoutKey(call, rules, [`${ORDERS_SEGMENTS}{id}`]);
  const namesList = value.startsWith("/") && value.endsWith("/store/orders");
  return !(TARGET_HEADERS.test(name) && isSafe && call.credential === "none" && namesList);
}

/**
 * True if the call has no key, and a router could take its path, in one of the spellings, for the
 * address of a provided pending order, and for nothing else.
 */
function namesPendingWithoutKey(
  { path, credential, query, body }: OutgoingCall,
  { pending }: Rules,
  spellings: readonly string[],
): boolean {
  if (credential !== "none" || query !== undefined || body !== undefined) return false;
  return spellings.some((spelling) =>
    pending.some((id) => path === spelling.replace("{id}", String(id))),
  );
}

/**
 * True if a service that reads the numbers in a text can take them only for provided pending
 * orders.
 */
function hasOnlyProvidedIds(
  text: string,
  { pending }: Rules,
  { listed: shown }: RunHistory,
): boolean {
  return [...text.matchAll(/\d+/g)].every(([digits]) => {
    const interpretations = idInterpretations(digits);
    const listed = shown?.confusable(interpretations);
    return (
      listed !== undefined && [...interpretations, ...listed].every((id) => pending.includes(id))
    );
  });
}

/** Returns a refusal that no id in `absent` lifts. */
export function refusedBecause(why: string): Refusal {
  return { why, absentNeeded: [] };
}

function cancelRefusal(
  segment: string,
  call: OutgoingCall,
  rules: Rules,
  { listed: shown, drawn }: RunHistory,
): Refusal | undefined {
  const { credential } = call;
  const { pending, shipped, absent } = rules;
  const exactId = parseInt64(segment);
  const cancellable = new Set(credential === "good" ? [...pending, ...shipped] : pending);
  // The user provided exactly this id.
  if (exactId !== undefined && cancellable.has(exactId)) return undefined;
  if (isPlainWithoutKey(call) && shipped.some((id) => segment === String(id))) return undefined;
  if (mayMatchSeveral(decodedForms(segment).at(-1) ?? segment))
    return refusedBecause(`"${segment}" could match several orders.`);

  const interpretations = idInterpretations(segment);
  const withFailure = exactId === undefined ? new Set([...interpretations, 0n]) : interpretations;
  const listed = shown?.confusable(withFailure);
  const foreignId = listed?.find((id) => !cancellable.has(id));
  if (foreignId !== undefined) return listedRefusal(segment, foreignId, rules);
  // We try few ids, and `absent` may have many: building a set would take longer.
  const isProvided = (id: bigint): boolean => cancellable.has(id) || absent.includes(id);
  if (listed === undefined && ![...withFailure].every(isProvided))
    return refusedBecause("No list of orders was read, so the target may be another service.");

  const isOfDrawnId =
    [...interpretations].some((id) => drawn.has(id)) && !namesAnotherRemote(segment, drawn);
  if (rules.disposable) return undefined;
  const unknown = [...interpretations].filter((id) => {
    if (isProvided(id) || drawn.has(id) || (isOfDrawnId && isRemote(id))) return false;
    return id !== 0n || hasDigit(segment);
  });
  return unknown.length === 0 ? undefined : unknownRefusal(segment, unknown, rules);
}

/** True if the call has no key, or a plain wrong one, and nothing beyond the contract. */
function isPlainWithoutKey({ credential, query, headers, body }: OutgoingCall): boolean {
  const isBeyond = query !== undefined || headers !== undefined || body !== undefined;
  return (credential === "none" || credential === "wrong") && !isBeyond;
}

/**
 * True if a text has, besides the drawn ids, a number that is as unlikely as these: it may be an
 * order that no list shows.
 */
function namesAnotherRemote(segment: string, drawn: ReadonlySet<bigint>): boolean {
  return [...idInterpretations(segment)].some(
    (id) => segment.includes(String(id)) && isRemote(id) && !drawn.has(id) && id >= 2n ** 33n,
  );
}

function listedRefusal(segment: string, id: bigint, { absent }: Rules): Refusal {
  const relation = segment === String(id) ? "is" : "could be read as";
  const order = `"${segment}" ${relation} the listed order ${id}`;
  if (absent.includes(id))
    return {
      ...refusedBecause(`${order}, which was provided as absent. Remove ${id} from absent.`),
      absentListed: id,
    };
  return refusedBecause(`${order}, which was not provided for this call.`);
}

function unknownRefusal(
  segment: string,
  ids: readonly bigint[],
  { pending, shipped }: Rules,
): Refusal {
  const isOnly = ids.length === 1 && segment === String(ids[0]);
  const order = `"${segment}" ${isOnly ? "" : "could be read as an id that "}`;
  if (ids.some((id) => pending.includes(id) || shipped.includes(id)))
    return refusedBecause(`${order}was not provided for this call.`);
  return {
    why: `${order}may belong to an order that the list does not show. ${ABSENT_NEEDED}`,
    absentNeeded: ids,
  };
}

/**
 * True if a text could stand for the collection, a pattern, or an expression of a query language.
 */
function mayMatchSeveral(segment: string): boolean {
  const text = segment.replace(PATH_PARAMETER, "$1");
  if (!/[A-Za-z0-9\u0080-\uffff]/.test(text)) return true;
  if (/^(all|any|every|each|list|orders?)$/i.test(text.trim())) return true;
  return (
    /[*?'"`;=|&<>(){}[\]$\\]/.test(text) ||
    /\.\./.test(text) ||
    /\bor\b/i.test(text) ||
    // Wildcards of SQL: with a letter beside them they match no number. We read `1_7` as each of
    // its ten matches.
    (/^[%_\d\s]*[%_][%_\d\s]*$/.test(text) && !/^\d+_\d+$/.test(text))
  );
}
