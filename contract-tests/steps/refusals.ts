/** Calls without the good key, and the refusal that each must get (section Authentication). */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import { describeAnswer, isGone, isSuccess, statusOf } from "../client/answer.ts";
import type { CredentialEntry } from "../client/credential-entry.ts";
import { CREDENTIALS, type Credential } from "../client/credentials.ts";
import type { Exchange } from "../client/exchange.ts";
import type { Session } from "../session/session.ts";
import { isAnswer } from "./answers.ts";

/**
 * Judges a call that was sent without the good key. Anything but 401 is recorded as a violation or as advice. What is only advice is
 * repeated, because the key may have been accepted for another reason than its place.
 */
export async function expectRefused(s: Session, phrase: string, exchange: Exchange): Promise<void> {
  const { call } = exchange;
  const { operation, orderId } = match(call.method, call.path);
  const { situations, unauthorized, id } = operation!;
  const { clause } = unauthorized;
  const entry: CredentialEntry = CREDENTIALS[call.credential];
  const { kind, name, parts = [], disputable = kind === "unusual" ? [400] : [] } = entry;
  const isPlain = kind === "none" || call.credential === "wrong";
  const isPending = orderId !== undefined && s.config.pending.includes(orderId);
  // The order of any other cancellation would get 404 or 409 with the good key.
  const isFirst = orderId !== undefined && (!isPending || s.cancelled.has(orderId));
  if (!isAnswer(s, exchange, isFirst && isPlain ? [clause, "auth-first"] : clause)) return;

  const status = statusOf(exchange) ?? 0;
  const received = describeAnswer(exchange);
  const why = `${phrase} with ${name} gets ${received}`;
  const advise = (advice: string, more: string) =>
    s.report.advise(advice, `${why}${more}`, [exchange]);
  if (status === 401)
    return s.report.held(clause, "auth-key-exact", ...(isFirst ? (["auth-first"] as const) : []));
  if (status === 404 && id === "getPet")
    return advise("pets-gone", ": it is hidden from unauthorized clients, or no longer exists.");

  // The other documented answers show that the key was accepted. Where several places were tried, by which of them?
  const documented = Object.values(situations).flatMap(({ statuses = [] }) => statuses);
  const isAccepted = (answer: Exchange) =>
    isSuccess(answer) || documented.includes(statusOf(answer) ?? 0);
  const alone = await s.all(parts.map((part) => ({ ...call, credential: part as Credential })));
  const acceptedAlone = alone.filter(isAccepted);
  for (const one of acceptedAlone) await expectRefused(s, phrase, one);
  if (acceptedAlone.length > 0) return;

  if (kind === "alternative")
    return isAccepted(exchange) ? judgeAccepted(s, clause, why, exchange, isAccepted) : undefined;
  if (disputable.includes(status))
    return advise("malformed-credential", "; the contract specifies 401 for an invalid key.");
  // What a firewall looks for. The plain wrong key is tried as well, and 403 for it is a violation.
  if (status === 403 && (kind === "special" || kind === "unusual"))
    return advise("refused-by-a-firewall", ": a firewall in front may refuse such a text.");
  const violated: ClauseId[] = [clause];
  if (isAccepted(exchange) && kind !== "none") violated.push("auth-key-exact");
  if (isFirst && isPlain && isGone(exchange)) violated.push("auth-first");
  const by = orderId === undefined ? undefined : s.cancelled.get(orderId);
  if (by !== undefined && by.response === exchange.response) violated.push("auth-no-effect");
  const exchanges = [...(await controlOf(s, exchange)), exchange];
  s.report.violated(violated, `${why}.`, exchanges, { expected: "401", received });
}

/**
 * The same call with a query that is no credential, and without a key, if the call has its credential in the query and is not
 * served. A 401 to it shows that the service does not refuse every query.
 */
async function controlOf(s: Session, exchange: Exchange): Promise<Exchange[]> {
  const { call, url } = exchange;
  if (call.query !== undefined || !url.includes("?") || isSuccess(exchange)) return [];
  return [await s.send({ ...call, credential: "none", query: "nonce=x" })];
}

/**
 * The key was accepted in another place. That is advice, unless the same call is refused when it is repeated, or a wrong key in
 * this place is accepted, too.
 */
async function judgeAccepted(
  s: Session,
  clause: ClauseId,
  why: string,
  exchange: Exchange,
  isAccepted: (exchange: Exchange) => boolean,
): Promise<void> {
  const { call } = exchange;
  const again = await s.send(call);
  const wrong = await s.send({ ...call, credential: `wrong-${call.credential}` as Credential });
  const isRefused = statusOf(again) === 401;
  if (!isRefused && !isAccepted(wrong)) {
    const advice = `${why}; the contract specifies only the bearer token in Authorization.`;
    return s.report.advise(`key-by-${call.credential}`, advice, [exchange]);
  }

  const what = isRefused
    ? "401 when it is repeated: the key is not always asked for"
    : `${describeAnswer(wrong)} with ${CREDENTIALS[wrong.call.credential].name}`;
  const exchanges = [...(await controlOf(s, exchange)), exchange, isRefused ? again : wrong];
  const detail = { expected: "401", received: describeAnswer(exchange) };
  s.report.violated([clause, "auth-key-exact"], `${why}, and ${what}.`, exchanges, detail);
}
