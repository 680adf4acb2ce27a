/** Reads the raw bytes of a connection, to count those that the HTTP parser of Node rejects or drops. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";

/** Bytes that are kept to find the end of the response heads. */
const MAX_HEAD_BYTES = 512 * 1024;

export type SocketReader = ReturnType<typeof readSocket>;

export function readSocket(socket: Socket) {
  const start = new CollectedBytes();
  let total = 0;
  const onData = (chunk: Buffer): void => {
    total += chunk.length;
    if (start.size < MAX_HEAD_BYTES) start.add(chunk);
  };
  socket.prependListener("data", onData);
  return {
    hasReceived: (): boolean => total > 0,
    stop: (): void => void socket.off("data", onData),

    /** Calls back when the connection is closed, at the latest after `quietMs` milliseconds. */
    onClose(quietMs: number, callback: () => void): void {
      // Bytes that have arrived while this process was busy are read before it calls back.
      const timer = setTimeout(() => setImmediate(callback), quietMs);
      socket.once("close", () => {
        clearTimeout(timer);
        callback();
      });
    },

    /** Bytes of content after the head of a response that must have none; `informational` are the 1xx responses before it. */
    bytesAfterHead(message: IncomingMessage, informational: readonly number[]): number {
      const head = start.bytes;
      let end = 0;
      for (let heads = 0; heads <= informational.length; heads++) {
        const crlf = head.indexOf("\r\n\r\n", end);
        if (crlf < 0) return 0;
        end = crlf + 4;
      }
      const isChunked = /chunked/i.test(message.headers["transfer-encoding"] ?? "");
      // Chunked content of no bytes is the last chunk alone (RFC 9112, section 7.1).
      const isEmpty = isChunked && head.subarray(end).equals(Buffer.from("0\r\n\r\n"));
      return isEmpty ? 0 : total - end;
    },
  };
}
