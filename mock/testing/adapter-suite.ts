/**
 * Runs a case over an adapter and compares every response with the expected outcome and with the
 * reply of `respond`.
 */
import { expect } from "playwright/test";
import { type Call, type Reply, readCall } from "../replies/call-and-reply.ts";
import { respond } from "../service/respond.ts";
import { createService } from "../service/service.ts";
import {
  type AdapterCase,
  type CaseOptions,
  type ExpectedCall,
  KEY,
  type Outcome,
  serviceOptions,
} from "./adapter-cases.ts";

export interface AdapterRequest {
  readonly method: string;
  /** Relative to the base address, with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A response as a client receives it. */
export interface Received {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** False if the body broke off. */
  readonly complete: boolean;
}

/** An adapter with its own service. */
interface AdapterClient {
  /** Rejects if the connection is reset. */
  send(request: AdapterRequest): Promise<Received>;
  /** Why the first half of a truncated body may be lost, too. */
  readonly losesBody?: string;
  close(): Promise<void>;
}

export type OpenAdapter = (options: CaseOptions) => Promise<AdapterClient>;

/**
 * Runs a case over an adapter: one request after the other. Every response must equal the reply of
 * `respond`, and the replies must have the expected outcomes.
 */
export async function runCase(
  { options = {}, calls }: AdapterCase,
  open: OpenAdapter,
): Promise<void> {
  const requests = calls.map(requestOf);
  const service = await createService(serviceOptions(options));
  const replies = requests.map((request) => respond(service, callOf(request)));
  expect(replies.map(outcomeOf)).toEqual(calls.map(([, outcome]) => outcome));
  const client = await open(options);
  const send = (request: AdapterRequest) => observe(client.send(request));
  try {
    const unanswered: Promise<unknown>[] = [];
    for (const [index, request] of requests.entries()) {
      const reply = replies[index]!;
      const response = send(request);
      const line = `${request.method} ${request.target}`;
      if (outcomeOf(reply) === "no response") unanswered.push(response);
      else expectReply(await response, reply, client.losesBody, line);
    }
    // Later requests have been answered, so a response to these would have arrived.
    for (const response of unanswered)
      expect(await Promise.race([response, "no response"])).toBe("no response");
  } finally {
    await client.close();
  }
}

/** The parts of a response that we compare; the status is 0 without a response. */
interface Observed {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
  readonly complete: boolean;
  readonly ms: number;
}

async function observe(response: Promise<Received>): Promise<Observed> {
  const start = performance.now();
  const received = await response.catch(() => undefined);
  const ms = performance.now() - start;
  if (received === undefined) return { status: 0, headers: [], body: "", complete: false, ms };
  const headers = received.headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return {
    ...received,
    headers: headers.filter((line) => !CONNECTION_HEADER.test(line)).sort(),
    ms,
  };
}

/** Headers of a connection, which `respond` does not know. */
const CONNECTION_HEADER = /^(?:date|connection|keep-alive|transfer-encoding):/;

function expectReply(
  { ms, ...received }: Observed,
  reply: Reply,
  losesBody: string | undefined,
  line: string,
): void {
  const outcome = outcomeOf(reply);
  // A timer may fire a millisecond early.
  expect(ms, line).toBeGreaterThanOrEqual((reply.fault?.delayMs ?? 0) - 1);
  if (outcome === "reset") {
    expect(received.status, line).toBe(0);
    return;
  }
  const body = new TextDecoder().decode(reply.body);
  const expected = { status: reply.status, headers: headerLines(reply), body, complete: true };
  if (outcome !== "truncated") {
    expect(received, line).toEqual(expected);
    return;
  }
  expect(received, line).toEqual({ ...expected, body: expect.any(String), complete: false });
  if (losesBody === undefined) expect(received.body, line).not.toBe("");
  expect(body.startsWith(received.body) && received.body.length < body.length, line).toBe(true);
}

function headerLines({ headers }: Reply): string[] {
  return headers
    .flatMap((name, at) => (at % 2 === 0 ? [`${name.toLowerCase()}: ${headers[at + 1]}`] : []))
    .sort();
}

function outcomeOf({ status, body, fault }: Reply): Outcome {
  if (fault?.fail === "reset") return "reset";
  if (fault?.fail === "hang") return "no response";
  return fault?.fail === "truncate" && body.length > 0 ? "truncated" : status;
}

function requestOf([line, , { headers = KEY, body } = {}]: ExpectedCall): AdapterRequest {
  const [method = "", target = ""] = line.split(" ");
  return { method, target, headers, body };
}

/** The call that every adapter must make from a request. */
function callOf({ method, target, headers, body }: AdapterRequest): Call {
  const [path, ...query] = target.split("?");
  const call = readCall(
    method,
    path,
    query.length === 0 ? undefined : query.join("?"),
    Object.entries(headers).flat(),
  );
  return { ...call, body: body === undefined ? "none" : "some" };
}
