/**
 * The upstream that Prism is given: a loopback server that repeats recorded responses. Prism so judges what a deployment
 * really sent, while the app has had it long ago, untouched; the deployment hears nothing of it.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Response } from "../exchange.ts";

/** Tells which response a request of Prism is to get: Prism hands request headers on. */
export const PLAYED = "x-orders-kit-exchange";

export interface Replay {
  readonly url: string;
  /** Plays the response to requests that carry the returned text in {@link PLAYED}, until it is taken back. */
  put(response: Response): string;
  takeBack(id: string): void;
  close(): Promise<void>;
}

/** `location`, because Prism would follow a redirect, with the headers of the app; the others belong to one connection. */
const LEFT_OUT = /^(?:location|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*)$/i;

export async function startReplay(): Promise<Replay> {
  const responses = new Map<string, Response>();
  let count = 0;
  const server = http.createServer((request, reply) => {
    request.resume();
    const response = responses.get(String(request.headers[PLAYED]));
    if (response === undefined) {
      reply.writeHead(421).end();
      return;
    }
    const headers = response.headers.filter(([name, value]) => !LEFT_OUT.test(name) && isFieldValue(value));
    reply.writeHead(response.status, headers.flat());
    reply.end(response.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put(response) {
      const id = String(++count);
      responses.set(id, response);
      return id;
    },
    takeBack: (id) => void responses.delete(id),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What node:http agrees to send. */
function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
