/** A proxy between an app and a deployment that judges every exchange. */

import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as yieldToForwarding } from "node:timers/promises";
import { inputError } from "../spec/errors/inputs.ts";
import { describeSystemError } from "../spec/errors/system-error.ts";
import { UserError } from "../spec/errors/user-error.ts";
import { SYSTEM_CLOCK } from "./client/clock.ts";
import type { Prism } from "./prism/prism.ts";
import type { Report } from "./report/schema.ts";
import type { DeploymentAddress } from "./targets/target.ts";
import { judgeTraffic } from "./traffic/judge-traffic.ts";
import type { PassedExchange } from "./traffic/passed-exchange.ts";
import { answerAdmin } from "./traffic/proxy/admin.ts";
import { forwarderTo } from "./traffic/proxy/forward.ts";
import { secondOpinion } from "./traffic/proxy/second-opinion.ts";
import { type HarRecorder, openRecorder } from "./traffic/recordings/har-recorder.ts";
import type { LogEntry } from "./traffic/traffic-log.ts";

export interface ProxyOptions {
  readonly deployment: DeploymentAddress;
  /** Default: 4020. 0 picks a free port. */
  readonly port?: number | undefined;
  /** Prism judges every exchange, too. */
  readonly throughPrism?: boolean | undefined;
  /** A HAR file for all traffic, with the keys masked; `.ndjson` for one entry per line. */
  readonly record?: string | undefined;
  /** Called with a new entry, and whenever the count of an entry reaches a power of ten. */
  readonly onEntry?: (entry: LogEntry) => void;
  /** Called with a line about a failure of the proxy itself. */
  readonly onFault?: (line: string) => void;
}

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

const PROXY_PORT = 4020;
const HOST = "127.0.0.1";
/**
 * How long the end of a run waits for Prism: less than the limit after which the command line ends
 * a run that hangs.
 */
const DRAIN_TIMEOUT_MS = 5_000;

/**
 * Throws a UserError if the port is taken, Prism cannot be loaded, or the recording cannot be
 * written.
 */
export async function startProxy(options: ProxyOptions) {
  const { deployment, port = PROXY_PORT, throughPrism, record } = options;
  // We load Prism on demand: it is not part of the installation.
  const prism = throughPrism ? await (await import("./prism/prism.ts")).loadPrism() : undefined;
  const server = await listenOn(port);
  const recorder = openRecorderOrClose(record, server);

  // The app's base address: the deployment's path at another origin.
  const upstream = new URL(deployment.baseUrl);
  const origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${origin}${upstream.pathname.replace(/\/$/, "")}`;
  const forwarder = forwarderTo(upstream, deployment.connection);
  const judging = startJudging(options, prism, recorder);
  const target = deployment.name ?? deployment.baseUrl;
  const serve = (request: http.IncomingMessage, reply: http.ServerResponse): void => {
    if (!answerAdmin(request, reply, { ...judging, target, baseUrl }))
      void forwarder.handle(request, reply, judging.add);
  };
  server.on("request", serve);
  // Node itself would answer 417 to an unknown expectation; we leave the answer to the deployment.
  server.on("checkExpectation", serve);

  /** Closes all connections and returns the report. */
  const close = async (): Promise<Report> => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
    forwarder.close();
    return judging.end();
  };
  const { secrets, judgedBy } = judging;
  return { baseUrl, adminUrl: `${origin}/__admin/`, judgedBy, secrets, close };
}

async function listenOn(port: number): Promise<http.Server> {
  const server = http.createServer({
    maxHeaderSize: 256 * 1024,
    keepAliveTimeout: 65_000,
    requestTimeout: 0,
  });
  await once(server.listen(port, HOST), "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") throw inputError("port-in-use", { port, host: HOST });
    throw inputError("port-refused", { port, host: HOST, why: describeSystemError(error) });
  });
  return server;
}

function openRecorderOrClose(record: string | undefined, server: http.Server) {
  try {
    return record === undefined ? undefined : openRecorder(record, SYSTEM_CLOCK.epoch);
  } catch (error) {
    server.close();
    throw error;
  }
}

/** Judges exchanges after the app has its response. */
function startJudging(
  { deployment, onEntry = () => {}, onFault = () => {} }: ProxyOptions,
  prism: Prism | undefined,
  recorder: HarRecorder | undefined,
) {
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const traffic = judgeTraffic(deployment, SYSTEM_CLOCK.epoch);
  const broken: { check: string; why: string }[] = [];
  let tooLarge = 0;

  const fail = (why: string): void => {
    broken.push({ check: "proxy", why });
    onFault(why);
  };

  const failToJudge = (error: unknown): void => {
    const why = error instanceof UserError ? error.message : `${error}. Please report this.`;
    fail(`orders-kit could not judge a request: ${why}`);
  };

  const second = prism && secondOpinion(prism, failToJudge);
  let recording = recorder;
  /** Stops recording at the first failure to write, and reports it once. */
  const record = (write: (to: HarRecorder) => void): void => {
    try {
      if (recording !== undefined) write(recording);
    } catch (error) {
      recording = undefined;
      fail((error as Error).message);
    }
  };

  const judge = (passed: PassedExchange): void => {
    const { observed, judgement, entries } = traffic.add(passed);
    entries.forEach(onEntry);
    record((to) => to.add(observed, traffic.redactor));
    const { exchange } = observed;
    if (exchange === undefined) return;
    if (exchange.response !== undefined && passed.kept === "nothing") return void tooLarge++;
    second?.ask(exchange, (reported) =>
      traffic.addPrism(exchange, judgement, reported).forEach(onEntry),
    );
  };

  const soFar = (): Report =>
    traffic.report({
      durationMs: Math.round(performance.now() - began),
      startedAt,
      broken,
      empty: `No answer of the interface at ${deployment.baseUrl} has passed.`,
    });

  return {
    judgedBy: prism === undefined ? "orders-kit" : `orders-kit and Prism ${prism.version}`,
    secrets: traffic.secrets,
    soFar,

    async add(passed: PassedExchange): Promise<void> {
      await yieldToForwarding();
      try {
        judge(passed);
      } catch (error) {
        failToJudge(error);
      }
    },

    /** Waits for unjudged exchanges, at most some seconds. */
    async end(): Promise<Report> {
      await yieldToForwarding();
      const left = (await second?.drain(DRAIN_TIMEOUT_MS)) ?? 0;
      if (tooLarge > 0)
        fail(`Of ${tooLarge} responses, only the status was judged: they are too large.`);
      if (left > 0) fail(`Prism was not asked about ${left} exchanges, for lack of room or time.`);
      record((to) => to.close());
      return soFar();
    },
  };
}
