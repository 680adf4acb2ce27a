/** What Prism reports of a response, as findings in terms of the contract. */
import type { ClauseId, OperationId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import { formatPath } from "../../spec/json/json.ts";
import {
  ERROR_FIELDS,
  isErrorField,
  isOrderField,
  ORDER_FIELDS,
} from "../../spec/schema/fields.ts";
import type { RecordedFinding } from "../assertions/finding.ts";
import { isDisputableStatus, statusClause } from "../assertions/single-exchange.ts";
import { asksToWait, isJson } from "../client/answer.ts";
import { decodedBody } from "../client/content-coding.ts";
import { isGood } from "../client/credentials.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import type { Diagnostic } from "./prism-packages.ts";

/** What Prism is asked about. */
export type CompleteExchange = Pick<Exchange, "call" | "requestHeaders" | "failure"> &
  Required<Pick<Exchange, "response">>;

export interface PrismFinding {
  /** The clause that the response violates; undefined for a report that matches none. */
  readonly clause?: ClauseId | undefined;
  /** One sentence. */
  readonly why: string;
}

export function findingsOf(
  exchange: CompleteExchange,
  reported: readonly Diagnostic[],
): PrismFinding[] {
  return reported
    .filter((one) => isCounted(one, exchange))
    .map((one) => {
      const clause = clauseOf(one, exchange);
      return { clause, why: clause === undefined ? unknownReport(one) : faultIn(one, exchange) };
    });
}

/** What Prism reports and orders-kit does not, once for each clause. The other way is usual: Prism knows only what a schema can say. */
export function foundByPrismAlone(
  ours: readonly RecordedFinding[],
  prism: readonly PrismFinding[],
): PrismFinding[] {
  const found = new Set(ours.map((one) => (one.kind === "violated" ? one.clause : undefined)));
  return prism.filter(({ clause }) => {
    const isNew = clause === undefined || !found.has(clause);
    found.add(clause);
    return isNew;
  });
}

/** Prism reads numbers as doubles and knows other forms of a date: orders-kit alone judges both. */
const JUDGED_EXACTLY = ["maximum", "minimum", "format"];

/** False where spec/rulings.md reads the contract otherwise than the description has it. */
function isCounted(reported: Diagnostic, exchange: CompleteExchange): boolean {
  const { call, response } = exchange;
  const { status, body } = response;
  if (isProbe(call)) return false;
  const hasGoodKey = isGood(call.credential);
  if (isUndocumentedStatus(reported))
    return !asksToWait(exchange) && !(hasGoodKey && isDisputableStatus(call, status));

  if (JUDGED_EXACTLY.includes(`${reported.code}`)) return false;
  // The status is a violation already.
  if (status >= 400 && (status === 401) === hasGoodKey) return false;
  // A missing body is reported by itself.
  if (body.length === 0 && status !== 200) return false;
  if (reported.path?.join() === "body" && jsonValue(response) === undefined) return false;
  // A router may answer for an id of 0 or below.
  const { orderId = 1n } = match(call.method, call.path);
  return orderId > 0n || status !== 404 || isJson(exchange);
}

/** The body, for Prism; undefined where it is not JSON, of which orders-kit says what is wrong. */
export function jsonValue(response: Response): unknown {
  if (!isJson({ response })) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(decodedBody(response) ?? response.body));
  } catch {
    return undefined;
  }
}

function isUndocumentedStatus({ message }: Diagnostic): boolean {
  return message.startsWith("Unable to match the returned status code");
}

function clauseOf(
  reported: Diagnostic,
  { call, response }: CompleteExchange,
): ClauseId | undefined {
  const [part, first, second] = reported.path ?? [];
  if (part === undefined)
    return isUndocumentedStatus(reported) ? statusClause(call) : "body-media-type";
  if (part !== "body") return undefined;

  const { operation } = match(call.method, call.path);
  if (response.status === 200) return operation && CLAUSE_IN[operation.id](first, second);
  const [, missing] = /required property '([^']+)'/.exec(reported.message) ?? [];
  const field = first ?? missing;
  if (field !== undefined) return isErrorField(field) ? ERROR_FIELDS[field].clause : undefined;
  return response.status === 401 ? "auth-error-body" : "not-found-error-body";
}

/** The clause of a place in the body of a 200; none where the body is open. */
const CLAUSE_IN: Readonly<
  Record<OperationId, (first?: string, second?: string) => ClauseId | undefined>
> = {
  listOrders(element, field) {
    if (element === undefined) return "list-array";
    if (field === undefined) return "order-object";
    return isOrderField(field) ? ORDER_FIELDS[field].clause : undefined;
  },
  cancelOrder: () => undefined,
  getPet: () => undefined,
};

function unknownReport({ path = [], message }: Diagnostic): string {
  return `Prism reports at ${["response", ...path].join(".")}, of which no clause says anything: ${message}.`;
}

function faultIn(reported: Diagnostic, { response }: CompleteExchange): string {
  const [part, ...path] = reported.path ?? [];
  if (isUndocumentedStatus(reported))
    return `The description has no status ${response.status} for this operation.`;
  if (part === undefined) return `${reported.message}.`;
  const steps = path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const place = formatPath([response.status === 200 ? "orders" : "error", ...steps]);
  // "Response body property 0.id must be integer" begins with the place in another form.
  return `${place} ${reported.message.replace(/^Response body (?:property \S+ )?/, "")}.`;
}
