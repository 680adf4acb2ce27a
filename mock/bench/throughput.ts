/** Requests a second beside bare node:http, which answers with the same bytes from one Buffer. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bodyOf } from "./calls.ts";
import { type Carried, type Load, load } from "./load.ts";
import { cpuSeconds, mockServer, type Server, script, serve } from "./processes.ts";
import { calmRounds } from "./rounds.ts";
import { type Row, row } from "./row.ts";

const ROUNDS = 11;
export const UNKNOWN = "/store/orders/9007199254740995";
const BESIDE = "bare node:http";

interface Servers {
  readonly ours: Server;
  readonly base: Server;
  /** Holds `list` and `error`, the bodies of a list and of a DELETE that finds nothing. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Our mock with so many orders, and the bare server with its list. */
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

type Loaded = Carried & { readonly cpu: number };

async function measured(server: Server, path: string, rest: Omit<Load, "url">): Promise<Loaded> {
  const before = cpuSeconds(server.pid);
  const carried = await load({ url: `${server.url}${path}`, ...rest });
  return { ...carried, cpu: cpuSeconds(server.pid) - before };
}

/** How much of its core the server had. */
const calmness = ({ cpu, seconds }: Loaded): number => cpu / seconds;
const perSecond = ({ requests, seconds }: Loaded): number => requests / seconds;

export async function throughput(orders: number, rest: { atLeast: number; p99: boolean }): Promise<Row[]> {
  const servers = await serversFor(orders);
  const side = (server: Server) => () => measured(server, "/store/orders", { seconds: 1 });
  try {
    await side(servers.ours)();
    await side(servers.base)();
    const rounds = await calmRounds(ROUNDS, side(servers.ours), side(servers.base), calmness);
    const name = `list of ${orders.toLocaleString("en")}`;
    return [
      ...rows(`list-${orders}`, name, rounds, rest.atLeast),
      ...(rest.p99
        ? [
            row(
              {
                id: `list-${orders}-p99`,
                what: `${name}, p99`,
                beside: BESIDE,
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

export async function deleteUnknown(): Promise<Row[]> {
  const servers = await serversFor(50);
  const side = (server: Server) => () => measured(server, UNKNOWN, { method: "DELETE", seconds: 1 });
  try {
    await side(servers.ours)();
    await side(servers.base)();
    return rows(
      "delete-unknown",
      "DELETE of an unknown id",
      await calmRounds(ROUNDS, side(servers.ours), side(servers.base), calmness),
      0.85,
    );
  } finally {
    await servers.stop();
  }
}

/** What a server carries, and what it computes for one request: the second hardly feels other work on the machine. */
function rows(id: string, what: string, rounds: readonly { ours: Loaded; base: Loaded }[], atLeast: number): Row[] {
  const target = { at: "least", value: atLeast } as const;
  const cpu = ({ cpu, requests }: Loaded): number => (cpu / requests) * 1000;
  return [
    row(
      { id, what, beside: BESIDE, unit: "req/s", measure: "×", target },
      rounds.map(({ ours, base }) => ({ ours: perSecond(ours), base: perSecond(base) })),
    ),
    row(
      { id: `${id}-cpu`, what: `${what}, CPU a request`, beside: BESIDE, unit: "ms", measure: "×" },
      rounds.map(({ ours, base }) => ({ ours: cpu(ours), base: cpu(base) })),
    ),
  ];
}

/** Lists that each follow a cancel, beside lists alone, at 100,000 orders. */
export async function cancelAndList(): Promise<Row[]> {
  const ours = await mockServer(100_000);
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const cancels = join(folder, "cancels");
  try {
    const list = (await bodyOf(ours.url, "GET", "/store/orders")).toString();
    const ids = [...list.matchAll(/"id":(\d+)/g)].map(([, id]) => id!);
    // All over the list, in an order that repeats: a prime step goes through all of them.
    const paths = ids.map((_, at) => `/v1/store/orders/${ids[(at * 7919) % ids.length]}`);
    writeFileSync(cancels, paths.join("\n"));
    const alone = () => measured(ours, "/store/orders", { seconds: 1 });
    const inTurn = () => measured(ours, "/store/orders", { seconds: 1, cancels });
    await alone();
    const rounds = await calmRounds(ROUNDS, inTurn, alone, calmness);
    return [
      row(
        {
          id: "cancel-list",
          what: "lists of 100,000 with a cancel before each",
          beside: "the same lists alone",
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
