/** What Prism is asked about, and what it answers. */
import { decodedBody } from "../client/content-coding.ts";
import { type Exchange, joinedHeader } from "../client/exchange.ts";

/** The parts of an exchange that Prism is asked about. */
export type RecordedExchange = Pick<Exchange, "call" | "requestHeaders" | "response" | "failure">;

export type CompleteExchange = RecordedExchange & Required<Pick<RecordedExchange, "response">>;

export interface PrismViolation {
  /** `["request", "path", "orderid"]`, `["response", "body", "0", "shipDate"]`; lower case in requests. */
  readonly location: readonly string[];
  readonly severity: "Error" | "Warning" | "Information" | "Hint";
  /** A keyword of JSON Schema, or nothing. */
  readonly code?: string | number | undefined;
  readonly message: string;
}

/** The status is not in the description. */
export function isUndocumentedStatus({ message }: PrismViolation): boolean {
  return message.startsWith("Unable to match the returned status code");
}

/** Whether Prism reads the body as JSON. */
export function hasJsonType({ response }: CompleteExchange): boolean {
  const type = joinedHeader(response, "content-type") ?? "";
  return /^application\/(?:[^;]+\+)?json *(?:;|$)/i.test(type);
}

/** The body as text, without its content coding and without a byte order mark. */
export function bodyText({ response }: CompleteExchange): string {
  return new TextDecoder().decode(decodedBody(response) ?? response.body);
}
