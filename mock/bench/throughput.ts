/** Requests per second, compared with bare node:http that sends the same bytes from one Buffer. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Measurement, measurement, undisturbed } from "./measurement.ts";
import {
  call,
  type Loaded,
  listedIds,
  load,
  type Server,
  script,
  serve,
  serveMock,
} from "./servers.ts";

export const ORDERS = "/store/orders";
export const UNKNOWN = `${ORDERS}/9007199254740995`;

const perSecond = ({ ours, base }: { ours: Loaded; base: Loaded }) => ({
  ours: ours.perSecond,
  base: base.perSecond,
});

/** Starts our mock with a number of orders, and the bare server with the same list. `folder` has its files `list` and `error`. */
export async function withServers<T>(
  orders: number,
  use: (ours: Server, base: Server, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const ours = await serveMock(orders);
  writeFileSync(join(folder, "list"), (await call(ours.url, "GET", ORDERS)).body);
  writeFileSync(join(folder, "error"), (await call(ours.url, "DELETE", UNKNOWN)).body);
  const base = await serve([
    script("mock/bench/bare.js"),
    join(folder, "list"),
    join(folder, "error"),
  ]);
  try {
    return await use(ours, base, folder);
  } finally {
    await Promise.all([ours.stop(), base.stop()]);
    rmSync(folder, { recursive: true });
  }
}

export async function throughput(
  id: string,
  what: string,
  orders: number,
  min: number,
): Promise<Measurement[]> {
  const [method, path] =
    id === "delete-unknown" ? (["DELETE", UNKNOWN] as const) : (["GET", ORDERS] as const);
  return withServers(orders, async (ours, base) => {
    const rounds = await undisturbed(
      () => load(ours, method, path),
      () => load(base, method, path),
    );
    return [
      measurement(
        { id, what, baseline: "bare node:http", unit: "req/s", measure: "×", min },
        rounds.map(perSecond),
      ),
    ];
  });
}

/** Cancels and lists in turn at 100,000 orders. */
export function cancelAndList(): Promise<Measurement[]> {
  return withServers(100_000, async (ours, base, folder) => {
    const cancels = join(folder, "cancels");
    const ids = await listedIds(ours);
    // All ids once, spread over the list by a prime step, in the same order in each run.
    writeFileSync(
      cancels,
      ids.map((_, at) => `/v1${ORDERS}/${ids[(at * 7919) % ids.length]}`).join("\n"),
    );
    const rounds = await undisturbed(
      () => load(ours, "GET", ORDERS, cancels),
      () => load(base, "GET", ORDERS, cancels),
    );
    const described = {
      id: "cancel-list",
      what: "cancels and lists of 100,000 in turn",
      baseline: "bare node:http that keeps the bytes of each order",
      unit: "req/s",
      measure: "×",
      // At most six times as long.
      min: 0.167,
    } as const;
    return [measurement(described, rounds.map(perSecond))];
  });
}
