/** A mock with a store, compared with one without; and three of them on three cores, compared with one without a store. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { NO_STORE, type Store, startStore } from "../../testing/store.ts";
import { bodyOf } from "../calls.ts";
import { type Load, load } from "../load.ts";
import { type Measurement, measurement } from "../measurement.ts";
import { cpuSeconds, type MockServer, mockServer } from "../processes.ts";
import { undisturbedRounds } from "../rounds.ts";

const ROUNDS = 11;
const ORDERS = "/store/orders";
const BASELINE = "one process without a store";
/** Three servers, and the load. */
const CORES_OF_THREE = 4;

export async function replicas(): Promise<Measurement[]> {
  if (NO_STORE !== undefined) {
    process.stderr.write(`${NO_STORE}\n`);
    return [];
  }
  return [...(await lists(50, 0.6)), ...(await lists(100_000, 0.9)), ...(await cancels()), ...(await three())];
}

interface Loaded {
  readonly perSecond: number;
  /** The share of their cores that the servers had. */
  readonly cpu: number;
}

/** The load on each of the servers at the same time. */
async function measured(servers: readonly MockServer[], rest: Omit<Load, "url">): Promise<Loaded> {
  const before = servers.map(({ pid }) => cpuSeconds(pid));
  const results = await Promise.all(servers.map(({ url }) => load({ url: url + ORDERS, ...rest })));
  const shares = servers.map(({ pid }, at) => (cpuSeconds(pid) - before[at]!) / results[at]!.seconds);
  const perSecond = results.reduce((sum, { requests, seconds }) => sum + requests / seconds, 0);
  return { perSecond, cpu: Math.min(...shares) };
}

async function compared(
  described: { readonly id: string; readonly what: string; readonly atLeast: number },
  ours: () => Promise<Loaded>,
  base: () => Promise<Loaded>,
): Promise<Measurement> {
  const { id, what, atLeast } = described;
  await ours();
  await base();
  const rounds = await undisturbedRounds(ROUNDS, ours, base, ({ cpu }) => cpu);
  return measurement(
    { id, what, baseline: BASELINE, unit: "req/s", measure: "×", target: { at: "least", value: atLeast } },
    rounds.map((round) => ({ ours: round.ours.perSecond, base: round.base.perSecond })),
  );
}

/** The operating system chooses its core. */
async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await startStore();
  try {
    return await use(store);
  } finally {
    await store.stop();
  }
}

function lists(orders: number, atLeast: number): Promise<Measurement[]> {
  return withStore(async (store) => {
    const [ours, base] = [await mockServer(orders, ["--store", store.url]), await mockServer(orders)];
    const side = (server: MockServer) => () => measured([server], { seconds: 1 });
    const what = `with a store, list of ${orders.toLocaleString("en")}`;
    try {
      return [await compared({ id: `store-list-${orders}`, what, atLeast }, side(ours), side(base))];
    } finally {
      await Promise.all([ours.stop(), base.stop()]);
    }
  });
}

/** Every DELETE cancels an order. */
function cancels(): Promise<Measurement[]> {
  return withStore(async (store) => {
    const flags = ["--scenario", "all-pending"];
    const ours = await mockServer(100_000, [...flags, "--store", store.url]);
    const base = await mockServer(100_000, flags);
    const folder = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
    const file = join(folder, "cancels");
    const list = (await bodyOf(base.url, "GET", ORDERS)).toString();
    writeFileSync(file, [...list.matchAll(/"id":(\d+)/g)].map(([, id]) => `/v1${ORDERS}/${id}`).join("\n"));
    const side = (server: MockServer) => async (): Promise<Loaded> => {
      await fetch(`${server.adminUrl}/reset`, { method: "POST" });
      return measured([server], { seconds: 1, method: "DELETE", cancels: file });
    };
    const what = "with a store, DELETE of pending orders";
    try {
      return [await compared({ id: "store-delete", what, atLeast: 0.3 }, side(ours), side(base))];
    } finally {
      await Promise.all([ours.stop(), base.stop()]);
      rmSync(folder, { recursive: true });
    }
  });
}

function three(): Promise<Measurement[]> {
  if (availableParallelism() < CORES_OF_THREE) {
    process.stderr.write(`Three processes were not measured: that takes ${CORES_OF_THREE} cores.\n`);
    return Promise.resolve([]);
  }
  return withStore(async (store) => {
    const base = await mockServer(50, [], 0);
    const ours = await Promise.all([0, 1, 2].map((core) => mockServer(50, ["--store", store.url], core)));
    const side = (servers: readonly MockServer[]) => () => measured(servers, { seconds: 1 });
    const what = "three with a store on three cores, list of 50";
    try {
      return [await compared({ id: "store-three", what, atLeast: 2 }, side(ours), side([base]))];
    } finally {
      await Promise.all([base, ...ours].map((server) => server.stop()));
    }
  });
}
