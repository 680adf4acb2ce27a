/**
 * Judges one exchange by itself, without the calls before it. Its findings can be compared with
 * Prism's.
 */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { match } from "../../../spec/interface/match.ts";
import type { Operation } from "../../../spec/interface/operations.ts";
import type { OutgoingCall } from "../../client/calls.ts";
import { CREDENTIALS, isGood } from "../../client/credentials.ts";
import { type Exchange, header } from "../../client/exchange.ts";
import { isProbe } from "../../client/nature.ts";
import { isElsewhere, isServed, outcomeOf } from "../../client/outcome.ts";
import type { AdviceId } from "../../tables/advice-ids.ts";
import { createFindings, type Finding, type Recorder } from "./finding.ts";
import { OrderIndex, type OrderList } from "./order-list.ts";
import { expectOrderList, readOrderList } from "./order-list-body.ts";
import { assertResponse } from "./response.ts";

/** Returns the clause that an undocumented status violates. */
export function statusClause({ method, path, credential }: OutgoingCall): ClauseId | undefined {
  const { operation } = match(method, path);
  if (operation === undefined) return undefined;
  if (!isGood(credential)) return operation.unauthorized.clause;
  return documentedStatuses(operation).length === 0 ? undefined : operation.undocumented;
}

/** Returns the statuses for the good key; none if the contract specifies none for the operation. */
function documentedStatuses({ situations }: Operation): readonly number[] {
  return Object.values(situations).flatMap(({ statuses = [] }) => statuses);
}

interface SingleExchange {
  readonly findings: readonly Finding[];
  readonly list?: OrderList;
}

/** Judges the status of the response, as far as one exchange allows, and its form and body. */
export function assertSingleExchange(exchange: Exchange): SingleExchange {
  const { recorder, list: recorded } = createFindings();
  const { call, response } = exchange;
  if (response === undefined || exchange.failure !== undefined) return { findings: [] };
  judgeStatus(exchange, response.status, recorder);
  assertResponse(exchange, recorder);

  const isList =
    match(call.method, call.path).operation?.id === "listOrders" && response.status === 200;
  const reading = isList ? readOrderList(response, [], new OrderIndex()) : undefined;
  // We do not judge the form in which a probe gets the orders.
  const list = isProbe(call)
    ? reading?.list && { ...reading.list, exchange }
    : reading && expectOrderList(exchange, response, reading, recorder);
  return { findings: recorded(), ...(list !== undefined && { list }) };
}

/** Judges only the status, for a response whose body is not known. */
export function assertStatus(exchange: Exchange): readonly Finding[] {
  const { recorder, list } = createFindings();
  if (exchange.response !== undefined && exchange.failure === undefined)
    judgeStatus(exchange, exchange.response.status, recorder);
  return list();
}

function judgeStatus(exchange: Exchange, status: number, recorder: Recorder): void {
  const { call } = exchange;
  const { operation } = match(call.method, call.path);
  const clause = statusClause(call);
  const isToWait = outcomeOf(exchange).kind === "wait";
  if (operation === undefined || clause === undefined || isToWait) return;
  // We do not judge how a service refuses what the contract does not describe.
  if (isProbe(call) && !isServed(exchange)) return;
  const documented = documentedStatuses(operation);
  const advise = (id: AdviceId, why: string): void => recorder.advise(id, why, [exchange]);
  const violated = (broken: ClauseId, why: string, expected: string): void =>
    recorder.violated(broken, why, [exchange], { expected, received: String(status) });
  if (!isGood(call.credential)) {
    const isAnswered = documented.length === 0 || documented.includes(status);
    if (status === 401) recorder.held(clause);
    else if (CREDENTIALS[call.credential].kind === "alternative" && isAnswered)
      advise(
        "key-elsewhere",
        `The key is taken where the contract does not put it (${call.credential}).`,
      );
    else if (operation.id === "getPet" && isElsewhere(exchange))
      advise("pets-gone", `Without a good key the pets operation gets ${status}.`);
    else violated(clause, `A request without a good key gets ${status}.`, "401");
    return;
  }
  // Which of several documented statuses is due depends on the state of the order.
  if (documented.includes(status))
    return recorder.held("auth-good-key", ...(documented.length === 1 ? [clause] : []));
  // It is an open question whether another spelling of the scheme is accepted (scheme-case).
  if (status === 401 && call.credential !== "good") return;
  if (status === 304 && isConditional(call)) return;
  if (isDisputableStatus(call, status)) return advise("unusual-status", `The call gets ${status}.`);
  violated(
    status === 401 ? "auth-good-key" : clause,
    status === 401 ? "A call with the good key gets 401." : `The call gets ${status}.`,
    documented.join(", "),
  );
}

/** Statuses of proxies and gateways, also for a request that is too large. */
const NOT_COMPARED_STATUSES: readonly number[] = [407, 408, 413, 414, 417, 421, 431, 502, 503, 504];

/**
 * True if a reader of the contract could dispute that the status is wrong in this situation: it is
 * advice at most.
 */
export function isDisputableStatus(call: OutgoingCall, status: number): boolean {
  // A gateway sends these, and no service a status above 510: only a repetition could tell an
  // accident from a broken service.
  if (NOT_COMPARED_STATUSES.includes(status) || status > 510) return true;
  const { operation, orderId } = match(call.method, call.path);
  if (operation?.disputable.includes(status)) return true;
  return orderId !== undefined && orderId <= 0n && status === 400;
}

/**
 * True if the client has an answer that the service may confirm with 304 (RFC 9110, section 13).
 */
function isConditional(call: OutgoingCall): boolean {
  return ["if-none-match", "if-modified-since"].some((name) => header(call, name) !== undefined);
}
