/** Calls without the good key, and the refusal that each must get (section Authentication). */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { match } from "../../../spec/interface/match.ts";
import type { CredentialEntry } from "../../client/credential-entry.ts";
import { CREDENTIALS, type Credential } from "../../client/credentials.ts";
import type { Exchange, OutgoingCall } from "../../client/exchange.ts";
import { isBefore } from "../../ledger/moments.ts";
import { TOO_MANY_BAD_KEYS } from "../../safety/gentle.ts";
import { describeAnswer, expectSent, isSuccess, isUndecided, statusOf } from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import type { JudgedCall } from "../send-together.ts";

type Call = Omit<OutgoingCall, "credential">;

/**
 * Sends a call with each of some bad credentials, and judges the responses in the order of the credentials. Returns the exchanges, without
 * those that a gentle run leaves out. `phrase` is the start of a sentence: "Cancelling a pending order".
 */
export async function tryBadCredentials(
  context: CheckContext,
  phrase: string,
  call: Call,
  credentials: readonly Credential[],
): Promise<Exchange[]> {
  const exchanges = await Promise.all(
    credentials.map((credential) => context.send({ ...call, credential })),
  );
  const isLeftOut = ({ failure }: Exchange) => failure?.message === TOO_MANY_BAD_KEYS;
  const names = exchanges
    .filter(isLeftOut)
    .map((exchange) => CREDENTIALS[exchange.call.credential].name);
  if (names.length > 0)
    context.report.unproven(
      "auth-key-exact",
      `The run is gentle, and does not try ${names.join(", ")}.`,
    );
  const tried = exchanges.filter((exchange) => !isLeftOut(exchange));
  for (const exchange of tried) await expectRefused(context, phrase, exchange);
  return tried;
}

/** A call with a bad credential, which must be refused. */
export function refused(call: OutgoingCall, phrase: string): JudgedCall {
  return { call, judge: (context, exchange) => expectRefused(context, phrase, exchange) };
}

/**
 * Judges a call that was sent without the good key. Anything but 401 is recorded as a violation or as advice. What is only advice is
 * repeated, because the key may have been accepted for another reason than its place.
 */
async function expectRefused(
  context: CheckContext,
  phrase: string,
  exchange: Exchange,
): Promise<void> {
  const { call } = exchange;
  const { ledger, report } = context;
  const { operation, orderId } = match(call.method, call.path);
  const { situations, unauthorized, id } = operation!;
  const { clause } = unauthorized;
  if (!expectSent(context, exchange, clause)) return;
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
  const alone = await Promise.all(
    parts.map((part) => context.send({ ...call, credential: part as Credential })),
  );
  const acceptedAlone = alone.filter(isAccepted);
  for (const one of acceptedAlone) await expectRefused(context, phrase, one);
  if (acceptedAlone.length > 0) return;
  const accepted = isAccepted(exchange);
  const received = describeAnswer(exchange);
  const why = `${phrase} with ${name} gets ${received}`;
  if (kind === "alternative") {
    if (accepted) await judgeAccepted(context, clause, why, exchange, isAccepted);
    return;
  }
  if (isUndecided(context, exchange, clause)) return;
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
  const isPending = ledger.rules.pending.some(
    (id) => id === orderId && !ledger.cancelledBy(id, exchange),
  );
  if (isPending && isSuccess(exchange)) violated.push("auth-no-effect");
  const control = await controlOf(context, exchange);
  report.violated(violated, `${why}.`, [...control, exchange], { expected: "401", received });
}

/**
 * The same call with a query that is no credential, and without a key, if the call has its credential in the query and is not
 * served. A 401 to it shows that the service does not refuse every query.
 */
async function controlOf({ send }: CheckContext, exchange: Exchange): Promise<Exchange[]> {
  const { call, url } = exchange;
  if (call.query !== undefined || !url.includes("?") || isSuccess(exchange)) return [];
  return [await send({ ...call, credential: "none", query: "nonce=x" })];
}

/**
 * The key was accepted in another place. That is advice, unless the same call is refused when it is repeated, or a wrong key in
 * this place is accepted, too.
 */
