/** Receives one HTTP response until it is complete, the connection breaks, or a limit is exceeded. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";
import type { Clock } from "../clock.ts";
import type { Exchange, Failure, Received, Response } from "../exchange.ts";
import { connectionFailure, timeoutFailure } from "./connection-failure.ts";
import type { Connection } from "./connector.ts";
import { SocketReader } from "./socket-reader.ts";
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
  /** Of the address, without a port, and how it is reached: for the texts of failures. */
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
    let message: IncomingMessage | undefined;
    let reader: SocketReader | undefined;
    let settled = false;
    let bodyBytes = 0;
    let [sentAt, lastByteAt] = [now(), now()];

    const settle = (failure?: Failure): void => {
      if (settled) return;
      settled = true;
      deadline.clear();
      reader?.stop();
      // Of a body that is too large, the beginning is kept.
      const kept =
        failure?.kind === "too-large"
          ? Buffer.from(body.bytes.subarray(0, KEPT_BYTES))
          : body.bytes;
      resolve({
        ...(message !== undefined && {
          response: toResponse(message, kept, informational, reader),
        }),
        ...(failure !== undefined && { failure }),
        sentAt,
        receivedAt: failure === undefined ? lastByteAt : now(),
      });
      if (failure !== undefined || !keptAlive) request?.destroy();
    };

    const expire = (message: string): void => settle(timeoutFailure(message, connection));
    const deadline = startDeadline(limits, () => body.size, expire);
    const touch = (): void => {
      lastByteAt = now();
    };
    const addChunk = (chunk: Buffer): void => {
      touch();
      body.add(chunk);
      if (body.size > bodyBytes) settle(tooLarge(bodyBytes));
    };

    let request: ClientRequest | undefined;
    try {
      request = openRequest();
    } catch (error) {
      return settle({
        kind: "harness",
        message: `the request cannot be sent: ${(error as Error).message}`,
      });
    }
    request.on("socket", (socket) => {
      // Until now the call may have waited for another one on its connection.
      sentAt = now();
      reader = new SocketReader(socket, deadline.firstByte);
    });
    request.on("information", ({ statusCode }) => {
      informational.push(statusCode);
      if (informational.length > MAX_INFORMATIONAL) settle(ENDLESS_INFORMATIONAL);
    });
    request.on("response", (incoming: IncomingMessage) => {
      message = incoming;
      touch();
      // A response that is not read does not end, so node:http keeps the connection open for bytes that may follow.
      if (mustBeEmpty(incoming) && !keptAlive && reader !== undefined)
        return reader.onClose(limits.quietMs, () => settle());
      bodyBytes = bodyLimit(incoming.statusCode ?? 0);
      incoming.on("data", addChunk);
      incoming.on("end", touch);
      incoming.on("error", () => {}); // "close" follows.
      incoming.on("close", () => settle(incoming.complete ? undefined : INCOMPLETE));
    });
    request.on("upgrade", (incoming: IncomingMessage) => {
      message = incoming;
      touch();
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

/**
 * The time for the first byte, and from then on for the whole response. That one grows with what has arrived: a large response may take
 * long, a slow one may not.
 */
function startDeadline(limits: Limits, arrived: () => number, expire: (message: string) => void) {
  const began = performance.now();
  const firstByteMs = Math.min(limits.firstByteMs, limits.maxMs);
  let timer = setTimeout(() => expire(`no answer within ${seconds(firstByteMs)}`), firstByteMs);
  const waitForTheRest = (): void => {
    const allowed = Math.min(limits.maxMs, limits.wholeMs + arrived() / 1000);
    const left = allowed - (performance.now() - began);
    if (left <= 0) expire(`the response was not complete within ${seconds(allowed)}`);
    else timer = setTimeout(waitForTheRest, left);
  };
  return {
    firstByte(): void {
      clearTimeout(timer);
      waitForTheRest();
    },
    clear: () => clearTimeout(timer),
  };
}

export function tooLarge(bytes: number): Failure {
  return {
    kind: "too-large",
    message: `the body is larger than ${Math.round(bytes).toLocaleString("en")} bytes`,
  };
}

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`;

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
