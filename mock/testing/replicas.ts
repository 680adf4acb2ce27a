/** Mocks that share a store, in this process and in separate ones; and a client of any mock. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type MockOptions, type RunningMock, startMock } from "../http/server.ts";
import type { Store } from "./store.ts";

const CLI = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const KEY = "demo-key";

/** Starts mocks in this process, and closes them after `use`. */
export async function withReplicas(
  count: number,
  options: MockOptions & { readonly store: string },
  use: (replicas: readonly RunningMock[]) => Promise<void>,
): Promise<void> {
  const replicas = await Promise.all(
    Array.from({ length: count }, () => startMock({ port: 0, ...options })),
  );
  try {
    await use(replicas);
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()));
  }
}

/** A mock in a separate process. */
export interface ReplicaProcess {
  readonly baseUrl: string;
  readonly adminUrl: string;
  /** Ends the process without notice, as a crash does. */
  kill(): Promise<void>;
}

/** Starts `orders-kit mock` from dist/. */
export async function startReplica(
  { url, env }: Pick<Store, "url" | "env">,
  ...flags: readonly string[]
): Promise<ReplicaProcess> {
  const argv = [CLI, "mock", "--port", "0", "--json", "--store", url, ...flags];
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, argv, {
    stdio: [...stdio],
    env: { ...process.env, ...env },
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The mock ended with ${code}`)));
    createInterface(child.stdout).once("line", resolve);
  });
  const { baseUrl, adminUrl } = JSON.parse(line) as {
    readonly baseUrl: string;
    readonly adminUrl: string;
  };
  return { baseUrl, adminUrl, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

type Address = Pick<ReplicaProcess, "baseUrl">;

/** Sends a call to a world; returns the status and the body as text. */
export async function call(
  { baseUrl }: Address,
  method: string,
  path: string,
  world = "",
): Promise<{ readonly status: number; readonly text: string; readonly retryAfter: string | null }> {
  const headers = { authorization: `Bearer ${KEY}${world === "" ? "" : `.${world}`}` };
  const response = await fetch(`${baseUrl}${path}`, { method, headers });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get("retry-after"),
  };
}

/** Returns the status of a list. */
export const listStatus = async (replica: Address, world?: string): Promise<number> =>
  (await call(replica, "GET", "/store/orders", world)).status;

/** Cancels an order as an app does; returns the status. */
export const cancel = async (replica: Address, id: string, world?: string): Promise<number> =>
  (await call(replica, "DELETE", `/store/orders/${id}`, world)).status;

/** The ids of a list. */
export async function listed(replica: Address, world = ""): Promise<string[]> {
  const { text } = await call(replica, "GET", "/store/orders", world);
  return [...text.matchAll(/"id":(-?\d+)/g)].map(([, id]) => id!);
}

/**
 * Sends a request to the control API of a world; returns the status and the body, with ids as text.
 */
export async function control<T>(
  { adminUrl }: Pick<ReplicaProcess, "adminUrl">,
  line: string,
  world = "",
  body?: object,
): Promise<T & { readonly httpStatus: number }> {
  const [method, path] = line.split(" ") as [string, string];
  const query = world === "" ? "" : `${path.includes("?") ? "&" : "?"}world=${world}`;
  const response = await fetch(`${adminUrl}/${path}${query}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });
  const text = await response.text();
  return { ...(text === "" ? {} : JSON.parse(text)), httpStatus: response.status };
}
