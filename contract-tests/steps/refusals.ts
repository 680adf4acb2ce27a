/** Calls without the good key, and the refusal that each must get (section Authentication). */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import type { CredentialEntry } from "../client/credential-entry.ts";
import { CREDENTIALS, type Credential } from "../client/credentials.ts";
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import { TOO_MANY_BAD_KEYS } from "../safety/gentle.ts";
import type { Session } from "../session/session.ts";
import { describeAnswer, expectSent, isSuccess, isUndecided, statusOf } from "./answers.ts";

/** A call to which a credential is added. */
export type Call = Omit<OutgoingCall, "credential">;

/**
 * Sends a call with each of some bad credentials, and judges the responses in the order of the credentials. Returns the exchanges, without
 * those that a gentle run leaves out. `phrase` is the start of a sentence: "Cancelling a pending order".
 */
export async function tryBadCredentials(
  s: Session,
  phrase: string,
  call: Call,
  credentials: readonly Credential[],
): Promise<Exchange[]> {
  const exchanges = await s.all(credentials.map((credential) => ({ ...call, credential })));
  const isLeftOut = ({ failure }: Exchange) => failure?.message === TOO_MANY_BAD_KEYS;
  const names = exchanges
    .filter(isLeftOut)
    .map((exchange) => CREDENTIALS[exchange.call.credential].name);
  if (names.length > 0)
    s.report.unproven("auth-key-exact", `The run is gentle, and does not try ${names.join(", ")}.`);
  const tried = exchanges.filter((exchange) => !isLeftOut(exchange));
  for (const exchange of tried) await expectRefused(s, phrase, exchange);
  return tried;
}

/**
 * Judges a call that was sent without the good key. Anything but 401 is recorded as a violation or as advice. What is only advice is
 * repeated, because the key may have been accepted for another reason than its place.
 */
export async function expectRefused(s: Session, phrase: string, exchange: Exchange): Promise<void> {
  const { call } = exchange;
  const { report } = s;
  const { operation, orderId } = match(call.method, call.path);
  const { situations, unauthorized, id } = operation!;
  const { clause } = unauthorized;
  if (!expectSent(s, exchange, clause)) return;
  const entry: CredentialEntry = CREDENTIALS[call.credential];
  const { kind, name, parts = [], disputable = kind === "unusual" ? [400] : [] } = entry;
  const status = statusOf(exchange);
  if (status === 401) return report.held(clause, "auth-key-exact");
  if (status === 404 && id === "getPet") {
    const hidden = "it is hidden from unauthorized clients, or no longer exists";
    return report.advise("pets-gone", `With ${name} the pets operation gets 404: ${hidden}.`, [
      exchange,
    ]);
  }
  // The other documented answers show that the key was accepted.
  const documented = Object.values(situations).flatMap(({ statuses = [] }) => statuses);
  const isAccepted = (answer: Exchange) =>
    isSuccess(answer) || documented.includes(statusOf(answer) ?? 0);
  const alone = await s.all(parts.map((part) => ({ ...call, credential: part as Credential })));
  const acceptedAlone = alone.filter(isAccepted);
  for (const one of acceptedAlone) await expectRefused(s, phrase, one);
  if (acceptedAlone.length > 0) return;
  const accepted = isAccepted(exchange);
  const received = describeAnswer(exchange);
  const why = `${phrase} with ${name} gets ${received}`;
  if (kind === "alternative") {
    if (accepted) await judgeAccepted(s, clause, why, exchange, isAccepted);
    return;
  }
  if (isUndecided(s, exchange, clause)) return;
  if (status !== undefined && disputable.includes(status))
    return report.advise(
      "malformed-credential",
      `${why}; the contract specifies 401 for an invalid key.`,
      [exchange],
    );
  // What a firewall looks for. The plain wrong key is tried as well, and 403 for it is a violation.
  if (status === 403 && (kind === "special" || kind === "unusual")) {
    const because = `${why}, and not 401: a firewall in front may refuse such a text.`;
    return report.advise("refused-by-a-firewall", because, [exchange]);
  }
  const violated: ClauseId[] = accepted && kind !== "none" ? [clause, "auth-key-exact"] : [clause];
  const by = orderId === undefined ? undefined : s.cancelled.get(orderId);
  if (by !== undefined && by.response === exchange.response) violated.push("auth-no-effect");
  const control = await controlOf(s, exchange);
  report.violated(violated, `${why}.`, [...control, exchange], { expected: "401", received });
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
  const { report } = s;
  const { call } = exchange;
  const detail = { expected: "401", received: describeAnswer(exchange) };
  const control = await controlOf(s, exchange);
  const violate = (what: string, other: Exchange): void => {
    const exchanges = [...control, exchange, other];
    report.violated([clause, "auth-key-exact"], `${why}, ${what}`, exchanges, detail);
  };
  const again = await s.send(call);
  if (statusOf(again) === 401)
    return violate("and 401 when it is repeated: the key is not always asked for.", again);
  const wrong = await s.send({ ...call, credential: `wrong-${call.credential}` as Credential });
  if (isAccepted(wrong))
    return violate(
      `and ${describeAnswer(wrong)} with ${CREDENTIALS[wrong.call.credential].name}.`,
      wrong,
    );
  const advice = `${why}; the contract specifies only the bearer token in Authorization.`;
  report.advise(`key-by-${call.credential}`, advice, [exchange]);
}
