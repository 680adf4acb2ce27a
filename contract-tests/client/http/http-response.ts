/**
 * Receives one HTTP response until it is complete, the connection breaks, or a limit is exceeded.
 */
import type { ClientRequest, IncomingMessage } from "node:http";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";
import type { Clock } from "../clock.ts";
import type { Answer, Failure, Interval, Response } from "../exchange.ts";
import { connectionFailure } from "./connection-failure.ts";
import type { Connection } from "./connector.ts";
import { readSocket, type SocketReader } from "./socket-reader.ts";

/** How long the gate waits for a response, and how much it reads. */
export const LIMITS = {
  /** Milliseconds until the first byte of a response. */
  firstByteMs: 10_000,
  /** Milliseconds until a small response is complete; each megabyte adds a second. */
  wholeMs: 15_000,
  /** Milliseconds until a response of any size is complete. */
  maxMs: 120_000,
  /** Bytes of a body: the memory of a run does not suffice to read a longer list. */
  bodyBytes: 64 * 1024 * 1024,
  /** Milliseconds to wait for bytes after a response that must have no content. */
  quietMs: 150,
};

export type Limits = Readonly<typeof LIMITS>;

interface ReceiveOptions extends Limits {
  /** The largest body in bytes for this status. */
  readonly bodyLimit: (status: number) => number;
  /** The host without a port and how to reach it, for the texts of failures. */
  readonly host: string;
  readonly connection: Connection;
  readonly keptAlive: boolean;
  readonly now: Clock["now"];
}

/** How much of a too large body we keep, in bytes. */
const KEPT_BYTES = 64 * 1024;

/** Beyond this many informational responses, we stop waiting for the final one. */
export const MAX_INFORMATIONAL = 100;
const ENDLESS_INFORMATIONAL: Failure = {
  kind: "malformed",
  message: `more than ${MAX_INFORMATIONAL} informational responses (1xx) came before a final one`,
};
const INCOMPLETE: Failure = {
  kind: "reset",
  message: "the connection was closed before the response was complete",
};

type ReadResult = Answer & Interval;

/** Never rejects. Ends the request that `openRequest` returns. */
export function receiveResponse(
  openRequest: () => ClientRequest,
  options: ReceiveOptions,
): Promise<ReadResult> {
  return new Promise((resolve) => new Receiver(options, resolve).receive(openRequest));
}

class Receiver {
  private readonly options: ReceiveOptions;
  private readonly resolve: (result: ReadResult) => void;
  private readonly informational: number[] = [];
  private readonly body = new CollectedBytes();
  private readonly began = performance.now();
  private request: ClientRequest | undefined;
  private message: IncomingMessage | undefined;
  private reader: SocketReader | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private isSettled = false;
  private sentAt: number;
  private lastByteAt: number;

  constructor(options: ReceiveOptions, resolve: (result: ReadResult) => void) {
    this.options = options;
    this.resolve = resolve;
    this.sentAt = options.now();
    this.lastByteAt = this.sentAt;
  }

  receive(openRequest: () => ClientRequest): void {
    const { host, connection, now } = this.options;
    try {
      this.request = openRequest();
    } catch (error) {
      const message = `the request cannot be sent: ${(error as Error).message}`;
      return this.settle({ kind: "harness", message });
    }
    this.waitOrExpire();
    this.request.on("socket", (socket) => {
      // Before, the call may have waited for another one on its connection.
      this.sentAt = now();
      this.reader = readSocket(socket);
    });
    this.request.on("information", ({ statusCode }) => {
      this.informational.push(statusCode);
      if (this.informational.length > MAX_INFORMATIONAL) this.settle(ENDLESS_INFORMATIONAL);
    });
    this.request.on("response", (message) => this.readBody(message));
    this.request.on("upgrade", (message: IncomingMessage) => {
      this.message = message;
      this.lastByteAt = now();
      this.settle();
    });
    this.request.on("error", (error: NodeJS.ErrnoException) => {
      if (this.message === undefined) this.settle(connectionFailure(error, host, connection));
      // The parser rejects bytes after a response without content, but the response is complete.
      else if (!this.message.complete) this.settle(INCOMPLETE);
    });
    this.request.end();
  }

  private readBody(message: IncomingMessage): void {
    const { now, keptAlive, quietMs } = this.options;
    this.message = message;
    this.lastByteAt = now();
    // We do not read this response: unread, it does not end, and node:http keeps the connection
    // open for bytes that may follow.
    if (mustBeEmpty(message) && !keptAlive && this.reader !== undefined)
      return this.reader.onClose(quietMs, () => this.settle());

    const limit = this.options.bodyLimit(message.statusCode ?? 0);
    message.on("data", (chunk: Buffer) => {
      this.lastByteAt = now();
      this.body.add(chunk);
      if (this.body.size > limit) this.settle(tooLarge(limit));
    });
    message.on("end", () => {
      this.lastByteAt = now();
    });
    message.on("error", () => {}); // "close" follows.
    message.on("close", () => this.settle(message.complete ? undefined : INCOMPLETE));
  }

  /**
   * Limits the time to the first byte, then to the whole response; the latter grows with the bytes
   * that have arrived, so that a large response may take long.
   */
  private waitOrExpire(): void {
    const { wholeMs, firstByteMs, maxMs, connection } = this.options;
    const hasBegun = this.reader?.hasReceived() === true;
    const allowed = hasBegun ? wholeMs + this.body.size / 1000 : firstByteMs;
    const limit = Math.min(allowed, maxMs);
    const left = this.began + limit - performance.now();
    if (left > 0) {
      this.deadline = setTimeout(() => this.waitOrExpire(), left);
      return;
    }
    const seconds = `${Number((limit / 1000).toFixed(1))} s`;
    const late = hasBegun
      ? `the response was not complete within ${seconds}`
      : `no answer within ${seconds}`;
    const { proxy } = connection;
    const message = proxy === undefined ? late : `${late} through the proxy ${proxy.url.origin}`;
    this.settle({ kind: "timeout", message });
  }

  private settle(failure?: Failure): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.deadline);
    this.reader?.stop();
    if (failure !== undefined || !this.options.keptAlive) this.request?.destroy();
    // We keep the beginning of a too large body.
    const { bytes } = this.body;
    const kept = failure?.kind === "too-large" ? Buffer.from(bytes.subarray(0, KEPT_BYTES)) : bytes;
    const { message, informational, reader } = this;
    this.resolve({
      ...(message && { response: toResponse(message, kept, informational, reader) }),
      ...(failure && { failure }),
      sentAt: this.sentAt,
      receivedAt: failure === undefined ? this.lastByteAt : this.options.now(),
    });
  }
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

/** Pairs the alternating names and values of `rawHeaders`. */
export function fieldsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}
