/** Reads the raw bytes of a connection, to count those that the HTTP parser of Node rejects or drops. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";

/** Bytes that are kept to find the end of the response heads. */
const MAX_HEAD_BYTES = 512 * 1024;

export class SocketReader {
  private readonly start = new CollectedBytes();
  private total = 0;
  private readonly socket: Socket;
  private readonly onData: (chunk: Buffer) => void;

  constructor(socket: Socket, onFirstByte: () => void) {
    this.socket = socket;
    this.onData = (chunk) => {
      if (this.total === 0) onFirstByte();
      this.total += chunk.length;
      if (this.start.size < MAX_HEAD_BYTES) this.start.add(chunk);
      else socket.off("data", this.onData);
    };
    socket.prependListener("data", this.onData);
  }

  stop(): void {
    this.socket.off("data", this.onData);
  }

  /** Calls back when the connection is closed, at the latest after `quietMs` milliseconds. */
  onClose(quietMs: number, callback: () => void): void {
    // Bytes that have arrived while this process was busy are read before it calls back.
    const timer = setTimeout(() => setImmediate(callback), quietMs);
    this.socket.once("close", () => {
      clearTimeout(timer);
      callback();
    });
  }

  /** Bytes of content after the head of a response that must have none; `informational` are the 1xx responses before it. */
  bytesAfterHead(message: IncomingMessage, informational: readonly number[]): number {
    const head = this.start.bytes;
    let end = 0;
    for (let heads = 0; heads <= informational.length; heads++) {
      const crlf = head.indexOf("\r\n\r\n", end);
      if (crlf < 0) return 0;
      end = crlf + 4;
    }
    const isChunked = /chunked/i.test(message.headers["transfer-encoding"] ?? "");
    // Chunked content of no bytes is the last chunk alone (RFC 9112, section 7.1).
    const isEmpty = isChunked && head.subarray(end).equals(Buffer.from("0\r\n\r\n"));
    return isEmpty ? 0 : this.total - end;
  }
}
