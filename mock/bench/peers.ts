/** `npm run bench -- --peers`: measures other tools with the same interface, compared with the same bare server. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { load } from "./load.ts";
import { writePeerFiles } from "./peer-files.ts";
import { type PeerCommand, startPeer } from "./peer-process.ts";
import { CLI, memory, script } from "./processes.ts";
import { alternate, spread } from "./rounds.ts";
import { serversFor, UNKNOWN } from "./throughput.ts";

export interface PeerResult {
  readonly name: string;
  readonly coldStartMs: number;
  readonly idleMb: number;
  /** Medians of the requests per second, as a multiple of those of the bare server. */
  readonly list50: number;
  readonly list1000: number;
  readonly deleteUnknown: number;
}

const ROUNDS = 5;
const STARTS = 3;
const PACKAGES = ["@mockoon/cli@9.9.0", "json-server@0.17.4"];
const packagesFolder = join(tmpdir(), "orders-kit-bench-peers");
const own = createRequire(import.meta.url);
const inPackage = (name: string, path: string): string => join(dirname(own.resolve(`${name}/package.json`)), path);
const inPackagesFolder = (path: string): string => join(packagesFolder, "node_modules", path);

const PEERS: Readonly<Record<string, PeerCommand>> = {
  "orders-kit": (_, port) => [CLI, "mock", "--port", String(port)],
  "Prism 5.14.2": (folder, port) => [
    inPackage("@stoplight/prism-cli", "dist/index.js"),
    "mock",
    join(folder, "prism.json"),
    "-p",
    String(port),
  ],
  "Mockoon 9.9.0": (folder, port) => [
    inPackagesFolder("@mockoon/cli/bin/run.js"),
    "start",
    "--data",
    join(folder, "mockoon.json"),
    "--port",
    String(port),
    "--disable-log-to-file",
  ],
  "msw 2.15.0 over node:http": (folder, port) => [
    script("mock/bench/msw-server.js"),
    join(folder, "list"),
    String(port),
  ],
  "json-server 0.17.4": (folder, port) => [
    inPackagesFolder("json-server/lib/cli/bin.js"),
    join(folder, "db.json"),
    "--port",
    String(port),
    "--routes",
    join(folder, "routes.json"),
    "--middlewares",
    join(folder, "auth.cjs"),
    "--quiet",
  ],
};

export async function peers(): Promise<PeerResult[]> {
  mkdirSync(packagesFolder, { recursive: true });
  writeFileSync(join(packagesFolder, "package.json"), '{ "private": true }');
  const flags = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...PACKAGES];
  if (spawnSync("npm", flags, { cwd: packagesFolder, stdio: "ignore" }).status !== 0)
    throw new Error("npm cannot install the peers");
  const results: PeerResult[] = [];
  for (const [name, command] of Object.entries(PEERS)) {
    process.stderr.write(`${name}…\n`);
    const few = await measurePeer(command, 50, ["list", "delete"]);
    const many = await measurePeer(
      name === "orders-kit" ? (folder, port) => [...command(folder, port), "--orders", "1000"] : command,
      1000,
      ["list"],
    );
    const { coldStartMs, idleMb, list, remove } = few;
    results.push({ name, coldStartMs, idleMb, list50: list, list1000: many.list, deleteUnknown: remove });
  }
  return results;
}

interface PeerMeasurement {
  readonly coldStartMs: number;
  readonly idleMb: number;
  readonly list: number;
  /** NaN if it was not measured. */
  readonly remove: number;
}

/** Starts a peer with a number of orders, and loads it and the bare server in turn. */
async function measurePeer(
  command: PeerCommand,
  orders: number,
  wanted: readonly ("list" | "delete")[],
): Promise<PeerMeasurement> {
  const servers = await serversFor(orders);
  writePeerFiles(servers.folder);
  try {
    const starts: number[] = [];
    for (let start = 1; start < STARTS; start++) {
      const early = await startPeer(command, servers.folder);
      starts.push(early.ms);
      await early.stop();
    }
    const peer = await startPeer(command, servers.folder);
    const coldStartMs = Math.round(spread([...starts, peer.ms]).median);
    const idleMb = Math.round(memory(peer.pid).now);
    try {
      const list = await ratio(peer.url, servers.base.url, "/store/orders", "GET");
      const remove = wanted.includes("delete")
        ? await ratio(peer.url, servers.base.url, UNKNOWN, "DELETE")
        : Number.NaN;
      return { coldStartMs, idleMb, list, remove };
    } finally {
      await peer.stop();
    }
  } finally {
    await servers.stop();
  }
}

/** The median ratio of the requests per second to those of the bare server. */
async function ratio(url: string, bare: string, path: string, method: "GET" | "DELETE"): Promise<number> {
  const side = (base: string) => async () => {
    const { requests, seconds } = await load({ url: `${base}${path}`, method, seconds: 1 });
    return requests / seconds;
  };
  const rounds = await alternate(ROUNDS, side(url), side(bare));
  return Number(spread(rounds.map(({ ours, base }) => ours / base)).median.toPrecision(2));
}
