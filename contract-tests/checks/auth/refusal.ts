/** Calls without the good key, and the refusal that each must get (section Authentication). */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { ALTERNATIVES_TRIED } from "../../client/credential-entries/alternative-credentials.ts";
import type { CredentialEntry } from "../../client/credential-entries/credential-entry.ts";
import { CREDENTIALS, type Credential, credentialsOf } from "../../client/credentials.ts";
import { asksToWait, type Exchange, type OutgoingCall } from "../../client/exchange.ts";
import { TOO_MANY_BAD_KEYS } from "../../safety/gentle.ts";
import { describeAnswer, expectSent, isSuccess, RETRY_TOO_LATE, statusOf } from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import { leftovers } from "./leftovers.ts";

type Call = Omit<OutgoingCall, "credential">;

/** Every credential but the good key. */
export const NOT_GOOD_KEYS: readonly Credential[] = [
  ...credentialsOf("none", "wrong", "special", "unusual"),
  ...ALTERNATIVES_TRIED,
];

/** One of each kind: the list is tried with all of them. */
export const SPECIAL_FOR_CANCEL = ["middle-changed", "jwt-unsigned", "pattern-any", "sql", "test"] as const;

/**
 * Sends a call with each credential. The exchanges are in the order of the credentials, without those that a gentle run leaves
 * out.
 */
export async function sendWithCredentials(
  context: CheckContext,
  call: Call,
  credentials: readonly Credential[],
): Promise<Exchange[]> {
  const exchanges = await Promise.all(credentials.map((credential) => context.send({ ...call, credential })));
  const leftOut = exchanges.filter(({ failure }) => failure?.message === TOO_MANY_BAD_KEYS);
  if (leftOut.length === 0) return exchanges;
  const names = leftOut.map((exchange) => CREDENTIALS[exchange.call.credential].name);
  context.unproven("auth-key-exact", `The run is gentle, and does not try ${names.join(", ")}.`);
  return exchanges.filter((exchange) => !leftOut.includes(exchange));
}

/** An operation as the findings of {@link expectRefused} name it. */
export interface ProtectedOperation {
  /** The clause that requires the 401. */
  readonly clause: ClauseId;
  /** The start of a sentence: "Cancelling a pending order". */
  readonly phrase: string;
  /** Statuses, in addition to those of success, that show that the credential was accepted: the order was looked up. */
  readonly lookupStatuses: readonly number[];
}

/** Judges calls that were sent with bad credentials. */
export async function expectAllRefused(
  context: CheckContext,
  operation: ProtectedOperation,
  exchanges: readonly Exchange[],
): Promise<void> {
  for (const exchange of exchanges) await expectRefused(context, operation, exchange);
}

/**
 * Whether a call without the good key was refused. Anything but 401 is recorded as a violation or as advice. What is only
 * advice is repeated, because the key may have been accepted for another reason than its place.
 */
export async function expectRefused(
  context: CheckContext,
  operation: ProtectedOperation,
  exchange: Exchange,
): Promise<boolean> {
  const { clause, phrase, lookupStatuses } = operation;
  if (!expectSent(context, exchange, clause)) return false;
  const entry: CredentialEntry = CREDENTIALS[exchange.call.credential];
  const { kind, name, parts = [], disputable = kind === "unusual" ? [400] : [] } = entry;
  const status = statusOf(exchange);
  if (status === 401) {
    context.held(clause, "auth-key-exact");
    return true;
  }
  const isAccepted = (answer: Exchange) => isSuccess(answer) || lookupStatuses.includes(statusOf(answer) ?? 0);
  const accepted = isAccepted(exchange);
  const alone = await Promise.all(
    parts.map((part) => context.send({ ...exchange.call, credential: part as Credential })),
  );
  const acceptedAlone = alone.filter(isAccepted);
  for (const one of acceptedAlone) await expectRefused(context, operation, one);
  if (acceptedAlone.length > 0) return false;
  if (kind === "alternative") {
    if (accepted) await judgeAccepted(context, clause, phrase, exchange, isAccepted);
    return !accepted;
  }
  const received = describeAnswer(exchange);
  const why = `${phrase} with ${name} gets ${received}`;
  if (asksToWait(exchange)) {
    context.unproven(clause, RETRY_TOO_LATE);
    return false;
  }
  if (status !== undefined && disputable.includes(status)) {
    context.advise("malformed-credential", `${why}; the contract specifies 401 for an invalid key.`, [exchange]);
    return true;
  }
  const detail = { expected: "401", received };
  context.violated(clause, `${why}.`, [exchange], detail);
  if (accepted && kind !== "none") context.violated("auth-key-exact", `${why}.`, [exchange], detail);
  return false;
}

