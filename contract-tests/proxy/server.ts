/** The proxy: a server between an app and a deployment that judges every exchange. */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { portInUseError, portRefusedError } from "../../spec/errors/inputs.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { loadPrism } from "../prism/prism.ts";
import { redactReport } from "../report/redact-report.ts";
import type { Report } from "../report/report.ts";
import { answerAdmin } from "./admin.ts";
import { createFindingsLog, type LogEntry } from "./findings-log.ts";
import { type ForwardedExchange, forwarderTo } from "./forward.ts";
import { createJudgementQueue } from "./judgement-queue.ts";
import { recordExchange, type Upstream } from "./recording.ts";
import { seenOrders } from "./seen-orders.ts";

export interface ProxyOptions {
  readonly deployment: Upstream;
  /** 4020 by default; 0 for a free one. */
  readonly port?: number | undefined;
  /** Called with an entry that is new, or whose count has become a power of ten. */
  readonly onEntry?: (entry: LogEntry) => void;
  /** Called with a line about a fault of the proxy. */
  readonly onFault?: (line: string) => void;
}

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

const DEFAULT_PORT = 4020;
const HOST = "127.0.0.1";
/** How long the end of a run waits for the queue. */
const DRAIN_TIMEOUT_MS = 15_000;

/** Throws a UserError when Prism cannot be loaded or the port is taken. */
export async function startProxy(options: ProxyOptions) {
  const { deployment, port = DEFAULT_PORT } = options;
  const upstream = new URL(deployment.baseUrl);
  const server = http.createServer({
    maxHeaderSize: 256 * 1024,
    keepAliveTimeout: 65_000,
    requestTimeout: 0,
  });
  await once(server.listen(port, HOST), "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") throw portInUseError({ port, host: HOST });
    throw portRefusedError({ port, host: HOST, why: describeSystemError(error) });
  });
  const forwarder = forwarderTo(upstream, deployment.connection);
  const origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  // The base address for the app: that of the deployment, at another origin.
  const baseUrl = `${origin}${upstream.pathname.replace(/\/$/, "")}`;
  const target = deployment.name ?? deployment.baseUrl;
  const judging = startJudging(options);
  // Prism is loaded in a second or two: requests that arrive before wait for it.
  const serve = async (
    request: http.IncomingMessage,
    reply: http.ServerResponse,
  ): Promise<void> => {
    const judge = await judging.catch(() => undefined);
    if (judge !== undefined && !answerAdmin(request, reply, { ...judge, target, baseUrl }))
      await forwarder.handle(request, reply, judge.add);
  };
  server.on("request", serve);
  // Node would answer 417 to an unknown expectation; the answer is the deployment's.
  server.on("checkExpectation", serve);
  const stop = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
    forwarder.close();
  };
  const { prismVersion, report } = await judging.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  /** Ends every connection, judges the exchanges in the queue, for some seconds at most, and reports. */
  const close = (): Promise<Report> => stop().then(report);
  return { baseUrl, adminUrl: `${origin}/__admin/`, prismVersion, close };
}

/** Loads Prism. What is added is judged after the app has its response. */
async function startJudging({ deployment, onEntry = () => {}, onFault = () => {} }: ProxyOptions) {
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const { secrets = [] } = deployment;
  const log = createFindingsLog();
  const orders = seenOrders(deployment.baseUrl);
  const broken: { check: string; why: string }[] = [];
  let [requests, notQueued, tooLarge] = [0, 0, 0];
  const fail = (why: string): void => {
    broken.push({ check: "proxy", why });
    onFault(why);
  };
  const prism = await loadPrism();
  const queue = createJudgementQueue(prism, {
    judged: (judgement) => log.add(judgement).forEach(onEntry),
    failed: (error, { call }) =>
      fail(`orders-kit could not judge ${call.method} ${call.path}: ${error}. Please report this.`),
  });
  const soFar = (): Report => {
    const { baseUrl: url, name } = deployment;
    const report = log.report({
      target: { url, readOnly: false, ...(name !== undefined && { name }) },
      durationMs: Math.round(performance.now() - began),
      startedAt,
      broken,
      requests,
    });
    return redactReport(report, secrets);
  };
  return {
    prismVersion: prism.version,
    secrets,
    orders,
    soFar,
    add(forwarded: ForwardedExchange): void {
      const { method, requestBytes, notKept } = forwarded;
      requests++;
      if (notKept > 0) tooLarge++;
      try {
        const exchange = recordExchange(forwarded, deployment);
        if (typeof exchange === "string") log.addOutside(method, exchange).forEach(onEntry);
        else if (notKept === 0) {
          orders.add(exchange);
          if (!queue.add({ exchange, requestBytes })) notQueued++;
        }
      } catch (error) {
        fail(`orders-kit could not judge a request: ${error}. Please report this.`);
      }
    },
    /** Judges what is in the queue. */
    async report(): Promise<Report> {
      const left = notQueued + (await queue.drain(DRAIN_TIMEOUT_MS));
      const why = `${left + tooLarge} of ${requests} exchanges were forwarded and not judged: ${left} for lack of room or time, ${tooLarge} because they are too large.`;
      if (left + tooLarge > 0) broken.push({ check: "proxy", why });
      return soFar();
    },
  };
}
