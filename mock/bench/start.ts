/** The time from spawn to the first answered list, and the memory after it. */
import { bodyOf } from "./calls.ts";
import { type Measurement, measurement } from "./measurement.ts";
import { CLI, memory, type Server, serve } from "./processes.ts";
import { alternate } from "./rounds.ts";

const ROUNDS = 11;
const BASELINE = "an empty node:http server";
const EMPTY =
  'require("http").createServer((q,r)=>r.end()).listen(0,"127.0.0.1",function(){console.log("http://127.0.0.1:"+this.address().port+"/v1")})';

interface Start {
  readonly ms: number;
  readonly mb: number;
}

/** Starts a server, requests one list, and stops it. */
async function once(args: readonly string[]): Promise<Start> {
  const started = performance.now();
  const server: Server = await serve(args);
  await bodyOf(server.url, "GET", "/store/orders");
  const ms = performance.now() - started;
  const mb = memory(server.pid).now;
  await server.stop();
  return { ms, mb };
}

const mock = (orders?: number) => (): Promise<Start> =>
  once([CLI, "mock", "--port", "0", "--json", ...(orders === undefined ? [] : ["--orders", String(orders)])]);

export async function start(): Promise<Measurement[]> {
  const empty = await alternate(ROUNDS, mock(), () => once(["-e", EMPTY]));
  const many = await alternate(5, mock(100_000), mock());
  const of = <T>(rounds: readonly { ours: T; base: T }[], value: (side: T) => number) =>
    rounds.map(({ ours, base }) => ({ ours: value(ours), base: value(base) }));
  const idle = "the mock with its 50 orders";
  const most = (value: number) => ({ at: "most", value }) as const;
  return [
    measurement(
      {
        id: "cold-start",
        what: "cold start to the first list",
        baseline: BASELINE,
        unit: "ms",
        measure: "×",
        target: most(1.6),
      },
      of(empty, ({ ms }) => ms),
    ),
    measurement(
      { id: "idle-memory", what: "memory, idle", baseline: BASELINE, unit: "MB", measure: "×", target: most(1.3) },
      of(empty, ({ mb }) => mb),
    ),
    measurement(
      {
        id: "start-100000",
        what: "cold start with 100,000 orders",
        baseline: idle,
        unit: "ms",
        measure: "+",
        target: most(1000),
      },
      of(many, ({ ms }) => ms),
    ),
    measurement(
      {
        id: "memory-100000",
        what: "memory with 100,000 orders",
        baseline: idle,
        unit: "MB",
        measure: "+",
        target: most(60),
      },
      of(many, ({ mb }) => mb),
    ),
  ];
}
