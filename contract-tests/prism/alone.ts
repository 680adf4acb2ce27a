/** What one exchange shows by itself, without the calls before it: the judgement that the gate and Prism are compared by. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { OperationId } from "../../spec/operations.ts";
import type { Sink } from "../body.ts";
import type { Finding } from "../check.ts";
import { evidenceOf } from "../evidence.ts";
import { type Call, type Credential, type Exchange, header } from "../exchange.ts";
import { judgeResponse, operationOf } from "../judge.ts";
import { disputedListStatus } from "../list-answer.ts";
import { judgeList, type OrderList } from "../order-list.ts";
import type { PrismSaying } from "./saying.ts";

const GOOD: readonly Credential[] = ["good", "lower-case-scheme", "upper-case-scheme", "two-spaces"];

/** The key itself, by another road than the contract's: whether it is taken is advice. */
const BY_ANOTHER_ROAD: readonly Credential[] = [
  "basic",
  "basic-password",
  "token-scheme",
  "bare",
  "x-api-key",
  "query-api-key",
  "query-access-token",
  "cookie",
];

export function hasGoodKey({ credential }: Pick<Call, "credential">): boolean {
  return GOOD.includes(credential);
}

/** Prism complains that a status is not in the description. */
export function isUndocumentedStatus({ message }: PrismSaying): boolean {
  return message.startsWith("Unable to match the returned status code");
}

/** The clause that an undocumented status breaks. */
export function statusClause(call: Call): ClauseId | undefined {
  const operation = operationOf(call)?.id;
  if (operation === undefined) return undefined;
  if (operation === "getPet") return hasGoodKey(call) ? undefined : "pets-unauthorized";
  if (operation === "listOrders") return hasGoodKey(call) ? "list-ok" : "list-unauthorized";
  return hasGoodKey(call) ? "cancel-pending" : "cancel-unauthorized";
}

/** What a good key can get. */
const DOCUMENTED = { listOrders: [200], cancelOrder: [204, 404, 409] } as const;

function isDocumented(operation: OperationId, status: number): boolean {
  return operation === "getPet" || (DOCUMENTED[operation] as readonly number[]).includes(status);
}

/** Findings on the response: its status, as far as that can be told, its form, its body; and the list that it holds, if any. */
export function judgeAlone(exchange: Exchange): { readonly findings: readonly Finding[]; readonly list?: OrderList } {
  const findings: Finding[] = [];
  const sink: Sink = {
    held: (...clauses) => void findings.push(...clauses.map((clause) => ({ kind: "held", clause }) as const)),
    violated: (clause, why, exchanges, detail) =>
      void findings.push({
        kind: "violated",
        clause,
        why,
        ...(detail?.expected !== undefined && { expected: detail.expected }),
        ...(detail?.received !== undefined && { received: detail.received }),
        evidence: exchanges.map((each) => evidenceOf(each, detail)),
      }),
    advise: (id, why, exchanges) =>
      void findings.push({ kind: "advice", id, why, evidence: exchanges.map((each) => evidenceOf(each)) }),
    observe: (silence, observed) => void findings.push({ kind: "observed", silence, observed }),
  };
  const { call, response } = exchange;
  if (response === undefined || exchange.failure !== undefined) return { findings };
  judgeStatus(exchange, response.status, sink);
  judgeResponse(exchange, sink);
  if (operationOf(call)?.id !== "listOrders" || response.status !== 200) return { findings };
  const list = judgeList(exchange, response, [], sink);
  return list === undefined ? { findings } : { findings, list };
}

function judgeStatus(exchange: Exchange, status: number, sink: Sink): void {
  const { call, response } = exchange;
  const operation = operationOf(call);
  const clause = statusClause(call);
  if (operation === undefined || response === undefined || clause === undefined) return;
  if (status === 429 || (status === 503 && header(response, "retry-after") !== undefined)) return;
  if (!operation.known && status >= 400) return;
  if (!hasGoodKey(call)) {
    if (status === 401) return sink.held(clause);
    if (BY_ANOTHER_ROAD.includes(call.credential) && isDocumented(operation.id, status))
      return sink.advise(
        "key-by-another-road",
        `The key is taken where the contract does not put it (${call.credential}).`,
        [exchange],
      );
    if (operation.id === "getPet" && status === 404)
      return sink.advise("pets-gone", "Without a good key the pets operation gets 404.", [exchange]);
    return sink.violated(clause, `A request without a good key gets ${status}.`, [exchange], {
      expected: "401",
      received: String(status),
    });
  }
  if (operation.id === "getPet") return;
  const documented: readonly number[] = DOCUMENTED[operation.id];
  if (documented.includes(status))
    return sink.held("auth-good-key", ...(operation.id === "listOrders" ? [clause] : []));
  // Whether another spelling of the scheme is taken is a silence (scheme-case).
  if (status === 401 && call.credential !== "good") return;
  if (isDisputableStatus(call, status)) return sink.advise("unusual-status", `The call gets ${status}.`, [exchange]);
  sink.violated(status === 401 ? "auth-good-key" : clause, `A call with the good key gets ${status}.`, [exchange], {
    expected: DOCUMENTED[operation.id].join(", "),
    received: String(status),
  });
}

/** Statuses that a reader could dispute, in the situations that bring them about: advice at most. */
export function isDisputableStatus(call: Call, status: number): boolean {
  // A gateway's word: only repetition tells an accident from a broken service, and one exchange knows of none.
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
