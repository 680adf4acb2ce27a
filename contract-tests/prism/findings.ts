/** Turns Prism's diagnostics about a response into findings on clauses. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import type { Body } from "../../spec/interface/operations.ts";
import { formatPath } from "../../spec/json/json.ts";
import {
  ERROR_FIELDS,
  isErrorField,
  isOrderField,
  ORDER_FIELDS,
} from "../../spec/schema/fields.ts";
import { readableContent } from "../client/content.ts";
import { isGood } from "../client/credentials.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import { isJson, outcomeOf } from "../client/outcome.ts";
import type { Finding } from "../run/assertions/finding.ts";
import { isDisputableStatus, statusClause } from "../run/assertions/single-exchange.ts";
import type { Diagnostic } from "./prism-packages.ts";

/** An exchange with a response, which Prism can validate. */
export type CompleteExchange = Pick<Exchange, "call" | "requestHeaders" | "failure"> &
  Required<Pick<Exchange, "response">>;

export interface PrismFinding {
  /** The violated clause; undefined if no clause matches the diagnostic. */
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
      return { clause, why: clause === undefined ? unknownReport(one) : prismFault(one, exchange) };
    });
}

/**
 * Returns what only Prism reports, once per clause. That we alone report a violation is normal:
 * Prism knows only what a schema can say.
 */
export function foundByPrismAlone(
  ours: readonly Finding[],
  prism: readonly PrismFinding[],
): PrismFinding[] {
  const found = new Set(ours.map((one) => (one.kind === "violated" ? one.clause : undefined)));
  return prism.filter(({ clause }) => {
    const isNew = clause === undefined || !found.has(clause);
    found.add(clause);
    return isNew;
  });
}

/** Prism reads numbers as doubles and accepts other date forms, so we leave both to orders-kit. */
const JUDGED_EXACTLY = ["maximum", "minimum", "format"];

/** False where spec/rulings.md reads the contract differently from the description. */
function isCounted(reported: Diagnostic, exchange: CompleteExchange): boolean {
  const { call, response } = exchange;
  const { status, body } = response;
  if (isProbe(call)) return false;
  const hasGoodKey = isGood(call.credential);
  if (isUndocumentedStatus(reported))
    return outcomeOf(exchange).kind !== "wait" && !(hasGoodKey && isDisputableStatus(call, status));

  if (JUDGED_EXACTLY.includes(`${reported.code}`)) return false;
  // The status itself is the violation.
  if (status >= 400 && (status === 401) === hasGoodKey) return false;
  // A missing body has a clause of its own.
  if (body.length === 0 && status !== 200) return false;
  if (reported.path?.join() === "body" && jsonValue(response) === undefined) return false;
  // A router may answer for ids of 0 or below.
  const { orderId = 1n } = match(call.method, call.path);
  return orderId > 0n || status !== 404 || isJson(exchange);
}

/** Returns the body for Prism; undefined if it is not JSON, which orders-kit reports itself. */
export function jsonValue(response: Response): unknown {
  if (!isJson({ response })) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(readableContent(response)));
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
  const [part, ...place] = reported.path ?? [];
  if (part === undefined)
    return isUndocumentedStatus(reported) ? statusClause(call) : "body-media-type";
  if (part !== "body") return undefined;

  const [, missing] = /required property '([^']+)'/.exec(reported.message) ?? [];
  const body = prismBody(call, response.status);
  return body && clauseIn(body, missing === undefined ? place : [...place, missing]);
}

/** Returns the body that the contract describes; undefined for an undocumented status. */
function prismBody({ method, path }: Exchange["call"], status: number): Body | undefined {
  if (status === 401) return { shape: "error", clause: "auth-error-body" };
  return match(method, path).operation?.bodies[status];
}

/**
 * Returns the clause for a place in the body; undefined if the contract leaves the body open, or if
 * no clause covers the member.
 */
function clauseIn(body: Body, [first, second]: readonly string[]): ClauseId | undefined {
  switch (body.shape) {
    case "orders":
      if (first === undefined) return body.clause;
      if (second === undefined) return "order-object";
      return isOrderField(second) ? ORDER_FIELDS[second].clause : undefined;
    case "error":
      if (first === undefined) return body.clause;
      return isErrorField(first) ? ERROR_FIELDS[first].clause : undefined;
    case "nothing":
      return body.clause;
    case "open":
      return undefined;
    default:
      return body satisfies never;
  }
}

function unknownReport({ path = [], message }: Diagnostic): string {
  return `Prism reports at ${["response", ...path].join(".")}, of which no clause says anything: ${message}.`;
}

function prismFault(reported: Diagnostic, { call, response }: CompleteExchange): string {
  const [part, ...path] = reported.path ?? [];
  if (isUndocumentedStatus(reported))
    return `The description has no status ${response.status} for this operation.`;
  if (part === undefined) return `${reported.message}.`;
  const steps = path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const place = formatPath([prismBody(call, response.status)?.shape ?? "body", ...steps]);
  // "Response body property 0.id must be integer" starts with the place in another notation.
  return `${place} ${reported.message.replace(/^Response body (?:property \S+ )?/, "")}.`;
}
