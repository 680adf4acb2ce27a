/** One request on the wire, and all that comes back until it is whole, breaks, or takes too long or too much. */
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Failure, FailureKind, Response } from "./exchange.ts";
import { Gathered } from "./gathered.ts";

/** Milliseconds and bytes. */
export interface Limits {
  /** Until the first byte of an answer. */
  readonly firstByteMs: number;
  /** Until the whole answer, when it is small; each megabyte gives it a second more. */
  readonly wholeMs: number;
  /** Until the whole answer, however large it is. */
  readonly mostMs: number;
  readonly bodyBytes: number;
  /** How long bytes are awaited behind a response that must have none. */
  readonly quietMs: number;
}

export interface Received {
  readonly response?: Response;
  readonly failure?: Failure;
}

/** Never rejects. `start` makes the request; it is ended here. */
export function receive(
  start: () => ClientRequest,
  { keptAlive, ...limits }: Limits & { readonly keptAlive: boolean },
): Promise<Received> {
  return new Promise((resolve) => {
    const began = performance.now();
    const informational: number[] = [];
    let body = new Gathered();
    let message: IncomingMessage | undefined;
    let tap: Tap | undefined;
    let settled = false;

    const settle = (failure?: Failure): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      tap?.stop();
      resolve({
        ...(message !== undefined && {
          response: responseOf(message, body.bytes, informational, tap?.behind(message, informational)),
        }),
        ...(failure !== undefined && { failure }),
      });
      if (failure !== undefined || !keptAlive) request?.destroy();
    };

    const giveUp = (kind: FailureKind, text: string) => () => settle({ kind, message: text });
    const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`;
    let timer = setTimeout(giveUp("timeout", `no answer within ${seconds(limits.firstByteMs)}`), limits.firstByteMs);
    // A large answer may take its time, one that only trickles may not.
    const waitForTheRest = (): void => {
      const allowed = Math.min(limits.mostMs, limits.wholeMs + body.size / 1000);
      const left = allowed - (performance.now() - began);
      if (left <= 0) settle({ kind: "timeout", message: `the answer was not whole within ${seconds(allowed)}` });
      else timer = setTimeout(waitForTheRest, left);
    };
    const onFirstByte = (): void => {
      clearTimeout(timer);
      waitForTheRest();
    };

    let request: ClientRequest | undefined;
    try {
      request = start();
    } catch (error) {
      settle({ kind: "harness", message: `the request cannot be written: ${(error as Error).message}` });
      return;
    }
    request.on("socket", (socket) => {
      tap = new Tap(socket, onFirstByte);
    });
    request.on("information", ({ statusCode }) => informational.push(statusCode));
    request.on("response", (incoming: IncomingMessage) => {
      message = incoming;
      // While nobody reads it, the answer does not end, and node:http leaves the connection open for what may follow.
      if (mustBeEmpty(incoming) && !keptAlive && tap !== undefined)
        return tap.whenQuiet(limits.quietMs, () => settle());
      if (!mustBeEmpty(incoming)) body = new Gathered(announced(incoming, limits.bodyBytes));
      incoming.on("data", (chunk: Buffer) => {
        if (body.size + chunk.length <= limits.bodyBytes) body.add(chunk);
        else {
          // Its beginning shows what it was; the rest would only fill the memory of whoever looks at it.
          body.cut(BEGINNING);
          settle({
            kind: "too-large",
            message: `the body is larger than ${limits.bodyBytes.toLocaleString("en")} bytes`,
          });
        }
      });
      incoming.on("error", () => {}); // "close" tells whether the answer is whole.
      incoming.on("close", () => settle(incoming.complete ? undefined : BROKEN_OFF));
    });
    request.on("upgrade", (incoming: IncomingMessage) => {
      message = incoming;
      settle();
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // Bytes behind an answer that has no content are no HTTP; the answer itself is whole.
      if (message?.complete) return;
      settle(message === undefined ? failureOf(error) : BROKEN_OFF);
    });
    request.end();
  });
}

/** Bytes that are kept of a body beyond the limit. */
const BEGINNING = 64 * 1024;

/** Bytes that the answer says it has, as far as they are taken. */
function announced({ headers }: IncomingMessage, most: number): number {
  const length = Number(headers["content-length"]);
  return length > 0 ? Math.min(length, most) : 0;
}

const BROKEN_OFF: Failure = { kind: "reset", message: "the connection ended before the answer was whole" };

function mustBeEmpty(message: IncomingMessage): boolean {
  return isEmptyByStatus(message) || (message as IncomingMessage & { req?: ClientRequest }).req?.method === "HEAD";
}

function isEmptyByStatus({ statusCode }: IncomingMessage): boolean {
  return statusCode === 204 || statusCode === 304;
}

function responseOf(
  message: IncomingMessage,
  body: Buffer,
  informational: readonly number[],
  trailingBytes: number | undefined,
): Response {
  const { rawHeaders } = message;
  return {
    status: message.statusCode ?? 0,
    reason: message.statusMessage ?? "",
    httpVersion: message.httpVersion,
    headers: Array.from({ length: rawHeaders.length / 2 }, (_, i) => [
      rawHeaders[2 * i] ?? "",
      rawHeaders[2 * i + 1] ?? "",
    ]),
    body,
    trailingBytes: mustBeEmpty(message) ? (trailingBytes ?? 0) : 0,
    informational: [...informational],
  };
}

/** Listens to the raw bytes of a connection, for those that the HTTP parser rejects or drops. */
export class Tap {
  /** The first bytes of the answer: as many as its heads may take. */
  private head = Buffer.alloc(0);
  private total = 0;
  private readonly socket: Socket;
  private readonly onData: (chunk: Buffer) => void;

  constructor(socket: Socket, onFirstByte: () => void) {
    this.socket = socket;
    this.onData = (chunk) => {
      if (this.total === 0) onFirstByte();
      this.total += chunk.length;
      if (this.head.length < 512 * 1024) this.head = Buffer.concat([this.head, chunk]);
      else socket.off("data", this.onData);
    };
    socket.prependListener("data", this.onData);
  }

  stop(): void {
    this.socket.off("data", this.onData);
  }

  /** Calls back once the connection is closed, or after a time. */
  whenQuiet(quietMs: number, callback: () => void): void {
    const timer = setTimeout(callback, quietMs);
    this.socket.once("close", () => {
      clearTimeout(timer);
      callback();
    });
  }

  /** Bytes of content behind the head of an answer that must have none. */
  behind(message: IncomingMessage, informational: readonly number[]): number {
    let end = 0;
    for (let heads = 0; heads <= informational.length; heads++) {
      const crlf = this.head.indexOf("\r\n\r\n", end);
      if (crlf < 0) return 0;
      end = crlf + 4;
    }
    const behind = this.total - end;
    const chunked = /chunked/i.test(message.headers["transfer-encoding"] ?? "");
    // The last chunk alone ends a content of no bytes.
    return chunked && this.head.subarray(end).equals(Buffer.from("0\r\n\r\n")) ? 0 : behind;
  }
}

const UNREACHABLE = /^(ENOTFOUND|EAI_|ECONNREFUSED|EHOST|ENET|ETIMEDOUT|EADDRNOTAVAIL|EACCES)/;
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

function failureOf(error: NodeJS.ErrnoException): Failure {
  const code = error.code ?? "";
  const failure = (kind: FailureKind, message: string): Failure => ({ kind, message: `${message} (${code})` });
  if (UNREACHABLE.test(code)) return failure("unreachable", UNREACHABLE_WORDS[code] ?? "the host cannot be reached");
  if (TLS.test(code))
    return failure("tls", `TLS failed: ${TLS_WORDS[code] ?? error.message.split("\n")[0]?.slice(0, 200)}`);
  if (code.startsWith("HPE_")) return failure("malformed", "what came back is no HTTP response");
  if (code === "ECONNRESET" || code === "EPIPE") return failure("reset", "the connection broke without an answer");
  return failure("harness", error.message);
}

/** Where OpenSSL has only words of its own. */
const TLS_WORDS: Readonly<Record<string, string>> = {
  EPROTO: "what listens there speaks none, or another version of it, as plain http would",
};

const UNREACHABLE_WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be resolved",
  ECONNREFUSED: "nothing listens there: the connection was refused",
};
