/**
 * `npm run bench -- --peers`: other tools with the same list and, as far as possible, the same check of the bearer token, compared with
 * the same bare server. npm installs them into a temporary folder.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../testing/free-port.ts";
import { alternate, median, type PeerResult } from "./measurement.ts";
import { load, memory, ROOT, type Server, script, serve } from "./servers.ts";
import { ORDERS, UNKNOWN, withServers } from "./throughput.ts";

const INSTALLED = join(tmpdir(), "orders-kit-bench-peers");
const PACKAGES = ["@mockoon/cli@9.9.0", "json-server@0.17.4"];
const prism = createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json");
const installed = (path: string): string => join(INSTALLED, "node_modules", path);

/** By name: the arguments of `node`, for a folder with the configuration files and a port. */
const PEERS: Readonly<Record<string, (folder: string, port: string) => string[]>> = {
  "Prism 5.14.2": (folder, port) => [
    join(prism, "../dist/index.js"),
    "mock",
    join(folder, "prism.json"),
    "-p",
    port,
  ],
  "Mockoon 9.9.0": (folder, port) => [
    ...[installed("@mockoon/cli/bin/run.js"), "start", "--data", join(folder, "mockoon.json")],
    ...["--port", port, "--disable-log-to-file"],
  ],
  "msw 2.15.0 over node:http": (folder, port) => [
    script("mock/bench/msw-server.js"),
    join(folder, "list"),
    port,
  ],
  "json-server 0.17.4": (folder, port) => [
    ...[
      installed("json-server/lib/cli/bin.js"),
      join(folder, "db.json"),
      "--port",
      port,
      "--quiet",
    ],
    ...["--routes", join(folder, "routes.json"), "--middlewares", join(folder, "auth.cjs")],
  ],
};

/** In the folder with the files `list` and `error`. */
function writeConfigurations(folder: string): void {
  const read = (path: string): string => readFileSync(path, "utf8");
  const [list, error] = [read(join(folder, "list")), read(join(folder, "error"))];
  const template = (name: string): string => read(join(ROOT, "mock/bench/peers", name));
  const texts = { '"LIST"': JSON.stringify(list), '"ERROR"': JSON.stringify(error) };
  const files = {
    "prism.json": template("prism.json").replace('"LIST"', () => list),
    "mockoon.json": template("mockoon.json").replace(
      /"LIST"|"ERROR"/g,
      (word) => texts[word as keyof typeof texts],
    ),
    "db.json": `{"orders":${list}}`,
    "routes.json": '{"/v1/store/*":"/$1"}',
    "auth.cjs":
      'module.exports = (q, r, next) => q.headers.authorization === "Bearer demo-key" ? next() : r.status(401).json({ status: 401 });',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

export async function peers(): Promise<PeerResult[]> {
  mkdirSync(INSTALLED, { recursive: true });
  writeFileSync(join(INSTALLED, "package.json"), '{ "private": true }');
  const flags = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...PACKAGES];
  if (spawnSync("npm", flags, { cwd: INSTALLED, stdio: "inherit" }).status !== 0)
    throw new Error("npm cannot install them");
  const results: PeerResult[] = [];
  for (const [name, argsOf] of Object.entries(PEERS)) {
    process.stderr.write(`${name}…\n`);
    const few = await measured(50, argsOf);
    const many = await measured(1000, argsOf);
    const { coldStartMs, idleMb, list, remove } = few;
    results.push({
      name,
      coldStartMs,
      idleMb,
      list50: list,
      list1000: many.list,
      deleteUnknown: remove,
    });
  }
  return results;
}

function measured(orders: number, argsOf: (folder: string, port: string) => string[]) {
  return withServers(orders, async (_, base, folder) => {
    writeConfigurations(folder);
    const start = async (): Promise<Server> => {
      const port = await freePort();
      return serve(argsOf(folder, String(port)), port);
    };
    const early = [await start(), await start()];
    await Promise.all(early.map(({ stop }) => stop()));
    const peer = await start();
    const idleMb = Math.round(memory(peer.pid));
    const ratio = async (method: string, path: string): Promise<number> => {
      const side = (server: Server) => async () => (await load(server, method, path)).perSecond;
      const rounds = await alternate(5, side(peer), side(base));
      return Number(median(rounds.map(({ ours, base }) => ours / base)).toPrecision(2));
    };
    try {
      const [list, remove] = [await ratio("GET", ORDERS), await ratio("DELETE", UNKNOWN)];
      return {
        coldStartMs: Math.round(median([...early, peer].map(({ ms }) => ms))),
        idleMb,
        list,
        remove,
      };
    } finally {
      await peer.stop();
    }
  });
}
