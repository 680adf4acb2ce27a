/**
 * The table of reasons why a verdict of Prism is not counted: its bugs, and the rulings by which we read the contract otherwise than
 * the description has it.
 */
import { match, percentDecoded } from "../../spec/interface/match.ts";
import type { Json } from "../../spec/json/json.ts";
import { checkDateTime } from "../../spec/schema/date-time.ts";
import { integerValue, isInt64 } from "../../spec/schema/integers.ts";
import { isDisputableStatus } from "../assertions/single-exchange.ts";
import { asksToWait, isJson } from "../client/answer.ts";
import { isGood } from "../client/credentials.ts";
import { isProbe } from "../client/nature.ts";
import {
  type CompleteExchange,
  hasJsonType,
  isUndocumentedStatus,
  type PrismViolation,
} from "./answer.ts";

/** An exchange that Prism has judged, with the value of its body, which is undefined when the body is not JSON. */
export type JudgedExchange = CompleteExchange & { readonly json: Json | undefined };

interface Explanation {
  readonly id: string;
  /** One sentence. */
  readonly why: string;
  /** That Prism throws this error is no finding. */
  readonly ignoresError?: (message: string, exchange: CompleteExchange) => boolean;
  /** This violation is ignored. */
  readonly ignoresViolation?: (violation: PrismViolation, exchange: JudgedExchange) => boolean;
}

const BUGS = [
  {
    id: "throws-at-escape",
    why: "Prism throws an error at a path with a percent sign that does not begin valid percent-encoded UTF-8.",
    ignoresError: (message, { call }) =>
      message === "URI malformed" && percentDecoded(call.path) === undefined,
  },
  {
    id: "throws-at-media-type",
    why: "Prism throws an error at a Content-Type that is not a media type, or that is empty or sent twice.",
    ignoresError: (message) => MEDIA_TYPE_ERRORS.includes(message),
  },
  {
    id: "int64-as-double",
    why: "Prism reads numbers as doubles and limits int64 to 2^53 - 1.",
    ignoresViolation: ({ code, location }, exchange) =>
      (code === "maximum" || code === "minimum") && isBeyondDouble(integerAt(location, exchange)),
  },
  {
    id: "leap-second-in-utc-only",
    why: "Prism refuses a leap second that is not written as 23:59:60, although with another offset it has another hour.",
    ignoresViolation: (violation, exchange) => {
      const date = refusedDate(violation, exchange);
      return date !== undefined && checkDateTime(date).kind === "valid" && date.includes(":60");
    },
  },
  {
    id: "date-form",
    why: "Prism refuses a date that orders-kit reports as advice, because ISO 8601 permits its form.",
    ignoresViolation: (violation, exchange) => {
      const date = refusedDate(violation, exchange);
      return date !== undefined && checkDateTime(date).kind === "nonstandard";
    },
  },
  {
    id: "text-when-not-json",
    why: "Prism judges a body as a string when its media type is not JSON, even if it is valid JSON, and when it is not JSON; what is wrong is reported separately.",
    ignoresViolation: ({ code, location }, exchange) =>
      code === "type" &&
      location.join() === "response,body" &&
      (!hasJsonType(exchange) || exchange.json === undefined),
  },
] as const satisfies readonly Explanation[];

/** From the package content-type. */
const MEDIA_TYPE_ERRORS: readonly string[] = [
  "invalid media type",
  "invalid parameter format",
  "argument string is required",
];

/** Where the contract, as spec/rulings.md reads it, differs from the description: Prism is right by the description only. */
const RULINGS = [
  {
    id: "left-open",
    why: "The contract leaves the response open, or it is advice: 429, and 503 with Retry-After; how a call with more than the contract knows is refused or served; 400, and the 404 of a router, for an id of 0 or below; 203 for the list.",
    ignoresViolation: (violation, exchange) => {
      if (violation.location[0] !== "response") return false;
      if (isProbe(exchange.call)) return true;
      return isUndocumentedStatus(violation) ? isStatusLeftOpen(exchange) : isOfRouter(exchange);
    },
  },
  {
    id: "body-not-judged",
    why: "The body is not judged: the status is a violation already, because a bad key got another one than 401, or the good key 401.",
    ignoresViolation: (violation, exchange) =>
      violation.location[0] === "response" &&
      !isUndocumentedStatus(violation) &&
      isBodyNotJudged(exchange),
  },
  {
    id: "empty-body-has-no-type",
    why: "Prism judges the media type of an empty body, too; that the body is missing is reported separately.",
    ignoresViolation: (violation, { response: { body, status } }) =>
      violation.location.join() === "response" &&
      !isUndocumentedStatus(violation) &&
      body.length === 0 &&
      status !== 200,
  },
] as const satisfies readonly Explanation[];

function isStatusLeftOpen(exchange: CompleteExchange): boolean {
  const { call, response } = exchange;
  if (asksToWait(exchange)) return true;
  return isGood(call.credential) && isDisputableStatus(call, response.status);
}

function isOfRouter(exchange: CompleteExchange): boolean {
  const { call, response } = exchange;
  const { orderId = 1n } = match(call.method, call.path);
  return orderId <= 0n && response.status === 404 && !isJson(exchange);
}

function isBodyNotJudged({ call, response }: CompleteExchange): boolean {
  return response.status >= 400 && (response.status === 401) === isGood(call.credential);
}

export type ExplanationId = (typeof BUGS | typeof RULINGS)[number]["id"];

export const EXPLANATIONS: readonly (Explanation & { readonly id: ExplanationId })[] = [
  ...BUGS,
  ...RULINGS,
];

/** The sentence of an entry. */
export function reasonOf(id: ExplanationId): string {
  return EXPLANATIONS.find((entry) => entry.id === id)?.why ?? "";
}

/** The text that Prism refuses as a date. */
function refusedDate(
  { code, location }: PrismViolation,
  exchange: JudgedExchange,
): string | undefined {
  if (code !== "format" || location.at(-1) !== "shipDate") return undefined;
  const value = valueAt(location, exchange);
  return typeof value === "string" ? value : undefined;
}

/** An integer in the response, or the id of the request. */
function integerAt(location: readonly string[], exchange: JudgedExchange): bigint | undefined {
  const { call } = exchange;
  if (location[0] === "request") return match(call.method, call.path).orderId;
  return integerValue(valueAt(location, exchange));
}

/** Inside int64, and outside the integers that a double holds exactly. */
function isBeyondDouble(value: bigint | undefined): boolean {
  if (value === undefined || !isInt64(value)) return false;
  return value < Number.MIN_SAFE_INTEGER || value > Number.MAX_SAFE_INTEGER;
}

/** The value in the body at a place such as `["response", "body", "0", "id"]`. */
function valueAt([, , ...path]: readonly string[], { json }: JudgedExchange): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, step) => (value as Record<string, Json> | null | undefined)?.[step],
    json,
  );
}
