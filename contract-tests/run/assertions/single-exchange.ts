/** The findings of one exchange by itself, without the calls before it: what can be compared with Prism. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { match } from "../../../spec/interface/match.ts";
import type { Operation } from "../../../spec/interface/operations.ts";
import type { OutgoingCall } from "../../client/calls.ts";
import { CREDENTIALS, isGood } from "../../client/credentials.ts";
import { type Exchange, header } from "../../client/exchange.ts";
import { isProbe } from "../../client/nature.ts";
import { isElsewhere, isServed, outcomeOf } from "../../client/outcome.ts";
import type { AdviceId } from "./advice-ids.ts";
import { createFindings, type Finding, type Recorder } from "./finding.ts";
import { OrderIndex, type OrderList } from "./order-list.ts";
import { expectOrderList, readOrderList } from "./order-list-body.ts";
import { assertResponse } from "./response.ts";

/** The clause that an undocumented status violates. */
export function statusClause({ method, path, credential }: OutgoingCall): ClauseId | undefined {
  const { operation } = match(method, path);
  if (operation === undefined) return undefined;
  if (!isGood(credential)) return operation.unauthorized.clause;
  return documentedStatuses(operation).length === 0 ? undefined : operation.undocumented;
}

/** Statuses for the good key; none for an operation of which the contract specifies none. */
function documentedStatuses({ situations }: Operation): readonly number[] {
  return Object.values(situations).flatMap(({ statuses = [] }) => statuses);
}

interface SingleExchange {
  readonly findings: readonly Finding[];
  /** The list in the response. */
  readonly list?: OrderList;
}

/** Judges the status of the response, as far as one exchange allows, its form and its body. */
export function assertSingleExchange(exchange: Exchange): SingleExchange {
  const { recorder, list: recorded } = createFindings();
  const { call, response } = exchange;
  if (response === undefined || exchange.failure !== undefined) return { findings: [] };
  judgeStatus(exchange, response.status, recorder);
  assertResponse(exchange, recorder);

  const isList =
    match(call.method, call.path).operation?.id === "listOrders" && response.status === 200;
  const reading = isList ? readOrderList(response, [], new OrderIndex()) : undefined;
  // The form in which a probe gets the orders is not judged.
  const list = isProbe(call)
    ? reading?.list && { ...reading.list, exchange }
    : reading && expectOrderList(exchange, response, reading, recorder);
  return { findings: recorded(), ...(list !== undefined && { list }) };
}

/** Judges the status of a response whose body is not known. */
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
  // How a service refuses what the contract does not know is not judged.
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
  // Which of several statuses is due depends on the state of the order.
  if (documented.includes(status))
    return recorder.held("auth-good-key", ...(documented.length === 1 ? [clause] : []));
  // Whether another spelling of the scheme is accepted is a silence (scheme-case).
  if (status === 401 && call.credential !== "good") return;
  if (status === 304 && isConditional(call)) return;
  if (isDisputableStatus(call, status)) return advise("unusual-status", `The call gets ${status}.`);
  violated(
    status === 401 ? "auth-good-key" : clause,
    status === 401 ? "A call with the good key gets 401." : `The call gets ${status}.`,
    documented.join(", "),
  );
}

/** Proxies and gateways answer with them, also where a request is too large. A service has none above 510. */
const OF_GATEWAYS: readonly number[] = [407, 408, 413, 414, 417, 421, 431, 502, 503, 504];

/** Statuses that a reader of the contract could dispute, in the situations where they occur: advice at most. */
export function isDisputableStatus(call: OutgoingCall, status: number): boolean {
  // A gateway sends these: only a repetition could tell an accident from a broken service.
  if (OF_GATEWAYS.includes(status) || status > 510) return true;
  const { operation, orderId } = match(call.method, call.path);
  if (operation?.disputable.includes(status)) return true;
  return orderId !== undefined && orderId <= 0n && status === 400;
}

/** True if the client has an answer that the service may confirm (RFC 9110, section 13). */
function isConditional(call: OutgoingCall): boolean {
  return ["if-none-match", "if-modified-since"].some((name) => header(call, name) !== undefined);
}
