/** Calls without the good key, and the refusal that each must get (section Authentication). */

import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { match } from "../../../../spec/interface/match.ts";
import { CREDENTIALS, type Credential } from "../../../client/credentials.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { isProbe } from "../../../client/nature.ts";
import {
  describeAnswer,
  isElsewhere,
  isGone,
  isServed,
  isSuccess,
  outcomeOf,
  statusOf,
} from "../../../client/outcome.ts";
import type { AdviceId } from "../../../tables/advice-ids.ts";
import type { CredentialEntry } from "../../../tables/credential.ts";
import type { Alternative } from "../../../tables/keys-elsewhere.ts";
import type { Proof } from "../../assertions/finding.ts";
import type { Session } from "../../session/session.ts";
import { isAnswer } from "../answer-findings.ts";

/** Wrong keys with characters that no token has (RFC 6750, section 2.1). */
const NO_TOKENS: readonly Credential[] = ["wildcard", "extended"];
/** Statuses with which a firewall, or a server with limits of its own, refuses a strange text. */
const OF_A_FIREWALL: readonly number[] = [400, 403, 406, 413, 414, 431];

/**
 * Judges a call that was sent without the good key. A plain call gets 401. A probe, such as one
 * with the key in another place, must not be served as one with the good key. We repeat a call
 * whose key was accepted in another place, because it may have been accepted for another reason.
 * `atOnce`: the calls that were sent at the same moment.
 */
export async function expectRefused(
  s: Session,
  phrase: string,
  exchange: Exchange,
  atOnce?: readonly Exchange[],
): Promise<void> {
  const { call } = exchange;
  const { operation, orderId } = match(call.method, call.path);
  const { situations, unauthorized, id } = operation!;
  const { clause } = unauthorized;
  const entry: CredentialEntry = CREDENTIALS[call.credential];
  const { kind, name, parts = [] } = entry;
  const isPlainKey = kind === "none" || call.credential === "wrong";
  const isPending = orderId !== undefined && s.orders.rules.pending.includes(orderId);
  // Any other cancellation would get 404 or 409 with the good key.
  const by = orderId === undefined ? undefined : s.orders.of(orderId).cancelledBy;
  const isFirst = orderId !== undefined && (!isPending || by !== undefined);
  if (!isAnswer(s, exchange, isFirst && isPlainKey ? [clause, "auth-first"] : clause)) return;

  const status = statusOf(exchange) ?? 0;
  const received = describeAnswer(exchange);
  const why = `${phrase} with ${name} gets ${received}`;
  const advise = (advice: AdviceId, more: string) =>
    s.report.advise(advice, why + more, [exchange]);
  if (status === 401) {
    s.report.held(clause);
    if (kind !== "none") s.report.held("auth-key-exact");
    return isFirst ? s.report.held("auth-first") : undefined;
  }
  if (id === "getPet" && isElsewhere(exchange))
    return advise("pets-gone", ": it is hidden from unauthorized clients, or is no longer there.");

  // The other documented answers show that the key was accepted. If the call tried several places,
  // we find out which of them was.
  const documented = Object.values(situations).flatMap(({ statuses = [] }) => statuses);
  const isAccepted = (answer: Exchange) =>
    isSuccess(answer) || documented.includes(statusOf(answer) ?? 0);
  const alone = await s.all(parts.map((part) => ({ ...call, credential: part as Credential })));
  const acceptedAlone = alone.filter(kind === "alternative" ? isAccepted : isServed);
  for (const one of acceptedAlone) await expectRefused(s, phrase, one);
  if (acceptedAlone.length > 0) return;

  if (kind === "alternative")
    return isAccepted(exchange) ? judgeAccepted(s, clause, why, exchange) : undefined;
  if (isProbe(call) && !isServed(exchange))
    return advise("malformed-credential", "; the contract specifies 401 for an invalid key.");
  if (kind === "special" || kind === "unusual" || NO_TOKENS.includes(call.credential)) {
    const stripped = "; many servers strip or ignore what is behind the key.";
    if (entry.isStripped && isSuccess(exchange)) return advise("malformed-credential", stripped);
    const isClosed = exchange.failure?.kind === "reset" && exchange.response === undefined;
    if (OF_A_FIREWALL.includes(status) || isClosed)
      return advise("refused-by-a-firewall", ": a firewall in front may refuse such a text.");
  }
  if (status === 403 && (await areAllBlocked(s)))
    return advise("bad-keys-blocked", " after many bad keys; the first of them got 401.");

  const violated: ClauseId[] = [clause];
  if (isAccepted(exchange) && kind !== "none") violated.push("auth-key-exact");
  if (isFirst && isPlainKey && isGone(exchange)) violated.push("auth-first");
  if (by !== undefined && by.response === exchange.response) violated.push("auth-no-effect");
  s.report.violated(violated, `${why}.`, [exchange], { expected: "401", received, atOnce });
}

/**
 * True if a call without a key, or with a plain wrong one, got 401 before but is refused in another
 * way now: something in front of the service has had enough of bad keys.
 */
async function areAllBlocked(s: Session): Promise<boolean> {
  const refusedWith = (credential: Credential) =>
    s.exchanges.find(
      (one) => one.call.credential === credential && !isProbe(one.call) && statusOf(one) === 401,
    );
  // A firewall may count only wrong keys.
  const first = refusedWith("wrong") ?? refusedWith("none");
  if (first === undefined) return false;
  const again = await s.send(first.call);
  // A gentle run does not send the call again: the earlier 401 says enough.
  if (outcomeOf(again).kind === "not sent") return s.config.gentle === true;
  return statusOf(again) !== 401 && !isServed(again);
}

/**
 * Judges a key that was accepted in another place. That is advice, unless the same call is refused
 * when we repeat it, or is served with a wrong key in this place, too.
 */
async function judgeAccepted(
  s: Session,
  clause: ClauseId,
  why: string,
  exchange: Exchange,
): Promise<void> {
  const { call } = exchange;
  const again = await s.send(call);
  const wrong = await s.send({ ...call, credential: `wrong-${call.credential}` as Credential });
  const isRefused = statusOf(again) === 401;
  if (!isRefused && statusOf(wrong) === 401) {
    const advice = `${why}; the contract specifies only the bearer token in Authorization.`;
    return s.report.advise(`key-by-${call.credential as Alternative}`, advice, [exchange]);
  }
  // An answer that a wrong key gets, too, says nothing unless it is a success.
  if (!isSuccess(isRefused ? exchange : wrong)) return;

  const what = isRefused
    ? "401 when it is repeated: the key is not always asked for"
    : `${describeAnswer(wrong)} with ${CREDENTIALS[wrong.call.credential].name}`;
  const proof: Proof = isRefused ? [again, exchange] : [exchange, wrong];
  const detail = { expected: "401", received: describeAnswer(exchange) };
  s.report.violated([clause, "auth-key-exact"], `${why}, and ${what}.`, proof, detail);
}
