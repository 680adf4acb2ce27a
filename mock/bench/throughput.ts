/** Requests per second, compared with bare node:http that sends the same bytes from one Buffer. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bodyOf } from "./calls.ts";
import { type Load, type LoadResult, load } from "./load.ts";
import { type Measurement, measurement } from "./measurement.ts";
import { cpuSeconds, mockServer, type Server, script, serve } from "./processes.ts";
import { undisturbedRounds } from "./rounds.ts";

const ROUNDS = 11;
export const UNKNOWN = "/store/orders/9007199254740995";
const BASELINE = "bare node:http";

interface Servers {
  readonly ours: Server;
  readonly base: Server;
  /** Has the files `list` and `error`: the bodies of a list and of a DELETE of an unknown id. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts our mock with a number of orders, and the bare server with the same list. */
export async function serversFor(orders: number): Promise<Servers> {
  const ours = await mockServer(orders);
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const [list, error] = [join(folder, "list"), join(folder, "error")];
  writeFileSync(list, await bodyOf(ours.url, "GET", "/store/orders"));
  writeFileSync(error, await bodyOf(ours.url, "DELETE", UNKNOWN));
  const base = await serve([script("mock/bench/bare.js"), list, error]);
  const stop = async (): Promise<void> => {
    await Promise.all([ours.stop(), base.stop()]);
    rmSync(folder, { recursive: true });
  };
  return { ours, base, folder, stop };
}

type Loaded = LoadResult & { readonly cpu: number };

async function measured(server: Server, path: string, rest: Omit<Load, "url">): Promise<Loaded> {
  const before = cpuSeconds(server.pid);
  const result = await load({ url: `${server.url}${path}`, ...rest });
  return { ...result, cpu: cpuSeconds(server.pid) - before };
}

/** The share of its core that the server had. */
const cpuShare = ({ cpu, seconds }: Loaded): number => cpu / seconds;
const perSecond = ({ requests, seconds }: Loaded): number => requests / seconds;

export async function throughput(orders: number, rest: { atLeast: number; p99: boolean }): Promise<Measurement[]> {
  const servers = await serversFor(orders);
  const side = (server: Server) => () => measured(server, "/store/orders", { seconds: 1 });
  try {
    await side(servers.ours)();
    await side(servers.base)();
    const rounds = await undisturbedRounds(ROUNDS, side(servers.ours), side(servers.base), cpuShare);
    const name = `list of ${orders.toLocaleString("en")}`;
    return [
      ...rows(`list-${orders}`, name, rounds, rest.atLeast),
      ...(rest.p99
        ? [
            measurement(
              {
                id: `list-${orders}-p99`,
                what: `${name}, p99`,
                baseline: BASELINE,
                unit: "ms",
                measure: "×",
                target: { at: "most", value: 1.5 },
              },
              rounds.map(({ ours, base }) => ({ ours: ours.p99Ms, base: base.p99Ms })),
            ),
          ]
        : []),
    ];
  } finally {
    await servers.stop();
  }
}

export async function deleteUnknown(): Promise<Measurement[]> {
  const servers = await serversFor(50);
  const side = (server: Server) => () => measured(server, UNKNOWN, { method: "DELETE", seconds: 1 });
  try {
    await side(servers.ours)();
    await side(servers.base)();
    return rows(
      "delete-unknown",
      "DELETE of an unknown id",
      await undisturbedRounds(ROUNDS, side(servers.ours), side(servers.base), cpuShare),
      0.85,
    );
  } finally {
    await servers.stop();
  }
}

/** Requests per second, and CPU time per request, which depends less on other load on the machine. */
function rows(
  id: string,
  what: string,
  rounds: readonly { ours: Loaded; base: Loaded }[],
  atLeast: number,
): Measurement[] {
  const target = { at: "least", value: atLeast } as const;
  const cpu = ({ cpu, requests }: Loaded): number => (cpu / requests) * 1000;
  return [
    measurement(
      { id, what, baseline: BASELINE, unit: "req/s", measure: "×", target },
      rounds.map(({ ours, base }) => ({ ours: perSecond(ours), base: perSecond(base) })),
    ),
    measurement(
      { id: `${id}-cpu`, what: `${what}, CPU a request`, baseline: BASELINE, unit: "ms", measure: "×" },
      rounds.map(({ ours, base }) => ({ ours: cpu(ours), base: cpu(base) })),
    ),
  ];
}

/** Lists after a cancel each, compared with lists only, at 100,000 orders. */
export async function cancelAndList(): Promise<Measurement[]> {
  const ours = await mockServer(100_000);
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const cancels = join(folder, "cancels");
  try {
    const list = (await bodyOf(ours.url, "GET", "/store/orders")).toString();
    const ids = [...list.matchAll(/"id":(\d+)/g)].map(([, id]) => id!);
    // All ids once, spread over the list by a prime step, in the same order in each run.
    const paths = ids.map((_, at) => `/v1/store/orders/${ids[(at * 7919) % ids.length]}`);
    writeFileSync(cancels, paths.join("\n"));
    const alone = () => measured(ours, "/store/orders", { seconds: 1 });
    const inTurn = () => measured(ours, "/store/orders", { seconds: 1, cancels });
    await alone();
    const rounds = await undisturbedRounds(ROUNDS, inTurn, alone, cpuShare);
    return [
      measurement(
        {
          id: "cancel-list",
          what: "lists of 100,000 with a cancel before each",
          baseline: "the same lists alone",
          unit: "req/s",
          measure: "×",
          target: { at: "least", value: 0.8 },
        },
        rounds.map(({ ours, base }) => ({ ours: perSecond(ours) / 2, base: perSecond(base) })),
      ),
    ];
  } finally {
    await ours.stop();
    rmSync(folder, { recursive: true });
  }
}
