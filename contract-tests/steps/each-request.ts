/** That a request with the good key was served opens nothing to the next one without it (section Authentication). */
import { CREDENTIALS } from "../client/credentials.ts";
import { type Exchange, isBefore } from "../client/exchange.ts";
import { leftovers } from "../client/leftovers.ts";
import type { Session } from "../session/session.ts";
import { describeAnswer, expectSent, isSuccess, statusOf } from "./answers.ts";
import type { Call } from "./refusals.ts";
import { inLetters } from "./texts.ts";

/**
 * Calls with no key and with a wrong key directly after the same call with the good key, on the same connection and to the
 * same address: clause auth-each-request. `wasServed` tests whether a response shows that the credential was accepted.
 */
export async function assertKeyOnEachRequest(
  s: Session,
  call: Call,
  wasServed: (exchange: Exchange) => boolean,
  phrase: string,
): Promise<void> {
  const clause = "auth-each-request";
  const { report } = s;
  const onOneConnection = { ...call, connection: `${call.method} ${call.path}` };
  // Without digits, because the guard reads numbers in a query as ids; with the end of a file, which more caches keep.
  const query = `nonce=${inLetters(s.config.seed)}.js`;
  let first = await s.send({ ...onOneConnection, query, credential: "good" });
  if (!expectSent(s, first, clause)) return;
  // A service may refuse an undeclared query. Without it, the calls test everything but caches.
  const repeated = wasServed(first) ? { ...onOneConnection, query } : onOneConnection;
  if (!wasServed(first)) first = await s.send({ ...repeated, credential: "good" });
  if (!wasServed(first))
    return report.unproven(clause, `The first call with the key gets ${describeAnswer(first)}.`);
  const withoutKey = await s.send({ ...repeated, credential: "none" });
  const wrong = await s.send({ ...repeated, credential: "wrong" });
  const good = await s.send({ ...repeated, credential: "good" });
  if (statusOf(good) === 401) {
    const why = `${phrase} with the good key, directly after bad keys on the same connection, gets 401.`;
    report.violated("auth-good-key", why, [wrong, good], { received: "401" });
  }
  const tried = [withoutKey, wrong];
  for (const leftover of leftovers([first, good], [withoutKey, wrong]))
    tried.push(await s.send({ ...repeated, ...leftover }));
  for (const exchange of tried.filter((one) => isBefore(first, one))) {
    const status = statusOf(exchange);
    if (status === 401) report.held(clause);
    else if (isSuccess(exchange) || status === 304 || wasServed(exchange)) {
      const { query } = exchange.call;
      const again = await s.send({
        ...call,
        ...(query !== undefined && { query }),
        credential: exchange.call.credential,
      });
      const sent = exchange.call.headers?.map(([name]) => name).join(" and ");
      const leftover = sent === undefined ? "" : ` and with ${sent} of an earlier response`;
      const elsewhere =
        isSuccess(again) || wasServed(again) ? "does, too" : `gets ${describeAnswer(again)}`;
      const why = `${phrase} with ${CREDENTIALS[exchange.call.credential].name}${leftover}, directly after the good key was accepted on the same connection, gets ${status}. The same call on another connection ${elsewhere}.`;
      report.violated(clause, why, [first, again, exchange], {
        expected: "401",
        received: String(status),
      });
    }
  }
}
