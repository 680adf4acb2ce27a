/** Counts the raw bytes of a connection that Node's HTTP parser rejects or drops. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";

/** How many bytes we keep to find the end of the response heads. */
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

    /** Calls back when the connection closes, or after `quietMs` milliseconds if that is sooner. */
    onClose(quietMs: number, callback: () => void): void {
      // setImmediate first reads the bytes that arrived while this process was busy.
      const timer = setTimeout(() => setImmediate(callback), quietMs);
      socket.once("close", () => {
        clearTimeout(timer);
        callback();
      });
    },

    /**
     * Returns the number of content bytes after the head of a response that must have none.
     * `informational` are the 1xx responses before it.
     */
    bytesAfterHead(message: IncomingMessage, informational: readonly number[]): number {
      const head = start.bytes;
      let end = 0;
      for (let heads = 0; heads <= informational.length; heads++) {
        const crlf = head.indexOf("\r\n\r\n", end);
        if (crlf < 0) return 0;
        end = crlf + 4;
      }
      const isChunked = /chunked/i.test(message.headers["transfer-encoding"] ?? "");
      // Empty chunked content is just the last chunk (RFC 9112, section 7.1).
      const isEmpty = isChunked && head.subarray(end).equals(Buffer.from("0\r\n\r\n"));
      return isEmpty ? 0 : total - end;
    },
  };
}
