/**
 * Which provided orders a cancellation may mean, and which clause it violates when it changes one. A call may mean an order when a
 * careless service could read it so: by the readings with which safety/policy.ts allowed it.
 */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { parseInteger } from "../../spec/schema/integers.ts";
import { type OutgoingCall, orderText } from "../client/exchange.ts";
import { idInterpretations } from "../safety/id-interpretations.ts";

/**
 * By how a cancellation names an order: the words for a sentence, and the clauses that it violates when it changes the order that it is
 * for. That of a pending order violates none, nor does what may be its id.
 */
const KINDS = {
  /** With the key and the exact id of a provided order. */
  cancellation: { words: "cancellations", clauses: ["cancel-shipped-unchanged"] },
  "bad key": { words: "refused cancellations", clauses: ["auth-no-effect"] },
  text: {
    words: "cancellations with texts that are not an id",
    clauses: ["cancel-malformed-refused"],
  },
  "disputable text": { words: "cancellations with texts that may be the id", clauses: [] },
  "other id": { words: "cancellations with other ids", clauses: ["cancel-id-exact"] },
} as const satisfies Readonly<
  Record<string, { readonly words: string; readonly clauses: readonly ClauseId[] }>
>;
type AttemptKind = keyof typeof KINDS;

export interface Attempt {
  readonly kind: AttemptKind;
  /** The provided orders that the call may mean. */
  readonly means: readonly bigint[];
  /** The provided order whose exact id is in the path. */
  readonly names?: bigint;
}

/** Undefined for a call that cancels nothing, however it is read. */
export function attemptOf(call: OutgoingCall, provided: readonly bigint[]): Attempt | undefined {
  if (call.method !== "DELETE") return undefined;
  const text = orderText(call);
  const read = text === undefined ? numbersIn(call.path) : idInterpretations(text);
  const beside = numbersBeside(call);
  const names = provided.find((id) => text === String(id));
  return {
    kind: kindOf(call, text, names, provided),
    means: provided.filter((id) => read.has(id) || beside.has(id)),
    ...(names !== undefined && { names }),
  };
}

function kindOf(
  { credential }: OutgoingCall,
  text: string | undefined,
  names: bigint | undefined,
  provided: readonly bigint[],
): AttemptKind {
  if (credential !== "good") return "bad key";
  if (names !== undefined) return "cancellation";
  if (text === undefined) return "text";
  const bare = text.replace(/^(?:\+|0+(?=\d)|%20)|(?:%20|\.json|;\w+=\w+|%2F)$/g, "");
  if (bare !== text && provided.some((id) => bare === String(id))) return "disputable text";
  return parseInteger(text) !== undefined ? "other id" : "text";
}

function numbersIn(text: string): Set<bigint> {
  return new Set([...text.matchAll(/-?\d{1,40}/g)].map(([digits]) => BigInt(digits)));
}

function numbersBeside({ query = "", body = "", headers = [] }: OutgoingCall): Set<bigint> {
  const values = headers.flatMap(([, value]) => (/^\d+$/.test(value) ? [value] : []));
  return numbersIn([query, body, ...values].join(" "));
}

/** Whether a call is for an order: its path has the exact id, or that of no provided order and may mean this one. */
export function isFor({ names, means }: Attempt, id: bigint): boolean {
  return names === id || (names === undefined && means.includes(id));
}

/** The clauses that a call violates when it changes an order; the first one is the one to name. */
function clausesOf(attempt: Attempt, changed: bigint): readonly ClauseId[] {
  const { kind, means } = attempt;
  if (isFor(attempt, changed)) return KINDS[kind].clauses;
  const own = kind === "cancellation" ? [] : KINDS[kind].clauses;
  const misread = means.includes(changed) ? (["cancel-id-exact"] as const) : [];
  return means.length > 0 ? ["cancel-only-that-order", ...misread, ...own] : own;
}

/**
 * What a change is blamed on, when several calls can be its cause: the clauses that all of them violate, the plainest first, none where
 * they share none; and the causes, for a sentence: "After …".
 */
export function blame(
  causes: readonly { readonly attempt: Attempt }[],
  changed: bigint,
): { readonly clauses: readonly ClauseId[]; readonly words: string } {
  // What violates no clause takes no blame from the others.
  const [first = [], ...others] = causes
    .map(({ attempt }) => clausesOf(attempt, changed))
    .filter((clauses) => clauses.length > 0);
  const shared = first.filter((one) => others.every((clauses) => clauses.includes(one)));
  const kinds = [...new Set(causes.map(({ attempt }) => KINDS[attempt.kind].words))];
  const words =
    kinds.length > 1
      ? `one of ${causes.length} calls (${kinds.join(", ")})`
      : (kinds[0] ?? "no call at all");
  return { clauses: shared, words };
}
