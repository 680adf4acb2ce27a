/** Requests per second, compared with bare node:http that sends the same bytes from one Buffer. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, type Measurement, measurement } from "./measurement.ts";
import { call, load, script, serve, serveMock } from "./servers.ts";

const ROUNDS = 21;
const ORDERS = "/store/orders";
const UNKNOWN = `${ORDERS}/9007199254740995`;

interface Load {
  readonly id: string;
  readonly what: string;
  /** Number of orders in the list. */
  readonly orders: number;
  /** Undefined: list the orders. DELETE: cancel an unknown id. */
  readonly method?: "DELETE";
  readonly min: number;
}

export const LOADS: readonly Load[] = [
  { id: "list-50", what: "list of 50", orders: 50, min: 0.9 },
  { id: "list-1000", what: "list of 1,000", orders: 1000, min: 0.92 },
  { id: "list-100000", what: "list of 100,000", orders: 100_000, min: 1 },
  {
    id: "delete-unknown",
    what: "DELETE of an unknown id",
    orders: 50,
    method: "DELETE",
    min: 0.9,
  },
];

/** Loads our mock and the bare server with the same list, in turn. */
export async function throughput({ orders, method, ...row }: Load): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const [list, error] = [join(folder, "list"), join(folder, "error")];
  const ours = await serveMock(orders);
  writeFileSync(list, (await call(ours.url, "GET", ORDERS)).body);
  writeFileSync(error, (await call(ours.url, "DELETE", UNKNOWN)).body);
  const base = await serve([script("mock/bench/bare.js"), list, error]);
  const [verb, path] =
    method === undefined ? (["GET", ORDERS] as const) : ([method, UNKNOWN] as const);
  try {
    // One extra round for each side to warm up.
    const rounds = await alternate(
      ROUNDS + 1,
      () => load(ours, verb, path),
      () => load(base, verb, path),
    );
    const described = { ...row, baseline: "bare node:http", unit: "req/s" } as const;
    return [measurement(described, rounds.slice(1))];
  } finally {
    await Promise.all([ours.stop(), base.stop()]);
    rmSync(folder, { recursive: true });
  }
}
