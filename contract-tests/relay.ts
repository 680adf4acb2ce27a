/**
 * A loopback server in the process that knows the key, so that the Playwright workers never do. It answers
 * `POST /<token>/exchange` with a Call as JSON by one line of JSON, the Exchange without the body of its response, and the
 * bytes of that body. Large bodies have numbers: a body that the other side says it holds is not sent again. Whoever has its address, which holds a random token, can send what the guard behind it allows.
 */
import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Call, Exchange, Response, Send } from "./exchange.ts";
import { Gathered } from "./gathered.ts";
import { LARGE } from "./repeated.ts";

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
        const [head, body] = toWire(exchange, Number(request.headers[HELD] ?? 0));
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
  let held: Held = { number: 0, body: new Uint8Array() };
  const send: Send = async (call) => {
    const before = held;
    const answer = await post(`${url}/exchange`, JSON.stringify(call), agent, before.number);
    const { exchange, number } = fromWire(answer, before);
    if (number > 0 && exchange.response !== undefined) held = { number, body: exchange.response.body };
    return exchange;
  };
  return Object.assign(send, { close: () => agent.destroy() });
}

/** The header by which the other side says which large body it holds. */
const HELD = "x-held-body";

interface Held {
  /** 0 for none. */
  readonly number: number;
  readonly body: Uint8Array;
}

/** How an Exchange stands on its first line: everything but the bytes of the body, which may be one that has a number. */
interface Head {
  readonly exchange: Omit<Exchange, "response"> & { readonly response?: Omit<Response, "body"> };
  readonly number: number;
}

const numbers = new WeakMap<Uint8Array, number>();
let lastNumber = 0;

function numberOf(body: Uint8Array): number {
  if (body.length < LARGE) return 0;
  const number = numbers.get(body) ?? ++lastNumber;
  numbers.set(body, number);
  return number;
}

function toWire({ response, ...exchange }: Exchange, held: number): [head: Buffer, body: Uint8Array] {
  const line = (head: Head): Buffer => Buffer.from(`${JSON.stringify(head)}\n`);
  if (response === undefined) return [line({ exchange, number: 0 }), new Uint8Array()];
  const { body, ...rest } = response;
  const number = numberOf(body);
  const head = line({ exchange: { ...exchange, response: rest }, number });
  return [head, number > 0 && number === held ? new Uint8Array() : body];
}

function fromWire(answer: Buffer, held: Held): { exchange: Exchange; number: number } {
  const end = answer.indexOf("\n");
  const { exchange, number } = JSON.parse(answer.toString("utf8", 0, end)) as Head;
  const { response, ...rest } = exchange;
  if (response === undefined) return { exchange: rest, number };
  const body = number > 0 && number === held.number ? held.body : answer.subarray(end + 1);
  return { exchange: { ...rest, response: { ...response, body } }, number };
}

function post(url: string, body: string, agent: http.Agent, held: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: "POST",
      agent,
      headers: { "content-length": Buffer.byteLength(body), [HELD]: held },
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
  const announced = Number(stream.headers["content-length"] ?? 0);
  if (announced > limit) throw new Error(`more than ${limit} bytes`);
  const gathered = new Gathered(announced);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    gathered.add(chunk);
    if (gathered.size > limit) throw new Error(`more than ${limit} bytes`);
  }
  return gathered.bytes;
}
