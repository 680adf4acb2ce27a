/** An exchange between an app and a deployment, from the proxy or a recording. */
import type { Credential } from "../client/credentials.ts";
import type { Exchange, Response } from "../client/exchange.ts";

/** One request and its response, with the app's key. */
export interface PassedExchange
  extends Pick<Exchange, "id" | "response" | "failure" | "sentAt" | "receivedAt"> {
  readonly method: string;
  /** Path and query as the app sent them. */
  readonly target: string;
  readonly requestHeaders: Response["headers"];
  readonly requestBytes: number;
  /** Identifies the recording. */
  readonly session?: string;
  /**
   * The part of the response's body that we kept: the bytes as sent, the content without codings,
   * or nothing.
   */
  readonly kept: "bytes" | "content" | "nothing";
  /** False if we only assume the media type of the response. */
  readonly isTypeKnown?: boolean;
  /** How the app presented itself, for a recording whose keys are masked. */
  readonly presented?: PresentedCredential;
}

/** The kind of credential in a request. */
export interface PresentedCredential {
  readonly credential: Credential;
  /** True if we know the good key, so that any other key is wrong. */
  readonly isKeyKnown: boolean;
  /** Equal for requests with the same token. Undefined if we cannot tell. */
  readonly user?: string;
}
