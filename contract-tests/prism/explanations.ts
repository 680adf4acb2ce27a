/**
 * The table of reasons why a verdict of Prism is not counted: its bugs, and the rulings by which we read the contract otherwise than
 * the description has it.
 */
import { match, percentDecoded } from "../../spec/interface/match.ts";
import type { Json } from "../../spec/json/json.ts";
import { checkDateTime } from "../../spec/schema/date-time.ts";
import { jsonIn } from "../assertions/body.ts";
import { asksToWait } from "../client/answer.ts";
import { isGood } from "../client/credentials.ts";
import { joinedHeader } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import {
  type CompleteExchange,
  isUndocumentedStatus,
  type PrismResponse,
  type PrismViolation,
  type RecordedExchange,
} from "./answer.ts";
import { isDisputableStatus } from "./single-exchange.ts";

interface Explanation {
  readonly id: string;
  /** One sentence. */
  readonly why: string;
  /** Prism must not be asked about such an exchange. */
  readonly excludes?: (exchange: RecordedExchange) => boolean;
  /** The whole response of Prism is ignored. */
  readonly ignoresResponse?: (response: PrismResponse, exchange: CompleteExchange) => boolean;
  /** This violation is ignored. */
  readonly ignoresViolation?: (violation: PrismViolation, exchange: CompleteExchange) => boolean;
}

/** Because of the first ones Prism is not asked. */
const BUGS = [
  {
    id: "crashes-on-escape",
    why: "A percent sign in the path that does not begin valid percent-encoded UTF-8 ends the Prism process.",
    excludes: ({ call }) => percentDecoded(call.path) === undefined,
  },
  {
    id: "dies-of-media-type",
    why: "A Content-Type that is not a media type, or two of them, ends the Prism process.",
    excludes: ({ response }) => {
      const type = response && joinedHeader(response, "content-type");
      return type !== undefined && !MEDIA_TYPE.test(type);
    },
  },
  {
    id: "takes-path-for-host",
    why: "Prism takes a path that begins with two slashes for the name of a host, and judges another path.",
    excludes: ({ call }) => !/^\/(?!\/)/.test(call.path),
  },
  {
    id: "answers-itself",
    why: "Where Prism's JSON reader refuses a body, for HEAD, and for a 501, Prism answers itself and reports no violation.",
    ignoresResponse: ({ status }, { response }) => status !== response.status,
  },
  {
    id: "int64-as-double",
    why: "Prism reads numbers as doubles and limits int64 to 2^53 - 1.",
    ignoresViolation: ({ code, message }) =>
      (code === "maximum" || code === "minimum") &&
      message.endsWith(" -9007199254740991".slice(code === "maximum" ? 2 : 1)),
  },
  {
    id: "leap-second-in-utc-only",
    why: "Prism refuses a leap second that is not written as 23:59:60, although with another offset it has another hour.",
    ignoresViolation: ({ code, location }, exchange) => {
      if (code !== "format" || location.at(-1) !== "shipDate") return false;
      const value = valueAt(exchange, location.slice(2));
      return typeof value === "string" && checkDateTime(value).kind !== "invalid";
    },
  },
  {
    id: "text-when-not-json",
    why: "Prism judges a body whose media type is not JSON as a string, even when it is valid JSON; it also reports the media type.",
    ignoresViolation: ({ code, location }, { response }) =>
      code === "type" && location.join() === "response,body" && !isJson(response),
  },
] as const satisfies readonly Explanation[];

/** Where the contract, as spec/rulings.md reads it, differs from the description: Prism is right by the description only. */
const RULINGS = [
  {
    id: "left-open",
    why: "The contract leaves the response open, or it is advice: 429, and 503 with Retry-After; how a call with more than the contract knows is refused or served; 400, and the 404 of a router, for an id of 0 or below; 203 for the list.",
    ignoresViolation: ({ location: [part] }, exchange) =>
      part === "response" && isLeftOpen(exchange),
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
    why: "Prism expects a media type even of an empty body; the missing body is reported separately.",
    ignoresViolation: (violation, { response: { body, status } }) =>
      violation.location.join() === "response" &&
      !isUndocumentedStatus(violation) &&
      body.length === 0 &&
      status !== 200,
  },
] as const satisfies readonly Explanation[];

function isLeftOpen(exchange: CompleteExchange): boolean {
  const { call, response } = exchange;
  const isOfRouter = (match(call.method, call.path).orderId ?? 1n) <= 0n && response.status === 404;
  const isDisputable = isDisputableStatus(call, response.status);
  return asksToWait(exchange) || isProbe(call) || isOfRouter || isDisputable;
}

function isBodyNotJudged({ call, response }: CompleteExchange): boolean {
  return response.status >= 400 && (response.status === 401) === isGood(call.credential);
}

export type ExplanationId = (typeof BUGS | typeof RULINGS)[number]["id"];

export const EXPLANATIONS: readonly (Explanation & { readonly id: ExplanationId })[] = [
  ...BUGS,
  ...RULINGS,
];

/** Why Prism must not be asked about an exchange. */
export function exclusionOf(exchange: RecordedExchange): ExplanationId | undefined {
  return EXPLANATIONS.find(({ excludes }) => excludes?.(exchange))?.id;
}

/** The sentence of an entry. */
export function reasonOf(id: ExplanationId): string {
  return EXPLANATIONS.find((entry) => entry.id === id)?.why ?? "";
}

/** Type, subtype and parameters as Prism's parser accepts them (RFC 9110, section 8.3.1). */
const MEDIA_TYPE =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?: *; *[\w!#$%&'*+.^`|~-]+ *= *(?:"[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w!#$%&'*+.^`|~-]+))* *$/;

/** Whether Prism reads the body as JSON. */
function isJson(response: CompleteExchange["response"]): boolean {
  return /^application\/(?:[^;]+\+)?json *(?:;|$)/i.test(
    joinedHeader(response, "content-type") ?? "",
  );
}

/** The value in a JSON body at a path of member names and indices. */
function valueAt({ response }: CompleteExchange, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, step) => (value as Record<string, Json> | null | undefined)?.[step],
    jsonIn(Buffer.from(response.body).toString()),
  );
}
