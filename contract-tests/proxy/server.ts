/** The proxy: a server between an app and a deployment, with a jury behind it. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { causeOf, PROBLEMS } from "../../spec/problems.ts";
import { startReferee } from "../prism/referee.ts";
import type { Report } from "../report.ts";
import { answerAdmin, type Watched } from "./admin.ts";
import { forwarderTo, type Passage } from "./forward.ts";
import { summonJury } from "./jury.ts";
import { type Entry, openLedger } from "./ledger.ts";
import { type Deployment, recordPassage, shownPath } from "./recording.ts";

export interface ProxyOptions {
  readonly deployment: Deployment & { readonly name?: string };
  /** 4020 by default; 0 takes a free one. */
  readonly port?: number | undefined;
  /** Called with what is new, or has happened ten times as often as when it was last told. */
  readonly onEntry?: (entry: Entry) => void;
  /** Called with a line on what goes wrong with the proxy itself. */
  readonly onTrouble?: (line: string) => void;
}

export interface RunningProxy {
  /** What the app uses as base address: the deployment's, at another origin. */
  readonly baseUrl: string;
  /** The page with the findings. */
  readonly adminUrl: string;
  readonly prismVersion: string;
  /** Of the Prism process. */
  readonly prismPid: number;
  /** Ends every connection, judges what is still waiting, for some seconds at most, and reports. */
  close(): Promise<Report>;
}

const DEFAULT_PORT = 4020;
const HOST = "127.0.0.1";
/** Milliseconds that the end of the run may wait for Prism. */
const LAST_WORDS_MS = 15_000;

/** Throws a UserError when Prism cannot be started or the port is taken. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { deployment, port = DEFAULT_PORT, onEntry = () => {}, onTrouble = () => {} } = options;
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const upstream = new URL(deployment.baseUrl);
  const server = http.createServer({ maxHeaderSize: 256 * 1024, keepAliveTimeout: 65_000, requestTimeout: 0 });
  // Prism takes a second or two to start: calls that come by then wait for it.
  const early: (() => void)[] = [];
  let serve: http.RequestListener = (request, reply) => void early.push(() => serve(request, reply));
  server.on("request", (request, reply) => serve(request, reply));
  // An expectation that we do not know is for the deployment to answer.
  server.on("checkExpectation", (request, reply) => serve(request, reply));
  await listen(server, port);
  const referee = await startReferee().catch(async (error: unknown) => {
    await close(server);
    throw error;
  });
  const ledger = openLedger();
  const forwarder = forwarderTo(upstream);
  const broken: { check: string; why: string }[] = [];
  let requests = 0;
  let [notTaken, notKept, closing] = [0, 0, false];

  const jury = summonJury(referee, {
    judged: (judgement) => ledger.enter(judgement).forEach(onEntry),
    refereeGone: (lastWords) => {
      if (closing) return;
      const why = `Prism ended in the middle of the run (${lastWords}). What passes from now on is judged by orders-kit alone.`;
      broken.push({ check: "prism", why });
      onTrouble(why);
    },
    brokeDown: (error, { call }) => {
      const why = `orders-kit could not judge ${call.method} ${call.path}: ${error}. Please report this.`;
      broken.push({ check: "jury", why });
      onTrouble(why);
    },
  });

  const take = (passage: Passage): void => {
    requests++;
    if (passage.notKept > 0) notKept++;
    const exchange = recordPassage(passage, deployment);
    if (exchange === undefined) ledger.outside(passage.method, shownPath(passage, deployment)).forEach(onEntry);
    else if (passage.notKept === 0 && !jury.take({ exchange, requestBytes: passage.requestBytes })) notTaken++;
  };
  const origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${origin}${upstream.pathname.replace(/\/$/, "")}`;
  const watched: Watched = {
    facts: { target: deployment.name ?? deployment.baseUrl, baseUrl, prismVersion: referee.version },
    entries: ledger.entries,
    requests: () => requests,
  };
  serve = (request, reply) => {
    if (!answerAdmin(request, reply, watched)) forwarder.handle(request, reply, take);
  };
  for (const go of early) go();

  return {
    baseUrl,
    adminUrl: `${origin}/__admin/`,
    prismVersion: referee.version,
    prismPid: referee.pid,
    async close() {
      await close(server);
      forwarder.close();
      const left = await jury.drain(LAST_WORDS_MS);
      closing = true;
      await referee.close();
      const unjudged = notTaken + left + notKept;
      if (unjudged > 0)
        broken.push({
          check: "jury",
          why: `${unjudged} of ${requests} exchanges were passed on and not judged: ${notTaken + left} found no room or time, ${notKept} were too large.`,
        });
      return ledger.report({
        target: {
          url: deployment.baseUrl,
          readOnly: false,
          ...(deployment.name !== undefined && { name: deployment.name }),
        },
        durationMs: Math.round(performance.now() - began),
        startedAt,
        broken,
        requests,
        prismVersion: referee.version,
      });
    },
  };
}

function listen(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" ? PROBLEMS.portInUse(port, HOST) : PROBLEMS.portRefused(port, HOST, causeOf(error)),
      ),
    );
    server.listen(port, HOST, resolve);
  });
}

function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
