/** HTTP as the gate needs it: what stood on the wire, nothing followed, nothing unpacked, and no deployment that throws. */
import http from "node:http";
import https from "node:https";
import { urlToHttpOptions } from "node:url";
import { applyCoding, undoCoding } from "./content-coding.ts";
import { credentialsFor, type Presented } from "./credentials.ts";
import { type Call, type Exchange, header, type Response, type Send } from "./exchange.ts";
import { type Limits, type Received, receive } from "./receive.ts";
import { repeatedBody } from "./repeated.ts";
import { KEY_MARK, Mask, type Secret } from "./secrets.ts";
import { StartingGate } from "./starting-gate.ts";

export interface HttpTarget {
  /** http or https, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** The environment variable that it is from. */
  readonly keyVariable?: string;
  readonly limits?: Partial<Limits>;
}

/** Something to send to, which holds connections until it is closed. */
export interface Sender {
  readonly send: Send;
  close(): Promise<void> | void;
}

export const LIMITS: Limits = {
  firstByteMs: 10_000,
  wholeMs: 20_000,
  mostMs: 120_000,
  bodyBytes: 256 * 1024 * 1024,
  quietMs: 150,
};

export function httpSender({ baseUrl, key, keyVariable, limits }: HttpTarget): Sender {
  const base = new URL(baseUrl);
  const { request, Agent } = base.protocol === "https:" ? https : http;
  const fresh = new Agent({ keepAlive: false });
  const kept = new Map<string, http.Agent>();
  const present = credentialsFor(key);
  const bounds = { ...LIMITS, ...limits };
  const gate = new StartingGate();
  const repeated = repeatedBody();
  const clean = new WeakSet<Uint8Array>();

  const agentFor = (label: string | undefined): http.Agent => {
    if (label === undefined) return fresh;
    const agent = kept.get(label) ?? new Agent({ keepAlive: true, maxSockets: 1 });
    kept.set(label, agent);
    return agent;
  };

  const send: Send = async (call) => {
    const presented = present(call.credential);
    const address = addressOf(call, presented, base);
    const headers = requestHeaders(call, presented, base.host);
    const options: http.RequestOptions = {
      ...urlToHttpOptions(base),
      method: call.method,
      path: address.sent,
      headers: headers.flatMap(({ name, sent }) => [name, sent]),
      agent: agentFor(call.connection),
      maxHeaderSize: 256 * 1024,
    };
    await gate.pass(call);
    const startedAt = Date.now();
    const began = performance.now();
    const { timeoutMs = bounds.mostMs } = call;
    const received = await receive(() => withBody(request(options), call), {
      ...bounds,
      firstByteMs: Math.min(timeoutMs, bounds.firstByteMs),
      wholeMs: Math.min(timeoutMs, bounds.wholeMs),
      mostMs: Math.min(timeoutMs, bounds.mostMs),
      keptAlive: call.connection !== undefined,
    });
    const durationMs = performance.now() - began;
    const shown = {
      ...(keyVariable !== undefined && { keyVariable }),
      url: `${base.origin}${address.shown}`,
      requestHeaders: headers.map(({ name, shown }) => [name, shown] as const),
    };
    const { response } = received;
    const kept =
      response === undefined ? received : { ...received, response: { ...response, body: repeated(response.body) } };
    return { call, ...shown, ...withoutSecrets(kept, key, presented, clean), startedAt, durationMs };
  };

  const close = (): void => {
    for (const agent of [fresh, ...kept.values()]) agent.destroy();
  };
  return { send, close };
}

function withBody(outgoing: http.ClientRequest, { body }: Call): http.ClientRequest {
  if (body !== undefined) outgoing.write(body);
  return outgoing;
}

/** Path and query as they go out, byte for byte. */
function addressOf({ path, query }: Call, { query: credential }: Presented, base: URL) {
  const prefix = base.pathname.replace(/\/$/, "");
  const text = (added: string | undefined): string => {
    const parts = [query, added].filter((part) => part !== undefined);
    return `${prefix}${path}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
  };
  return { sent: text(credential?.sent), shown: text(credential?.shown) };
}

function requestHeaders({ headers = [], connection, body }: Call, presented: Presented, host: string) {
  const plain = ([name, value]: readonly [string, string]) => ({ name, sent: value, shown: value });
  const own = [
    ["Host", host],
    ["Accept", "*/*"],
    ["User-Agent", "orders-kit"],
    ["Connection", connection === undefined ? "close" : "keep-alive"],
    ...(body === undefined ? [] : [["Content-Length", String(body.length)] as const]),
  ] as const;
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  return [
    ...own.filter(([name]) => !given.has(name.toLowerCase())).map(plain),
    ...presented.headers,
    ...headers.map(plain),
  ];
}

/** What was received, with the key and what was sent of it masked. `clean` are bodies in which the key is known not to be. */
export function withoutSecrets(
  received: Received,
  key: string,
  { token }: Presented,
  clean: WeakSet<Uint8Array> = new WeakSet(),
): Pick<Exchange, "response" | "failure" | "credentialEchoed"> {
  const { response, failure } = received;
  if (response === undefined) return { ...received, credentialEchoed: false };
  const secrets = [{ text: key, mark: KEY_MARK }];
  const other = token === undefined || token.text === key ? [] : [token];
  const plain = header(response, "content-encoding") === undefined;
  const hasKey = contains(response, secrets, plain && clean.has(response.body) ? undefined : contentOf(response));
  if (plain && !hasKey) clean.add(response.body);
  const echoed = token?.text === key ? hasKey : token !== undefined && contains(response, [token], contentOf(response));
  // A token that is shown as it is sent, a made-up one, stays legible.
  const hidden = [...secrets, ...other.filter(({ text, mark }) => text !== mark)];
  return {
    response: echoed || hasKey ? masked(response, new Mask(hidden)) : response,
    ...(failure !== undefined && { failure }),
    credentialEchoed: echoed,
  };
}

function contains({ reason, headers }: Response, secrets: readonly Secret[], content: Buffer | undefined): boolean {
  const mask = new Mask(secrets);
  const head = Buffer.from([reason, ...headers.flat()].join("\n"), "latin1");
  return mask.occursIn(head) || (content !== undefined && mask.occursIn(content));
}

function contentOf(response: Response): Buffer {
  const coding = header(response, "content-encoding");
  const content = coding === undefined ? undefined : undoCoding(response.body, coding, LIMITS.bodyBytes);
  return asBuffer(content ?? response.body);
}

function masked(response: Response, mask: Mask): Response {
  const latin1 = (text: string): string => mask.bytes(Buffer.from(text, "latin1")).toString("latin1");
  const content = contentOf(response);
  const hidden = mask.bytes(content);
  const coding = header(response, "content-encoding") ?? "";
  const packed = content.length !== response.body.length || coding !== "";
  return {
    ...response,
    reason: latin1(response.reason),
    headers: response.headers.map(([name, value]) => [latin1(name), latin1(value)] as const),
    body: hidden === content ? response.body : packed ? applyCoding(hidden, coding) : hidden,
  };
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