async function judgeAccepted(
  context: CheckContext,
  clause: ClauseId,
  why: string,
  exchange: Exchange,
  isAccepted: (exchange: Exchange) => boolean,
): Promise<void> {
  const { report, send } = context;
  const { call } = exchange;
  const detail = { expected: "401", received: describeAnswer(exchange) };
  const control = await controlOf(context, exchange);
  const violate = (what: string, other: Exchange): void => {
    const exchanges = [...control, exchange, other];
    report.violated([clause, "auth-key-exact"], `${why}, ${what}`, exchanges, detail);
  };
  const again = await send(call);
  if (statusOf(again) === 401)
    return violate("and 401 when it is repeated: the key is not always asked for.", again);
  const wrong = await send({ ...call, credential: `wrong-${call.credential}` as Credential });
  if (isAccepted(wrong))
    return violate(
      `and ${describeAnswer(wrong)} with ${CREDENTIALS[wrong.call.credential].name}.`,
      wrong,
    );
  const advice = `${why}; the contract specifies only the bearer token in Authorization.`;
  report.advise(`key-by-${call.credential}`, advice, [exchange]);
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
  const { report, send } = context;
  // They wait for each other, so that none waits for the calls of other checks, too.
  const onOneConnection = {
    ...call,
    connection: `${call.method} ${call.path}`,
    priority: true,
  } as const;
  // Without digits, because the guard reads numbers in a query as ids; with the end of a file, which more caches keep.
  const query = `nonce=${inLetters(context.config.seed)}.js`;
  let first = await send({ ...onOneConnection, query, credential: "good" });
  if (!expectSent(context, first, clause)) return;
  // A service may refuse an undeclared query. Without it, the calls test everything but caches.
  const repeated = wasServed(first) ? { ...onOneConnection, query } : onOneConnection;
  if (!wasServed(first)) first = await send({ ...repeated, credential: "good" });
  if (!wasServed(first))
    return report.unproven(clause, `The first call with the key gets ${describeAnswer(first)}.`);
  const withoutKey = await send({ ...repeated, credential: "none" });
  const wrong = await send({ ...repeated, credential: "wrong" });
  const good = await send({ ...repeated, credential: "good" });
  if (statusOf(good) === 401) {
    const why = `${phrase} with the good key, directly after bad keys on the same connection, gets 401.`;
    report.violated("auth-good-key", why, [wrong, good], { received: "401" });
  }
  const tried = [withoutKey, wrong];
  for (const leftover of leftovers([first, good], [withoutKey, wrong]))
    tried.push(await send({ ...repeated, ...leftover }));
  for (const exchange of tried.filter((one) => isBefore(first, one))) {
    const status = statusOf(exchange);
    if (status === 401) report.held(clause);
    else if (isSuccess(exchange) || status === 304 || wasServed(exchange)) {
      const { query } = exchange.call;
      const again = await send({
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

/** The number with a letter for each digit: the policy reads digits in a query as ids. */
export function inLetters(number: number): string {
  return String(number).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
}

type Header = readonly [name: string, value: string];
/** What a response leaves behind, which a service may take for the key. */
type Leftover = Pick<OutgoingCall, "credential"> & { readonly headers: readonly Header[] };

/** Response headers that a service may have issued in place of the key. */
const TOKEN_HEADER = /^(?:authorization|x-.*(?:token|session|auth).*|.*-token)$/i;

/**
 * Cookies (RFC 6265, section 4.2), validators (RFC 9110, section 13.1) and tokens as a client sends them with the next request,
 * which has no key, or a wrong one. Those of each group of exchanges are sent together.
 */
export function leftovers(...groups: readonly (readonly Exchange[])[]): readonly Leftover[] {
  const all = groups.flatMap(leftoversOf).filter(({ headers }) => headers.length > 0);
  return [...new Map(all.map((leftover) => [JSON.stringify(leftover), leftover])).values()];
}

function leftoversOf(exchanges: readonly Exchange[]): readonly Leftover[] {
  const received = exchanges.flatMap(({ response }) => response?.headers ?? []);
  const valuesOf = (name: string) =>
    received.flatMap(([one, value]) => (one.toLowerCase() === name ? [value] : []));
  const cookies = new Set(valuesOf("set-cookie").map((value) => value.replace(/;.*/s, "")));
  const validators = [
    ...valuesOf("etag")
      .map((value): Header => ["If-None-Match", value])
      .slice(-1),
    ...valuesOf("last-modified")
      .map((value): Header => ["If-Modified-Since", value])
      .slice(-1),
  ];
  const tokens = [...new Map(received.filter(([name]) => TOKEN_HEADER.test(name)))];
  const bearer = (token: string) => token.replace(/^(?:Bearer )?/, "Bearer ");
  return [
    // A token against forged requests counts only with its cookie.
    {
      credential: "none",
      headers: cookies.size === 0 ? [] : [["Cookie", [...cookies].join("; ")], ...tokens],
    },
    { credential: "none", headers: validators },
    { credential: "wrong", headers: validators },
    { credential: "none", headers: tokens },
    {
      credential: "none",
      headers: tokens.slice(0, 1).map(([, value]): Header => ["Authorization", bearer(value)]),
    },
  ];
}
