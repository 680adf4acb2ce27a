/** A gateway as a process: started, interrupted and stopped. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, launch } from "../processes.ts";
import { configuration } from "./configuration.ts";
import type { Interruption, Row, Site } from "./row.ts";

const PROGRAMS = {
  nginx: { file: "nginx.conf", argv: ["-p", ".", "-c", "nginx.conf", "-e", "error.log"], reload: "SIGHUP" },
  // The master process takes signals, and stops its worker.
  haproxy: { file: "haproxy.cfg", argv: ["-W", "-db", "-f", "haproxy.cfg"], reload: "SIGUSR2" },
} as const;

/** Milliseconds of an interruption. */
const GONE_MS = 700;
/** Milliseconds within which a gateway must listen. */
const START_MS = 10_000;

export interface Gateway {
  interrupt(how: Interruption): Promise<void>;
  stop(): Promise<void>;
}

export async function startGateway(row: Row, site: Site): Promise<Gateway> {
  const { file, argv, reload } = PROGRAMS[row.gateway];
  const configure = (answer?: 502) => writeFile(join(site.folder, file), configuration(row, site, answer));
  await configure();
  const start = () => startProgram(row.gateway, argv, site);
  let child = await start();
  const interruptions: Readonly<Record<Interruption, () => Promise<void>>> = {
    async gone() {
      await stopProgram(child);
      await sleep(GONE_MS);
      child = await start();
    },
    async reload() {
      child.kill(reload);
    },
    async 502() {
      await configure(502);
      child.kill(reload);
      await sleep(GONE_MS);
      await configure();
      child.kill(reload);
    },
  };
  return { interrupt: (how) => interruptions[how](), stop: () => stopProgram(child) };
}

async function startProgram(program: string, argv: readonly string[], { folder, port }: Site): Promise<ChildProcess> {
  const child = launch(program, argv, folder, environment());
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`${program} ended with ${code}: ${printed}`);
  });
  failed.catch(() => {}); // It ends after the run, too.
  await Promise.race([untilListening(port), failed]);
  return child;
}

async function untilListening(port: number): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(20)) if (await accepts(port)) return;
  throw new Error(`Nothing listens at port ${port} after ${START_MS / 1000} s.`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
