/** The credentials that the checks of authentication try, and how each answer is read (section Authentication). */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Context } from "../check.ts";
import { type Call, type Credential, type Exchange, isDeferral } from "../exchange.ts";
import { isForbidden, PUT_OFF, receivedOf, statusOf } from "./answers.ts";

interface Attempt {
  readonly credential: Credential;
  readonly name: string;
  /** `key`: not the key where the key belongs. `odd`: a field that some would call malformed. `road`: the key by another way. */
  readonly kind: "none" | "key" | "odd" | "road";
}

export const ATTEMPTS: readonly Attempt[] = [
  { credential: "none", name: "no key", kind: "none" },
  { credential: "wrong", name: "a wrong key", kind: "key" },
  { credential: "empty", name: "an empty key", kind: "key" },
  { credential: "scheme-only", name: "the scheme without a key", kind: "key" },
  { credential: "truncated", name: "the key without its last character", kind: "key" },
  { credential: "first-character", name: "the first character of the key", kind: "key" },
  { credential: "extended", name: "the key with a character appended", kind: "key" },
  { credential: "prefixed", name: "the key with a character before it", kind: "key" },
  { credential: "swapped-case", name: "the key in the other letter case", kind: "key" },
  { credential: "last-changed", name: "the key with its last character changed", kind: "key" },
  { credential: "beheaded", name: "the key without its first character", kind: "key" },
  { credential: "first-changed", name: "the key with its first character changed", kind: "key" },
  { credential: "first-case", name: "the key with its first letter in the other case", kind: "key" },
  { credential: "alphanumeric", name: "the letters and digits of the key alone", kind: "key" },
  { credential: "undefined", name: "the word undefined as key", kind: "key" },
  { credential: "null", name: "the word null as key", kind: "key" },
  { credential: "wildcard", name: "an asterisk as key", kind: "key" },
  { credential: "blank-header", name: "an empty Authorization field", kind: "odd" },
  { credential: "repeated", name: "the key twice in one field", kind: "odd" },
  { credential: "list", name: "a wrong key and the key in one field", kind: "odd" },
  { credential: "list-first", name: "the key, a comma and more in one field", kind: "odd" },
  { credential: "x-api-key-wrong", name: "a wrong key in X-API-Key", kind: "odd" },
  { credential: "query-api-key-wrong", name: "a wrong key in the query as api_key", kind: "odd" },
  { credential: "basic-wrong", name: "Basic with a wrong password", kind: "odd" },
  { credential: "digest-wrong", name: "Digest", kind: "odd" },
  { credential: "basic", name: "the key as user name of Basic", kind: "road" },
  { credential: "basic-password", name: "the key as password of Basic", kind: "road" },
  { credential: "token-scheme", name: "the key under the scheme Token", kind: "road" },
  { credential: "bare", name: "the key without a scheme", kind: "road" },
  { credential: "x-api-key", name: "the key in X-API-Key", kind: "road" },
  { credential: "query-api-key", name: "the key in the query as api_key", kind: "road" },
  { credential: "query-access-token", name: "the key in the query as access_token", kind: "road" },
  { credential: "cookie", name: "the key in a cookie", kind: "road" },
];

/** What a refusal is judged by: the clause of the 401, and how the operation is called in a sentence. */
export interface Guarded {
  readonly clause: ClauseId;
  readonly doing: string;
  /** Statuses that show that the key was not asked for: the operation was carried out, or the order looked up. */
  readonly looksUp: readonly number[];
}

/**
 * Reads the answer to a call without a good key. True when it was refused with 401; what else came is reported.
 * A success, or an answer that only a look-up could give, means that the credential was accepted.
 */
export function judgeRefusal(
  context: Context,
  { kind, name }: Attempt,
  { clause, doing, looksUp }: Guarded,
  exchange: Exchange,
): boolean {
  const status = statusOf(exchange);
  if (isForbidden(exchange)) {
    context.withheld(clause, exchange.failure?.message ?? "");
    return false;
  }
  if (status === 401) {
    context.held(clause, "auth-key-exact");
    return true;
  }
  const accepted = status !== undefined && ((status >= 200 && status < 300) || looksUp.includes(status));
  if (kind === "road") {
    if (accepted)
      context.advise(
        `key-by-${exchange.call.credential}`,
        `${doing} is served with ${name} (${status}); the contract knows the bearer token in Authorization alone.`,
        [exchange],
      );
    return !accepted;
  }
  const received = receivedOf(exchange);
  const why = `${doing} with ${name} gets ${received}.`;
  const detail = { expected: "401", received };
  if (isDeferral(exchange)) {
    context.unproven(clause, PUT_OFF);
    return false;
  }
  if (kind === "odd" && status === 400) {
    context.advise(
      "malformed-credential",
      `${why} A credential in an odd form is an invalid key, for which the contract has 401.`,
      [exchange],
    );
    return true;
  }
  context.violated(clause, why, [exchange], detail);
  if (accepted && kind !== "none") context.violated("auth-key-exact", why, [exchange], detail);
  return false;
}

/** Calls that go out at once: a slow deployment is not waited for two dozen times. */
const AT_ONCE = 9;

/** Sends a call with every credential that is not the good key, some at a time; the answers in the order of the attempts. */
export async function tryCredentials(
  context: Context,
  call: Omit<Call, "credential">,
  attempts: readonly Attempt[] = ATTEMPTS,
): Promise<{ attempt: Attempt; exchange: Exchange }[]> {
  const answers: { attempt: Attempt; exchange: Exchange }[] = [];
  for (let from = 0; from < attempts.length; from += AT_ONCE)
    answers.push(
      ...(await Promise.all(
        attempts.slice(from, from + AT_ONCE).map(async (attempt) => ({
          attempt,
          exchange: await context.send({ ...call, credential: attempt.credential }),
        })),
      )),
    );
  return answers;
}

/**
 * A call without a key right after the same call with the good one, on the same connection and to the same address:
 * clause auth-each-request. `good` tells whether the first was served.
 */
export async function judgeEachRequest(
  context: Context,
  call: Omit<Call, "credential">,
  served: (exchange: Exchange) => boolean,
  doing: string,
): Promise<void> {
  const clause = "auth-each-request";
  const connection = `${call.method} ${call.path}`;
  // Letters alone: no digit of it can be taken for an order.
  const query = `nonce=${String(context.seed)
    .replace(/\D/g, "")
    .replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`;
  const first = await context.send({ ...call, query, connection, credential: "good" });
  if (isForbidden(first)) return context.withheld(clause, first.failure?.message ?? "");
  // Some refuse a query that nobody declared: the address without one is the same test, but for caches.
  const again = served(first) ? { ...call, query } : call;
  const bare = await context.send({ ...again, connection, credential: "none" });
  const wrong = await context.send({ ...again, connection, credential: "wrong" });
  const good = await context.send({ ...again, connection, credential: "good" });
  if (served(first) && statusOf(good) === 401)
    context.violated(
      "auth-good-key",
      `${doing} with the good key, right after bad ones on the same connection, gets 401.`,
      [wrong, good],
      {
        received: "401",
      },
    );
  for (const [exchange, name] of [
    [bare, "no key"],
    [wrong, "a wrong key"],
  ] as const) {
    const status = statusOf(exchange);
    if (status === 401) context.held(clause);
    else if (status !== undefined && (status < 300 || served(exchange)))
      context.violated(
        clause,
        `${doing} with ${name}, right after the good key was served there, gets ${status}.`,
        [first, exchange],
        {
          expected: "401",
          received: String(status),
        },
      );
  }
}
