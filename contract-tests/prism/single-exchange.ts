/** The findings of one exchange by itself, without the calls before it: what can be compared with Prism. */

import type { ClauseId, OperationId } from "../../spec/clauses/index.ts";
import type { Finding, Recorder } from "../assertions/finding.ts";
import { disputedListStatus } from "../assertions/list-status.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { expectOrderList } from "../assertions/order-list-body.ts";
import { assertResponse, operationOf } from "../assertions/response.ts";
import { CREDENTIALS, isGood } from "../client/credentials.ts";
import { asksToWait, type Exchange, type OutgoingCall } from "../client/exchange.ts";
import { createFindings } from "../run/findings.ts";

/** The clause that an undocumented status violates. */
export function statusClause(call: OutgoingCall): ClauseId | undefined {
  const operation = operationOf(call)?.id;
  if (operation === undefined) return undefined;
  if (operation === "getPet") return isGood(call.credential) ? undefined : "pets-unauthorized";
  if (operation === "listOrders") return isGood(call.credential) ? "list-ok" : "list-unauthorized";
  return isGood(call.credential) ? "cancel-pending" : "cancel-unauthorized";
}

/** Statuses for the good key. */
const DOCUMENTED = { listOrders: [200], cancelOrder: [204, 404, 409] } as const;

function isDocumented(operation: OperationId, status: number): boolean {
  return operation === "getPet" || (DOCUMENTED[operation] as readonly number[]).includes(status);
}

/** Judges the status of the response, as far as one exchange allows, its form and its body. `list` is the list in it. */
export function assertSingleExchange(exchange: Exchange): {
  readonly findings: readonly Finding[];
  readonly list?: OrderList;
} {
  const { recorder, list: findings } = createFindings();
  const { call, response } = exchange;
  if (response === undefined || exchange.failure !== undefined) return { findings: [] };
  judgeStatus(exchange, response.status, recorder);
  assertResponse(exchange, recorder);
  if (operationOf(call)?.id !== "listOrders" || response.status !== 200) return { findings: findings() };
  const list = expectOrderList(exchange, response, [], recorder);
  return list === undefined ? { findings: findings() } : { findings: findings(), list };
}

function judgeStatus(exchange: Exchange, status: number, recorder: Recorder): void {
  const { call, response } = exchange;
  const operation = operationOf(call);
  const clause = statusClause(call);
  if (operation === undefined || response === undefined || clause === undefined) return;
  if (asksToWait(exchange)) return;
  if (!operation.known && status >= 400) return;
  if (!isGood(call.credential)) {
    if (status === 401) return recorder.held(clause);
    if (CREDENTIALS[call.credential].kind === "alternative" && isDocumented(operation.id, status))
      return recorder.advise(
        "key-by-another-road",
        `The key is taken where the contract does not put it (${call.credential}).`,
        [exchange],
      );
    if (operation.id === "getPet" && status === 404)
      return recorder.advise("pets-gone", "Without a good key the pets operation gets 404.", [exchange]);
    return recorder.violated(clause, `A request without a good key gets ${status}.`, [exchange], {
      expected: "401",
      received: String(status),
    });
  }
  if (operation.id === "getPet") return;
  const documented: readonly number[] = DOCUMENTED[operation.id];
  if (documented.includes(status))
    return recorder.held("auth-good-key", ...(operation.id === "listOrders" ? [clause] : []));
  // Whether another spelling of the scheme is accepted is a silence (scheme-case).
  if (status === 401 && call.credential !== "good") return;
  if (isDisputableStatus(call, status))
    return recorder.advise("unusual-status", `The call gets ${status}.`, [exchange]);
  recorder.violated(status === 401 ? "auth-good-key" : clause, `A call with the good key gets ${status}.`, [exchange], {
    expected: DOCUMENTED[operation.id].join(", "),
    received: String(status),
  });
}

/** Statuses that a reader of the contract could dispute, in the situations where they occur: advice at most. */
export function isDisputableStatus(call: OutgoingCall, status: number): boolean {
  // Of a gateway: only a repetition could tell an accident from a broken service.
  if (status >= 502 && status <= 504) return true;
  switch (operationOf(call)?.id) {
    case "cancelOrder":
      return status === 400 && /\/(?:0|-\d+)$/.test(call.path);
    case "listOrders":
      return status === 203 || disputedListStatus(call, status) !== undefined;
    default:
      return false;
  }
}
