/**
 * A loopback server in the process that knows the key, so that the Playwright workers never do. It answers
 * `POST /<token>/exchange` with a Call as JSON by one line of JSON, the Exchange without the body of its response, and the
 * bytes of that body. Whoever has its address, which holds a random token, can send what the guard behind it allows.
 */
import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Call, Exchange, Response, Send } from "./exchange.ts";

export interface Relay {
  /** With the token in it: as secret as what the guard lets through. */
  readonly url: string;
  close(): Promise<void>;
}

/** Bytes of a Call as JSON: a long path or header fits. */
const CALL_LIMIT = 1024 * 1024;

export async function openRelay(send: Send): Promise<Relay> {
  const token = randomBytes(24).toString("base64url");
  const server = http.createServer((request, response) => {
    if (request.method !== "POST" || request.url !== `/${token}/exchange`) {
      response.writeHead(404).end();
      return;
    }
    readAll(request, CALL_LIMIT)
      .then((body) => send(JSON.parse(body.toString()) as Call))
      .then((exchange) => {
        const [head, body] = toWire(exchange);
        response.writeHead(200, { "content-length": head.length + body.length });
        response.write(head);
        response.end(body);
      })
      .catch((error: Error) => response.writeHead(500).end(error.message));
  });
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The other side: a `send` for a process without the key. */
export function connectRelay(url: string): Send & { close(): void } {
  const agent = new http.Agent({ keepAlive: true });
  const send: Send = async (call) => {
    const answer = await post(`${url}/exchange`, JSON.stringify(call), agent);
    return fromWire(answer);
  };
  return Object.assign(send, { close: () => agent.destroy() });
}

/** How an Exchange stands on its first line: everything but the bytes of the body. */
type Head = Omit<Exchange, "response"> & { readonly response?: Omit<Response, "body"> };

function toWire({ response, ...exchange }: Exchange): [head: Buffer, body: Uint8Array] {
  if (response === undefined) return [Buffer.from(`${JSON.stringify(exchange)}\n`), new Uint8Array()];
  const { body, ...rest } = response;
  return [Buffer.from(`${JSON.stringify({ ...exchange, response: rest })}\n`), body];
}

function fromWire(answer: Buffer): Exchange {
  const end = answer.indexOf("\n");
  const { response, ...exchange } = JSON.parse(answer.toString("utf8", 0, end)) as Head;
  return response === undefined ? exchange : { ...exchange, response: { ...response, body: answer.subarray(end + 1) } };
}

function post(url: string, body: string, agent: http.Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: "POST",
      agent,
      headers: { "content-length": Buffer.byteLength(body) },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      readAll(response, Number.POSITIVE_INFINITY).then((answer) => {
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`The relay answered ${response.statusCode}: ${answer.toString().slice(0, 200)}`));
      }, reject);
    });
    request.end(body);
  });
}

async function readAll(stream: http.IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(stream.headers["content-length"]);
  if (announced > limit) throw new Error(`more than ${limit} bytes`);
  // One buffer of the announced size: a list of 120 MB is not held twice.
  let whole = Buffer.allocUnsafe(Number.isSafeInteger(announced) ? announced : 0);
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size + chunk.length > whole.length) whole = Buffer.concat([whole.subarray(0, size), chunk]);
    else chunk.copy(whole, size);
    size += chunk.length;
    if (size > limit) throw new Error(`more than ${limit} bytes`);
  }
  return whole.subarray(0, size);
}
