/** What Prism is asked about, and what it answers: its violations are in the header `sl-violations`. */
import type { Exchange } from "../client/exchange.ts";

/** The parts of an exchange that Prism is asked about. */
export type RecordedExchange = Pick<Exchange, "call" | "requestHeaders" | "response" | "failure">;

export type CompleteExchange = RecordedExchange & Required<Pick<RecordedExchange, "response">>;

export type PrismAnswer =
  | PrismResponse
  | { readonly kind: "timeout" }
  /** The process has ended. */
  | { readonly kind: "ended"; readonly lastOutput: string };

export interface PrismResponse {
  readonly kind: "response";
  readonly status: number;
  readonly violations: readonly PrismViolation[];
}

export interface PrismViolation {
  /** `["request", "path", "orderid"]`, `["response", "body", "0", "shipDate"]`; lower case in requests. */
  readonly location: readonly string[];
  readonly severity: "Error" | "Warning" | "Information" | "Hint";
  /** A keyword of JSON Schema, a status, or nothing. */
  readonly code?: string | number;
  readonly message: string;
}

const PREFIX_WHEN_CUT = "Too many violations! ";

/** Prism cuts the header at about 8 KB and adds a prefix: the violations before the cut are read. */
export function readViolations(header: string | undefined): readonly PrismViolation[] {
  if (header === undefined) return [];
  if (!header.startsWith(PREFIX_WHEN_CUT)) return JSON.parse(header) as PrismViolation[];
  const beginOfLast = header.lastIndexOf(',{"location":');
  return beginOfLast < 0
    ? []
    : (JSON.parse(`${header.slice(PREFIX_WHEN_CUT.length, beginOfLast)}]`) as PrismViolation[]);
}

/** The status is not in the description. */
export function isUndocumentedStatus({ message }: PrismViolation): boolean {
  return message.startsWith("Unable to match the returned status code");
}
