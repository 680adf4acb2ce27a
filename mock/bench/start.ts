/** From spawn to the first answered list, and the memory that it takes. */

import { bodyOf } from "./calls.ts";
import { memory, type Server, script, serve } from "./processes.ts";
import { alternate } from "./rounds.ts";
import { type Row, row } from "./row.ts";

const ROUNDS = 11;
const BESIDE = "an empty node:http server";
const EMPTY =
  'require("http").createServer((q,r)=>r.end()).listen(0,"127.0.0.1",function(){console.log("http://127.0.0.1:"+this.address().port+"/v1")})';

interface Start {
  readonly ms: number;
  readonly mb: number;
}

/** Starts a server, has it answer one list, and ends it. */
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
  once([
    script("cli.js"),
    "mock",
    "--port",
    "0",
    "--json",
    ...(orders === undefined ? [] : ["--orders", String(orders)]),
  ]);

export async function start(): Promise<Row[]> {
  const empty = await alternate(ROUNDS, mock(), () => once(["-e", EMPTY]));
  const many = await alternate(5, mock(100_000), mock());
  const of = <T>(rounds: readonly { ours: T; base: T }[], value: (side: T) => number) =>
    rounds.map(({ ours, base }) => ({ ours: value(ours), base: value(base) }));
  const idle = "the mock with its 50 orders";
  const most = (value: number) => ({ at: "most", value }) as const;
  return [
    row(
      {
        id: "cold-start",
        what: "cold start to the first list",
        beside: BESIDE,
        unit: "ms",
        measure: "×",
        target: most(1.6),
      },
      of(empty, ({ ms }) => ms),
    ),
    row(
      { id: "idle-memory", what: "memory, idle", beside: BESIDE, unit: "MB", measure: "×", target: most(1.3) },
      of(empty, ({ mb }) => mb),
    ),
    row(
      {
        id: "start-100000",
        what: "cold start with 100,000 orders",
        beside: idle,
        unit: "ms",
        measure: "+",
        target: most(1000),
      },
      of(many, ({ ms }) => ms),
    ),
    row(
      {
        id: "memory-100000",
        what: "memory with 100,000 orders",
        beside: idle,
        unit: "MB",
        measure: "+",
        target: most(60),
      },
      of(many, ({ mb }) => mb),
    ),
  ];
}
