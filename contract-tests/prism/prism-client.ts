/**
 * The second validator: Prism as a validating proxy, asked about one exchange after the fact. It gets the request as it was made,
 * without key and query, and from the replay server the response as it came.
 */
import http from "node:http";
import type { CompleteExchange, PrismAnswer, RecordedExchange } from "./answer.ts";
import { exclusionOf } from "./explanations.ts";
import { findingsOf, type PrismFinding } from "./findings.ts";
import { startPrism } from "./process.ts";
import { REPLAY_HEADER, startReplay } from "./replay.ts";
import { readViolations } from "./violation.ts";

export interface PrismClient {
  readonly version: string;
  readonly pid: number;
  /** Asks Prism about any exchange, also about one that ends its process. */
  ask(exchange: CompleteExchange): Promise<PrismAnswer>;
  /** No findings without a response. Rejects with {@link PrismEnded} once Prism has ended. */
  validate(exchange: RecordedExchange): Promise<readonly PrismFinding[]>;
  close(): Promise<void>;
}

/** Prism ended before it was closed. The message is its last output. */
export class PrismEnded extends Error {
  override readonly name = "PrismEnded";
}

const ANSWER_TIMEOUT_MS = 30_000;
/** A connection breaks a moment before the end of the process is known. */
const EXIT_TIMEOUT_MS = 2_000;

export async function startPrismClient(): Promise<PrismClient> {
  const replay = await startReplay();
  const prism = await startPrism("proxy", replay.url).catch(async (error: unknown) => {
    await replay.close();
    throw error;
  });
  const agent = new http.Agent({ keepAlive: true });

  const ask = async (exchange: CompleteExchange): Promise<PrismAnswer> => {
    const id = replay.add(exchange.response);
    try {
      return await send(exchange, id);
    } catch (error) {
      if (error instanceof AnswerTimeout) return { kind: "timeout" };
      const lastOutput = await Promise.race([prism.ended, pause(EXIT_TIMEOUT_MS).then(() => (error as Error).message)]);
      return { kind: "ended", lastOutput };
    } finally {
      replay.remove(id);
    }
  };

  const send = ({ call: { method, path }, requestHeaders }: RecordedExchange, id: string): Promise<PrismAnswer> =>
    new Promise((resolve, reject) => {
      const authorization = requestHeaders.filter(([name]) => name.toLowerCase() === "authorization");
      const request = http.request(`${prism.url}/`, {
        agent,
        method,
        // Without the query: the description declares no parameter, and Prism uses `__server` itself.
        path,
        headers: {
          [REPLAY_HEADER]: id,
          ...Object.fromEntries(authorization.map(([, value]) => ["authorization", value])),
        },
      });
      request.setTimeout(ANSWER_TIMEOUT_MS, () => request.destroy(new AnswerTimeout()));
      request.on("error", reject);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => {
          // Prism repeats the whole body; only an error of its own is needed, and it is short.
          if (chunks.length < 4) chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () => {
          const { deprecation, "content-type": contentType = "", "sl-violations": violations } = response.headers;
          resolve({
            kind: "response",
            status: response.statusCode ?? 0,
            contentType,
            body: Buffer.concat(chunks).toString(),
            ...(deprecation !== undefined && { deprecation: String(deprecation) }),
            violations: readViolations(violations?.toString()),
          });
        });
      });
      request.end();
    });

  return {
    version: prism.version,
    pid: prism.pid,
    ask,
    async validate(exchange) {
      const explanation = exclusionOf(exchange);
      if (explanation !== undefined)
        return [{ kind: "explained", explanation, message: "Prism was not asked.", wholeExchange: true }];
      const { response } = exchange;
      if (response === undefined) return [];
      const answer = await ask({ ...exchange, response });
      if (answer.kind === "ended") throw new PrismEnded(answer.lastOutput);
      return findingsOf({ ...exchange, response }, answer);
    },
    async close() {
      agent.destroy();
      await Promise.all([prism.close(), replay.close()]);
    },
  };
}

class AnswerTimeout extends Error {}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