/**
 * The key was accepted in another place. That is advice, unless the same call is refused when it is repeated, or a wrong key in
 * this place is accepted, too.
 */
async function judgeAccepted(
  context: CheckContext,
  clause: ClauseId,
  phrase: string,
  exchange: Exchange,
  isAccepted: (exchange: Exchange) => boolean,
): Promise<void> {
  const { call } = exchange;
  const received = describeAnswer(exchange);
  const why = `${phrase} with ${CREDENTIALS[call.credential].name} gets ${received}`;
  const violate = (what: string, other: Exchange): void => {
    const detail = { expected: "401", received };
    for (const violated of [clause, "auth-key-exact"] as const)
      context.violated(violated, `${why}, ${what}`, [exchange, other], detail);
  };
  const again = await context.send(call);
  if (statusOf(again) === 401) return violate("and 401 when it is repeated: the key is not always asked for.", again);
  const wrong = await context.send({ ...call, credential: `wrong-${call.credential}` as Credential });
  if (isAccepted(wrong))
    return violate(`and ${describeAnswer(wrong)} with ${CREDENTIALS[wrong.call.credential].name}.`, wrong);
  context.advise(
    `key-by-${call.credential}`,
    `${why}; the contract specifies only the bearer token in Authorization.`,
    [exchange],
  );
}

/**
 * Calls with no key and with a wrong key directly after the same call with the good key, on the same connection and to the
 * same address: clause auth-each-request. `wasServed` tests whether a response shows that the credential was accepted.
 */
export async function assertKeyOnEachRequest(
  context: CheckContext,
  call: Call,
  wasServed: (exchange: Exchange) => boolean,
  phrase: string,
): Promise<void> {
  const clause = "auth-each-request";
  // They wait for each other, so that none waits for the calls of other checks, too.
  const onOneConnection = { ...call, connection: `${call.method} ${call.path}`, goesFirst: true } as const;
  // Without digits, because the guard reads numbers in a query as ids.
  const query = `nonce=${String(context.seed)
    .replace(/\D/g, "")
    .replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`;
  const first = await context.send({ ...onOneConnection, query, credential: "good" });
  if (!expectSent(context, first, clause)) return;
  // A service may refuse an undeclared query. Without it, the calls test everything but caches.
  const repeated = wasServed(first) ? { ...onOneConnection, query } : onOneConnection;
  const withoutKey = await context.send({ ...repeated, credential: "none" });
  const wrong = await context.send({ ...repeated, credential: "wrong" });
  const good = await context.send({ ...repeated, credential: "good" });
  if (wasServed(first) && statusOf(good) === 401)
    context.violated(
      "auth-good-key",
      `${phrase} with the good key, directly after bad keys on the same connection, gets 401.`,
      [wrong, good],
      { received: "401" },
    );
  const withLeftovers: Exchange[] = [];
  for (const leftover of leftovers([first, good], [withoutKey, wrong]))
    withLeftovers.push(await context.send({ ...repeated, ...leftover }));
  for (const exchange of [withoutKey, wrong, ...withLeftovers]) {
    const status = statusOf(exchange);
    if (status === 401) context.held(clause);
    else if (isSuccess(exchange) || status === 304 || wasServed(exchange)) {
      const again = await context.send({ ...call, credential: exchange.call.credential });
      const isAlwaysServed = isSuccess(again) || wasServed(again);
      const sent = exchange.call.headers?.map(([name]) => name).join(" and ");
      const leftover = sent === undefined ? "" : ` and with ${sent} of an earlier response`;
      context.violated(
        clause,
        `${phrase} with ${CREDENTIALS[exchange.call.credential].name}${leftover}, directly after the good key was accepted on the same connection, gets ${status}. The same call ${isAlwaysServed ? "on another connection does, too" : `on another connection gets ${describeAnswer(again)}`}.`,
        [first, exchange],
        { expected: "401", received: String(status) },
      );
    }
  }
}
