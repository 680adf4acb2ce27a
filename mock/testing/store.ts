/** A Redis server for one test, on a free port and in a temporary folder, without persistence. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "playwright/test";
import { createClient } from "redis";
import { freePort } from "./free-port.ts";

/** Why tests with a store cannot run; undefined if they can. */
export const NO_STORE =
  spawnSync("redis-server", ["--version"]).status === 0
    ? undefined
    : "redis-server is not installed: apt-get install redis-server";

const ATTEMPTS = 5;
/** Password of a store with TLS. */
export const PASSWORD = "not-to-be-shown";

export interface Store {
  /** `redis://127.0.0.1:PORT/0`; with TLS `rediss:`, with a password and database 3. */
  readonly url: string;
  /** The environment of a mock that trusts the store's certificate. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command in database 0, or in another one. */
  command(words: readonly string[], database?: number): Promise<unknown>;
  /** Stops answering, but keeps connections open. */
  pause(): void;
  resume(): void;
  /** Kills the server; its data is lost. */
  kill(): Promise<void>;
  /** Starts the server again on the same port after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A certificate for `localhost` and its key, in PEM. */
interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** With a certificate, the store only accepts connections with TLS and a password. */
export async function startStore(certificate?: Certificate): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-store-"));
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  if (certificate !== undefined) {
    writeFileSync(certFile, certificate.cert);
    writeFileSync(keyFile, certificate.key);
  }
  const tls = ["--tls-auth-clients", "no", "--tls-cert-file", certFile, "--tls-key-file", keyFile];
  const start = (port: number): Promise<ChildProcess> =>
    serve(
      certificate === undefined
        ? ["--port", String(port)]
        : ["--port", "0", "--tls-port", String(port), ...tls, "--requirepass", PASSWORD],
      folder,
    );
  const { port, server } = await onFreePort(start);
  let running: ChildProcess = server;
  const endWithTests = (): void => void running.kill("SIGKILL");
  process.once("exit", endWithTests);
  const kill = async (): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  };
  return {
    url:
      certificate === undefined
        ? `redis://127.0.0.1:${port}/0`
        : `rediss://:${PASSWORD}@localhost:${port}/3`,
    env: certificate === undefined ? {} : { NODE_EXTRA_CA_CERTS: certFile },
    command: (words, database = 0) => command(port, database, words),
    pause: () => void running.kill("SIGSTOP"),
    resume: () => void running.kill("SIGCONT"),
    kill,
    restart: async () => {
      running = await start(port);
    },
    stop: async () => {
      await kill();
      process.off("exit", endWithTests);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Tries again, because another program may take the port before the server does. */
async function onFreePort(
  start: (port: number) => Promise<ChildProcess>,
): Promise<{ readonly port: number; readonly server: ChildProcess }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { port, server: await start(port) };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function serve(flags: readonly string[], folder: string): Promise<ChildProcess> {
  const common = ["--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", [...flags, ...common], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
    createInterface(child.stdout!).on("line", (line) => {
      if (line.includes("Ready to accept connections")) resolve();
    });
  });
  return child;
}

async function command(port: number, database: number, words: readonly string[]): Promise<unknown> {
  const client = createClient({ url: `redis://127.0.0.1:${port}/${database}`, RESP: 2 });
  await client.connect();
  try {
    return await client.sendCommand(words);
  } finally {
    client.destroy();
  }
}

/**
 * `store` is empty at the start of a test. The tests of a worker share it, one after the other;
 * `ownStore` is for tests that break theirs.
 */
export const test = base.extend<{ store: Store; ownStore: Store }, { workerStore: Store }>({
  workerStore: [({ browserName: _ }, use) => withStore(use), { scope: "worker" }],
  store: async ({ workerStore }, use) => {
    await workerStore.command(["FLUSHALL"]);
    await use(workerStore);
  },
  ownStore: ({ browserName: _ }, use) => withStore(use),
});

async function withStore(use: (store: Store) => Promise<void>): Promise<void> {
  const store = await startStore();
  await use(store);
  await store.stop();
}
