/** What Prism reports of an exchange, as findings in terms of the contract. */
import type { ClauseId, OperationId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import { formatPath } from "../../spec/json/json.ts";
import {
  ERROR_FIELDS,
  isErrorField,
  isOrderField,
  ORDER_FIELDS,
} from "../../spec/schema/fields.ts";
import { jsonIn } from "../assertions/body.ts";
import { statusClause } from "../assertions/single-exchange.ts";
import {
  bodyText,
  type CompleteExchange,
  isUndocumentedStatus,
  type PrismViolation,
} from "./answer.ts";
import { EXPLANATIONS, type ExplanationId, type JudgedExchange } from "./explanations.ts";

/** `message` is what Prism reports, in its own words where it reports a violation. */
export type PrismFinding =
  /** The response violates a clause. */
  | {
      readonly kind: "violated";
      readonly clause: ClauseId;
      readonly why: string;
      readonly message: string;
    }
  /** Not counted. */
  | { readonly kind: "explained"; readonly explanation: ExplanationId; readonly message: string }
  /** Related to no clause that is known here. */
  | { readonly kind: "unknown"; readonly message: string };

export function findingsOf(
  exchange: CompleteExchange,
  violations: readonly PrismViolation[],
): readonly PrismFinding[] {
  if (violations.length === 0) return [];
  const judged = { ...exchange, json: jsonIn(bodyText(exchange)) };
  return violations.flatMap((violation) => findingOf(violation, judged) ?? []);
}

/** `why` is the message of the error that Prism has thrown, or how long it has not answered. */
export function failureFinding(exchange: CompleteExchange, why: string): PrismFinding {
  const message = `Prism gives no answer (${why}).`;
  const ignored = EXPLANATIONS.find(({ ignoresError }) => ignoresError?.(why, exchange));
  if (ignored === undefined) return { kind: "unknown", message };
  return { kind: "explained", explanation: ignored.id, message };
}

/** Undefined for a fault of the request: orders-kit makes it on purpose, and finds that of an app by itself. */
function findingOf(violation: PrismViolation, exchange: JudgedExchange): PrismFinding | undefined {
  const { location, severity } = violation;
  const message = `Prism reports: ${severity} at ${location.join(".")}: ${violation.message}`;
  const ignored = EXPLANATIONS.find(({ ignoresViolation }) =>
    ignoresViolation?.(violation, exchange),
  );
  if (ignored !== undefined) return { kind: "explained", explanation: ignored.id, message };
  if (location[0] === "request") return undefined;
  const clause = clauseOf(violation, exchange);
  if (clause === undefined)
    return { kind: "unknown", message: `${message}. orders-kit has no clause for it.` };
  return { kind: "violated", clause, why: responseFault(violation, exchange), message };
}

function clauseOf(
  violation: PrismViolation,
  { call, response }: CompleteExchange,
): ClauseId | undefined {
  const [, part, first, second] = violation.location;
  if (part === undefined)
    return isUndocumentedStatus(violation) ? statusClause(call) : "body-media-type";
  if (part !== "body") return undefined;
  const { operation } = match(call.method, call.path);
  if (response.status === 200) return operation && CLAUSE_IN[operation.id](first, second);
  const field = first ?? missingField(violation);
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

function missingField({ code, message }: PrismViolation): string | undefined {
  return code === "required" ? /required property '([^']+)'/.exec(message)?.[1] : undefined;
}

function responseFault(violation: PrismViolation, { response }: CompleteExchange): string {
  const [, part, ...path] = violation.location;
  if (isUndocumentedStatus(violation))
    return `The description has no status ${response.status} for this operation.`;
  if (part === undefined) return `${violation.message}.`;
  const root = response.status === 200 ? "orders" : "error";
  const place = formatPath([
    root,
    ...path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
  ]);
  // "Response body property 0.id must be integer" begins with the place in another form.
  return `${place} ${violation.message.replace(/^Response body (?:property \S+ )?/, "")}.`;
}
