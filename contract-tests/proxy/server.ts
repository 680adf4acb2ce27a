/** The proxy: a server between an app and a deployment that judges every exchange. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { startPrismClient } from "../prism/prism-client.ts";
import type { Report } from "../report/report.ts";
import { type AdminSource, answerAdmin } from "./admin.ts";
import { createFindingsLog, type LogEntry } from "./findings-log.ts";
import { type ForwardedExchange, forwarderTo } from "./forward.ts";
import { createJudgementQueue } from "./judgement-queue.ts";
import { recordExchange, redactedPath, type Upstream } from "./recording.ts";

export interface ProxyOptions {
  readonly deployment: Upstream & { readonly name?: string };
  /** 4020 by default; 0 for a free one. */
  readonly port?: number | undefined;
  /** Called with an entry that is new, or whose count has become a power of ten. */
  readonly onEntry?: (entry: LogEntry) => void;
  /** Called with a line about a fault of the proxy or of Prism. */
  readonly onFault?: (line: string) => void;
}

export interface RunningProxy {
  /** The base address for the app: that of the deployment, at another origin. */
  readonly baseUrl: string;
  /** The page with the findings. */
  readonly adminUrl: string;
  readonly prismVersion: string;
  /** Of the Prism process. */
  readonly prismPid: number;
  /** Ends every connection, judges the exchanges in the queue, for some seconds at most, and reports. */
  close(): Promise<Report>;
}

const DEFAULT_PORT = 4020;
const HOST = "127.0.0.1";
/** How long the end of a run waits for the queue. */
const DRAIN_TIMEOUT_MS = 15_000;

/** Throws a UserError when Prism cannot be started or the port is taken. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { deployment, port = DEFAULT_PORT, onEntry = () => {}, onFault = () => {} } = options;
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const upstream = new URL(deployment.baseUrl);
  const server = http.createServer({ maxHeaderSize: 256 * 1024, keepAliveTimeout: 65_000, requestTimeout: 0 });
  // Prism starts in a second or two: requests that arrive before wait for it.
  const early: (() => void)[] = [];
  let serve: http.RequestListener = (request, reply) => void early.push(() => serve(request, reply));
  server.on("request", (request, reply) => serve(request, reply));
  // Node would answer 417 to an unknown expectation; the answer is the deployment's.
  server.on("checkExpectation", (request, reply) => serve(request, reply));
  await listen(server, port);
  const prism = await startPrismClient().catch(async (error: unknown) => {
    await close(server);
    throw error;
  });
  const log = createFindingsLog();
  const forwarder = forwarderTo(upstream, deployment.connection);
  const broken: { check: string; why: string }[] = [];
  const fail = (check: string, why: string): void => {
    broken.push({ check, why });
    onFault(why);
  };
  let requests = 0;
  let [notQueued, notKept, isClosing] = [0, 0, false];

  const queue = createJudgementQueue(prism, {
    judged: (judgement) => log.add(judgement).forEach(onEntry),
    prismEnded: (lastOutput) => {
      if (isClosing) return;
      const why = `Prism ended in the middle of the run (${lastOutput}). From now on only orders-kit judges.`;
      fail("prism", why);
    },
    failed: (error, { call }) =>
      fail("proxy", `orders-kit could not judge ${call.method} ${call.path}: ${error}. Please report this.`),
  });

  const record = (forwarded: ForwardedExchange): void => {
    requests++;
    try {
      judge(forwarded);
    } catch (error) {
      fail("proxy", `orders-kit could not judge a request: ${error}. Please report this.`);
    }
  };
  const judge = (forwarded: ForwardedExchange): void => {
    if (forwarded.notKept > 0) notKept++;
    const exchange = recordExchange(forwarded, deployment);
    if (exchange === undefined) log.addOutside(forwarded.method, redactedPath(forwarded, deployment)).forEach(onEntry);
    else if (forwarded.notKept === 0 && !queue.add({ exchange, requestBytes: forwarded.requestBytes })) notQueued++;
  };
  const origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${origin}${upstream.pathname.replace(/\/$/, "")}`;
  const admin: AdminSource = {
    facts: { target: deployment.name ?? deployment.baseUrl, baseUrl, prismVersion: prism.version },
    entries: log.entries,
    requests: () => requests,
  };
  serve = (request, reply) => {
    if (!answerAdmin(request, reply, admin)) forwarder.handle(request, reply, record);
  };
  for (const serveEarly of early) serveEarly();

  return {
    baseUrl,
    adminUrl: `${origin}/__admin/`,
    prismVersion: prism.version,
    prismPid: prism.pid,
    async close() {
      await close(server);
      forwarder.close();
      const left = await queue.drain(DRAIN_TIMEOUT_MS);
      isClosing = true;
      await prism.close();
      const unjudged = notQueued + left + notKept;
      if (unjudged > 0)
        broken.push({
          check: "proxy",
          why: `${unjudged} of ${requests} exchanges were forwarded and not judged: ${notQueued + left} for lack of room or time, ${notKept} because they are too large.`,
        });
      return log.report({
        target: {
          url: deployment.baseUrl,
          readOnly: false,
          ...(deployment.name !== undefined && { name: deployment.name }),
        },
        durationMs: Math.round(performance.now() - began),
        startedAt,
        broken,
        requests,
        prismVersion: prism.version,
      });
    },
  };
}

function listen(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? USER_ERRORS.portInUse(port, HOST)
          : USER_ERRORS.portRefused(port, HOST, describeSystemError(error)),
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
