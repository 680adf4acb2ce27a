/**
 * The upstream of Prism: a loopback server that replays recorded responses. So Prism judges what the deployment sent, the app does
 * not wait for it, and the deployment gets no second request.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Response } from "../client/exchange.ts";

/** Names the response to replay. Prism passes request headers on. */
export const REPLAY_HEADER = "x-orders-kit-exchange";

export interface Replay {
  readonly url: string;
  /** Returns the value of {@link REPLAY_HEADER} for which the response is replayed until it is removed. */
  add(response: Response): string;
  remove(id: string): void;
  close(): Promise<void>;
}

/** `location`, because Prism follows redirects with the headers of the app; the others are of one connection. */
const NOT_REPLAYED =
  /^(?:location|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*)$/i;

export async function startReplay(): Promise<Replay> {
  const responses = new Map<string, Response>();
  let count = 0;
  const server = http.createServer((request, reply) => {
    request.resume();
    const response = responses.get(String(request.headers[REPLAY_HEADER]));
    if (response === undefined) {
      reply.writeHead(421).end();
      return;
    }
    const headers = response.headers.filter(([name, value]) => !NOT_REPLAYED.test(name) && isFieldValue(value));
    reply.writeHead(response.status, headers.flat());
    reply.end(response.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(response) {
      const id = String(++count);
      responses.set(id, response);
      return id;
    },
    remove: (id) => void responses.delete(id),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A value that node:http accepts. */
function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
