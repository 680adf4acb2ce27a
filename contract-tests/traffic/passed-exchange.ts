/** An exchange between an app and a deployment: through the proxy, or as a recording has it. */
import type { Credential } from "../client/credentials.ts";
import type { Exchange, Response } from "../client/exchange.ts";

/** One request and its response, with the key of the app in it. */
export interface PassedExchange
  extends Pick<Exchange, "id" | "response" | "failure" | "sentAt" | "receivedAt"> {
  readonly method: string;
  /** As the app sent it: path and query. */
  readonly target: string;
  readonly requestHeaders: Response["headers"];
  readonly requestBytes: number;
  /** Names what it was recorded in. */
  readonly session?: string;
  /** The part of the response's body that is kept: its bytes as they were sent, its content without codings, or nothing. */
  readonly kept: "bytes" | "content" | "nothing";
  /** False where the media type of the response is assumed. */
  readonly isTypeKnown?: boolean;
  /** How the app presented itself, in a recording whose keys are masked. */
  readonly presented?: Presented;
}

/** The credential of a request, by its name. */
export interface Presented {
  readonly credential: Credential;
  /** True if the good key is known, so that another one is a wrong one. */
  readonly isKeyKnown: boolean;
  /** Two requests with the same token have the same user. Undefined if it cannot be told. */
  readonly user?: string;
}
