/**
 * The referee: the real Prism as validating proxy, asked about one exchange after the fact. It sees the request as it was made,
 * without key and query, and from the replay server the response as it came; what it says becomes clauses (translate.ts).
 */
import http from "node:http";
import type { Exchange } from "../exchange.ts";
import { type ArtefactId, unaskable } from "./artefacts.ts";
import { startPrism } from "./process.ts";
import { PLAYED, startReplay } from "./replay.ts";
import { type PrismSaying, readSayings } from "./saying.ts";
import { type PrismFinding, translate } from "./translate.ts";

/** What of an exchange Prism is asked about. */
export type Judged = Pick<Exchange, "call" | "requestHeaders" | "response">;

/** What came back from Prism itself. */
export type PrismAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      readonly deprecation?: string;
      readonly sayings: readonly PrismSaying[];
    }
  /** It gave no answer within {@link ANSWER_MS}. */
  | { readonly kind: "hung" }
  /** The process is gone. */
  | { readonly kind: "died"; readonly lastWords: string };

export interface Referee {
  readonly version: string;
  readonly pid: number;
  /** Puts an exchange to Prism as it is, whatever that does to Prism. */
  ask(exchange: Judged): Promise<PrismAnswer>;
  /** Rejects with {@link RefereeGone} once Prism has ended. */
  judge(exchange: Judged): Promise<readonly PrismFinding[]>;
  close(): Promise<void>;
}

/** Prism ended before it was asked to. */
export class RefereeGone extends Error {
  override readonly name = "RefereeGone";
}

const ANSWER_MS = 30_000;

export async function startReferee(): Promise<Referee> {
  const replay = await startReplay();
  const prism = await startPrism("proxy", replay.url).catch(async (error: unknown) => {
    await replay.close();
    throw error;
  });
  const agent = new http.Agent({ keepAlive: true });

  const ask = async (exchange: Judged): Promise<PrismAnswer> => {
    const { response } = exchange;
    if (response === undefined) throw new TypeError("Prism can only be asked about an exchange that has a response.");
    const id = replay.put(response);
    try {
      return await call(exchange, id);
    } catch (error) {
      if (error instanceof Hung) return { kind: "hung" };
      // The connection breaks a moment before the process is known to have ended.
      const lastWords = await Promise.race([prism.ended, pause(2_000).then(() => (error as Error).message)]);
      return { kind: "died", lastWords };
    } finally {
      replay.takeBack(id);
    }
  };

  const call = ({ call: { method, path }, requestHeaders }: Judged, id: string): Promise<PrismAnswer> =>
    new Promise((resolve, reject) => {
      const authorization = requestHeaders.filter(([name]) => name.toLowerCase() === "authorization");
      const request = http.request(`${prism.url}/`, {
        agent,
        method,
        // Without the query: the description declares no parameter there, and Prism takes `__server` for itself.
        path,
        headers: { [PLAYED]: id, ...Object.fromEntries(authorization.map(([, value]) => ["authorization", value])) },
      });
      request.setTimeout(ANSWER_MS, () => request.destroy(new Hung()));
      request.on("error", reject);
      request.on("response", (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => {
          // Prism repeats the whole body; only an answer of its own is of interest, and short.
          if (chunks.length < 4) chunks.push(chunk);
        });
        answer.on("error", reject);
        answer.on("end", () => {
          const { deprecation, "content-type": contentType = "", "sl-violations": violations } = answer.headers;
          resolve({
            kind: "answered",
            status: answer.statusCode ?? 0,
            contentType,
            body: Buffer.concat(chunks).toString(),
            ...(deprecation !== undefined && { deprecation: String(deprecation) }),
            sayings: readSayings(violations?.toString()),
          });
        });
      });
      request.end();
    });

  return {
    version: prism.version,
    pid: prism.pid,
    ask,
    async judge(exchange) {
      const reason: ArtefactId | undefined = unaskable(exchange);
      if (reason !== undefined)
        return [{ kind: "filtered", artefact: reason, said: "Prism was not asked.", whole: true }];
      if (exchange.response === undefined) return [];
      const answer = await ask(exchange);
      if (answer.kind === "died") throw new RefereeGone(answer.lastWords);
      return translate(exchange, exchange.response, answer);
    },
    async close() {
      agent.destroy();
      await Promise.all([prism.close(), replay.close()]);
    },
  };
}

class Hung extends Error {}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
