/** What Prism is asked about, and what it answers. */
import type { Exchange } from "../client/exchange.ts";
import type { PrismViolation } from "./violation.ts";

/** The parts of an exchange that Prism is asked about. */
export type RecordedExchange = Pick<Exchange, "call" | "requestHeaders" | "response">;

export type CompleteExchange = RecordedExchange & Required<Pick<RecordedExchange, "response">>;

export interface PrismResponse {
  readonly kind: "response";
  readonly status: number;
  readonly contentType: string;
  /** The beginning of it: only bodies of Prism's own matter, and they are short. */
  readonly body: string;
  readonly deprecation?: string;
  readonly violations: readonly PrismViolation[];
}

export type PrismAnswer =
  | PrismResponse
  | { readonly kind: "timeout" }
  /** The process has ended. */
  | { readonly kind: "ended"; readonly lastOutput: string };
