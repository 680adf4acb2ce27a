/**
 * Prism as a validating proxy, asked about one exchange after the fact. It gets the request as it was made, without key and query,
 * and from its upstream, a loopback server of ours, the response as it came. So Prism judges what the deployment sent, the app does
 * not wait for it, and the deployment gets no second request.
 */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { header, type Response } from "../client/exchange.ts";
import {
  type CompleteExchange,
  type PrismAnswer,
  type RecordedExchange,
  readViolations,
} from "./answer.ts";
import { exclusionOf } from "./explanations.ts";
import { findingsOf, type PrismFinding } from "./findings.ts";
import { startPrism } from "./process.ts";

export interface PrismClient {
  readonly version: string;
  readonly pid: number;
  /** Undefined without a complete response, and once Prism has ended. */
  validate(exchange: RecordedExchange): Promise<readonly PrismFinding[] | undefined>;
  close(): Promise<void>;
}

const ANSWER_TIMEOUT_MS = 30_000;
/** A connection breaks a moment before the end of the process is known. */
const EXIT_TIMEOUT_MS = 2_000;
/** Names the response to replay. Prism passes request headers on. */
const REPLAY_HEADER = "x-orders-kit-exchange";

/** `onEnded` is called once, with the last output of a Prism that has ended before it was closed. */
export async function startPrismClient(
  onEnded: (lastOutput: string) => void = () => {},
): Promise<PrismClient> {
  const replay = await startReplay();
  const prism = await startPrism(replay.url).catch((error: unknown) => {
    replay.close();
    throw error;
  });
  const agent = new http.Agent({ keepAlive: true });
  let asked = 0;
  let hasEnded = false;

  const ask = async ({
    call: { method, path },
    requestHeaders,
    response,
  }: CompleteExchange): Promise<PrismAnswer> => {
    const id = String(++asked);
    const authorization = header({ headers: requestHeaders }, "authorization");
    const headers = { [REPLAY_HEADER]: id, ...(authorization !== undefined && { authorization }) };
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    replay.responses.set(id, response);
    try {
      // Without the query: the description declares no parameter, and Prism uses `__server` itself.
      return await answerTo(http.request(prism.url, { agent, method, path, headers, signal }));
    } catch (error) {
      if (signal.aborted) return { kind: "timeout" };
      const pause = setTimeout(EXIT_TIMEOUT_MS, (error as Error).message, { ref: false });
      return { kind: "ended", lastOutput: await Promise.race([prism.ended, pause]) };
    } finally {
      replay.responses.delete(id);
    }
  };

  return {
    version: prism.version,
    pid: prism.pid,
    async validate({ response, ...call }) {
      if (hasEnded || response === undefined || call.failure !== undefined) return undefined;
      const exchange = { ...call, response };
      const explanation = exclusionOf(exchange);
      if (explanation !== undefined)
        return [{ kind: "explained", explanation, message: "Prism was not asked." }];
      const answer = await ask(exchange);
      if (answer.kind !== "ended") return findingsOf(exchange, answer);
      if (!hasEnded) onEnded(answer.lastOutput);
      hasEnded = true;
      return undefined;
    },
    async close() {
      agent.destroy();
      await prism.close();
      replay.close();
    },
  };
}

/** Rejects when there is no complete response. */
async function answerTo(request: http.ClientRequest): Promise<PrismAnswer> {
  request.on("error", () => {}); // Until there is a response, it rejects below; then the response has it too.
  request.end();
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  // Prism repeats the body.
  await once(response.resume(), "end");
  const violations = readViolations(response.headers["sl-violations"]?.toString());
  return { kind: "response", status: response.statusCode ?? 0, violations };
}

/** `location`, because Prism follows redirects with the headers of the app; the others are of one connection. */
const NOT_REPLAYED =
  /^(?:location|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*)$/i;
/** A value that node:http accepts. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The upstream of Prism, and the responses that it replays, by the value of {@link REPLAY_HEADER}. */
async function startReplay() {
  const responses = new Map<string, Response>();
  const server = http.createServer((request, reply) => {
    request.resume();
    const response = responses.get(String(request.headers[REPLAY_HEADER]));
    if (response === undefined) return void reply.writeHead(421).end();
    const headers = response.headers.filter(
      ([name, value]) => !NOT_REPLAYED.test(name) && FIELD_VALUE.test(value),
    );
    reply.writeHead(response.status, headers.flat()).end(response.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responses,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
