/** Checks that each request needs the key, also after one that had it (section Authentication). */
import { match } from "../../../../spec/interface/match.ts";
import type { OutgoingCall } from "../../../client/calls.ts";
import { CREDENTIALS, type Credential } from "../../../client/credentials.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { isProbe } from "../../../client/nature.ts";
import { describeAnswer, isServed, statusOf } from "../../../client/outcome.ts";
import { inLetters } from "../../../tables/texts.ts";
import type { Session } from "../../session/session.ts";
import { isAnswer } from "../answer-findings.ts";
import { phraseOf } from "../ask.ts";
import { leftovers } from "../leftovers.ts";

/**
 * A request with the good key must not open anything to the next one without it: we send the same
 * call with no key and with a wrong one, on the same connection, to the same address, and with what
 * the response has left behind. `isExpected`: true if a response is that of the good key.
 */
export async function expectKeyOnEachRequest(
  s: Session,
  call: Omit<OutgoingCall, "credential">,
  isExpected: (exchange: Exchange) => boolean,
): Promise<void> {
  const phrase = phraseOf(s, call);
  const clause = "auth-each-request";
  const open = acceptedBefore(s, call, isExpected);

  const plain = { ...call, connection: `${call.method} ${call.path}` };
  // An address that nobody else asks for, with a file extension that more caches keep.
  const cached = { ...plain, query: `nonce=${inLetters(s.config.seed)}.js` };
  let repeated = call.method === "GET" ? cached : plain;
  let first = await s.send({ ...repeated, credential: "good" });
  // A service may refuse an undeclared query. Without it, the calls test everything but caches.
  if (repeated === cached && !isExpected(first)) {
    repeated = plain;
    first = await s.send({ ...plain, credential: "good" });
  }
  if (!isAnswer(s, first, clause)) return;
  const unserved = `The first call with the key gets ${describeAnswer(first)}.`;
  if (!isExpected(first)) return s.report.unproven(clause, unserved);

  const withoutKey = await s.send({ ...repeated, credential: "none" });
  const wrong = await s.send({ ...repeated, credential: "wrong" });
  const good = await s.send({ ...plain, credential: "good" });
  if (statusOf(good) === 401) {
    const why = `${phrase} with the good key, directly after bad keys on the same connection, gets 401.`;
    s.report.violated("auth-good-key", why, [wrong, good], { received: "401" });
  }

  const tried = [withoutKey, wrong];
  for (const leftover of leftovers([first, good], [withoutKey, wrong]))
    tried.push(await s.send({ ...repeated, ...leftover }));
  for (const exchange of tried) {
    const status = statusOf(exchange);
    if (status === 401) s.report.held(clause);
    const { credential, headers } = exchange.call;
    const isPlainAnswer = !isProbe(exchange.call) && isExpected(exchange);
    // If the key was not required before, either, this call is not the cause.
    if (open.has(credential) || !(isPlainAnswer || isServed(exchange))) continue;
    const sent = headers?.map(([name]) => name).join(" and ");
    const leftover = sent === undefined ? "" : ` and with ${sent} of an earlier response`;
    const again = await s.send({ ...repeated, credential, connection: "another" });
    const why = `${phrase} with ${CREDENTIALS[credential].name}${leftover}, directly after the good key was accepted on the same connection, gets ${status}. On another connection it gets ${describeAnswer(again)}.`;
    const detail = { expected: "401", received: String(status) };
    s.report.violated(clause, why, [first, exchange], detail);
  }
}

/**
 * Returns the credentials that were accepted before: their answers now say nothing about an earlier
 * call.
 */
function acceptedBefore(
  { exchanges }: Session,
  call: Omit<OutgoingCall, "credential">,
  isExpected: (exchange: Exchange) => boolean,
): ReadonlySet<Credential> {
  const { operation } = match(call.method, call.path);
  const served = exchanges.filter(
    (one) =>
      !isProbe(one.call) &&
      match(one.call.method, one.call.path).operation === operation &&
      (isServed(one) || isExpected(one)),
  );
  return new Set(served.map((one) => one.call.credential));
}
