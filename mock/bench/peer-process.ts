/** Starts another tool and waits until it answers a list. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { KEY } from "./calls.ts";
import { onCore, SERVER_CORE } from "./processes.ts";

/** Returns the arguments of `node`; `folder` has the configuration files. */
export type PeerCommand = (folder: string, port: number) => string[];

export interface RunningPeer {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds until it answered the first list. */
  readonly ms: number;
  stop(): Promise<void>;
}

export async function startPeer(command: PeerCommand, folder: string): Promise<RunningPeer> {
  const port = await freePort();
  const started = performance.now();
  const peer = spawn(...onCore(SERVER_CORE, process.execPath, command(folder, port)), { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/v1`;
  while (!(await lists(url))) if (peer.exitCode !== null) throw new Error(`it ended with ${peer.exitCode}`);
  const ms = performance.now() - started;
  const stop = async (): Promise<void> => {
    peer.kill("SIGKILL");
    if (peer.exitCode === null && peer.signalCode === null) await once(peer, "exit");
  };
  return { url, pid: peer.pid!, ms, stop };
}

async function lists(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/store/orders`, { headers: { authorization: `Bearer ${KEY}` } });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
