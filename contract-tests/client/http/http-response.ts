/** Receives one HTTP response until it is complete, the connection breaks, or a limit is exceeded. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";
import type { Clock } from "../clock.ts";
import type { Exchange, Failure, Received, Response } from "../exchange.ts";
import { connectionFailure, timeoutFailure } from "./connection-failure.ts";
import type { Connection } from "./connector.ts";
import { readSocket, type SocketReader } from "./socket-reader.ts";

/** How long the gate waits for a response, and how much of it is read. */
export const LIMITS = {
  /** Milliseconds until the first byte of a response. */
  firstByteMs: 10_000,
  /** Milliseconds until a small response is complete; each megabyte adds a second. */
  wholeMs: 15_000,
  /** Milliseconds until a response of any size is complete. */
  maxMs: 120_000,
  /** Bytes of a body: a longer list could not be read within the memory of a run. */
  bodyBytes: 64 * 1024 * 1024,
  /** Milliseconds to wait for bytes after a response that must have no content. */
  quietMs: 150,
};

export type Limits = Readonly<typeof LIMITS>;

interface ReceiveOptions extends Limits {
  /** Bytes of a body, by the status. */
  readonly bodyLimit: (status: number) => number;
  /** The host of the address, without a port, and how it is reached: for the texts of failures. */
  readonly host: string;
  readonly connection: Connection;
  readonly keptAlive: boolean;
  readonly now: Clock["now"];
}

/** Bytes that are kept of a body that is larger than the limit. */
const KEPT_BYTES = 64 * 1024;

/** More informational responses than this are not an answer. */
export const MAX_INFORMATIONAL = 100;
const ENDLESS_INFORMATIONAL: Failure = {
  kind: "malformed",
  message: `more than ${MAX_INFORMATIONAL} informational responses (1xx) came before a final one`,
};
const INCOMPLETE: Failure = {
  kind: "reset",
  message: "the connection was closed before the response was complete",
};

/** Never rejects. Ends the request that `openRequest` returns. */
export function receiveResponse(
  openRequest: () => ClientRequest,
  { host, connection, keptAlive, bodyLimit, now, ...limits }: ReceiveOptions,
): Promise<Received & Pick<Exchange, "sentAt" | "receivedAt">> {
  return new Promise((resolve) => {
    const informational: number[] = [];
    const body = new CollectedBytes();
    let request: ClientRequest | undefined;
    let message: IncomingMessage | undefined;
    let reader: SocketReader | undefined;
    let deadline: NodeJS.Timeout | undefined;
    let settled = false;
    let [sentAt, lastByteAt] = [now(), now()];

    const settle = (failure?: Failure): void => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      reader?.stop();
      if (failure !== undefined || !keptAlive) request?.destroy();
      // We keep the beginning of a body that is too large.
      const isTooLarge = failure?.kind === "too-large";
      const kept = isTooLarge ? Buffer.from(body.bytes.subarray(0, KEPT_BYTES)) : body.bytes;
      resolve({
        ...(message && { response: toResponse(message, kept, informational, reader) }),
        ...(failure && { failure }),
        sentAt,
        receivedAt: failure === undefined ? lastByteAt : now(),
      });
    };

    // The time for the first byte, and then for the whole response, which grows with what has arrived: a large one may take long.
    const began = performance.now();
    const waitOrExpire = (): void => {
      const hasBegun = reader?.hasReceived() === true;
      const allowed = hasBegun ? limits.wholeMs + body.size / 1000 : limits.firstByteMs;
      const limit = Math.min(allowed, limits.maxMs);
      const left = began + limit - performance.now();
      if (left > 0) {
        deadline = setTimeout(waitOrExpire, left);
        return;
      }
      const seconds = `${Number((limit / 1000).toFixed(1))} s`;
      const late = hasBegun
        ? `the response was not complete within ${seconds}`
        : `no answer within ${seconds}`;
      settle(timeoutFailure(late, connection));
    };

    const receive = (incoming: IncomingMessage): void => {
      message = incoming;
      lastByteAt = now();
      // A response that is not read does not end, so node:http keeps the connection open for bytes that may follow.
      if (mustBeEmpty(incoming) && !keptAlive && reader !== undefined)
        return reader.onClose(limits.quietMs, () => settle());

      const limit = bodyLimit(incoming.statusCode ?? 0);
      incoming.on("data", (chunk: Buffer) => {
        lastByteAt = now();
        body.add(chunk);
        if (body.size > limit) settle(tooLarge(limit));
      });
      incoming.on("end", () => {
        lastByteAt = now();
      });
      incoming.on("error", () => {}); // "close" follows.
      incoming.on("close", () => settle(incoming.complete ? undefined : INCOMPLETE));
    };

    try {
      request = openRequest();
    } catch (error) {
      const message = `the request cannot be sent: ${(error as Error).message}`;
      return settle({ kind: "harness", message });
    }
    waitOrExpire();
    request.on("socket", (socket) => {
      // Until now the call may have waited for another one on its connection.
      sentAt = now();
      reader = readSocket(socket);
    });
    request.on("information", ({ statusCode }) => {
      informational.push(statusCode);
      if (informational.length > MAX_INFORMATIONAL) settle(ENDLESS_INFORMATIONAL);
    });
    request.on("response", receive);
    request.on("upgrade", (incoming: IncomingMessage) => {
      message = incoming;
      lastByteAt = now();
      settle();
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (message === undefined) settle(connectionFailure(error, host, connection));
      // The parser rejects bytes after a response without content; the response itself is complete.
      else if (!message.complete) settle(INCOMPLETE);
    });
    request.end();
  });
}

export function tooLarge(bytes: number): Failure {
  return {
    kind: "too-large",
    message: `the body is larger than ${Math.round(bytes).toLocaleString("en")} bytes`,
  };
}

function mustBeEmpty(message: IncomingMessage): boolean {
  const { statusCode, req } = message as IncomingMessage & { req?: ClientRequest };
  return statusCode === 204 || statusCode === 304 || req?.method === "HEAD";
}

export function toResponse(
  message: IncomingMessage,
  body: Buffer,
  informational: readonly number[],
  reader: SocketReader | undefined,
): Response {
  return {
    status: message.statusCode ?? 0,
    reason: message.statusMessage ?? "",
    httpVersion: message.httpVersion,
    headers: fieldsOf(message.rawHeaders),
    body,
    trailingBytes: mustBeEmpty(message) ? (reader?.bytesAfterHead(message, informational) ?? 0) : 0,
    informational: [...informational],
  };
}

/** Names and values, in which node:http has header fields as they arrived. */
export function fieldsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}
