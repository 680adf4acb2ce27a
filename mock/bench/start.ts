/** The time from spawn to the first answered list, and memory. */
import { alternate, type Measurement, measurement } from "./measurement.ts";
import { CLI, call, listedIds, memory, serve, serveMock } from "./servers.ts";

const EMPTY =
  'require("http").createServer((q,r)=>r.end()).listen(0,"127.0.0.1",function(){console.log("http://127.0.0.1:"+this.address().port+"/v1")})';

/** Starts a server, requests one list, and stops it. */
const start =
  (...args: string[]) =>
  async () => {
    const server = await serve(args);
    const mb = memory(server.pid);
    await server.stop();
    return { ms: server.ms, mb };
  };

export async function starts(): Promise<Measurement[]> {
  const mock = [CLI, "mock", "--port", "0", "--json"];
  const empty = await alternate(11, start(...mock), start("-e", EMPTY));
  const many = await alternate(5, start(...mock, "--orders", "100000"), start(...mock));
  const of = (rounds: typeof empty, value: "ms" | "mb") =>
    rounds.map(({ ours, base }) => ({ ours: ours[value], base: base[value] }));
  const alone = { baseline: "an empty node:http server", measure: "×" } as const;
  const idle = { baseline: "the mock with its 50 orders", measure: "+" } as const;
  return [
    measurement(
      { id: "cold-start", what: "cold start to the first list", unit: "ms", ...alone, max: 1.6 },
      of(empty, "ms"),
    ),
    measurement(
      { id: "idle-memory", what: "memory, idle", unit: "MB", ...alone, max: 1.3 },
      of(empty, "mb"),
    ),
    measurement(
      {
        id: "start-100000",
        what: "cold start with 100,000 orders",
        unit: "ms",
        ...idle,
        max: 1000,
      },
      of(many, "ms"),
    ),
    measurement(
      { id: "memory-100000", what: "memory with 100,000 orders", unit: "MB", ...idle, max: 75 },
      of(many, "mb"),
    ),
  ];
}

/** The memory of 1,000 worlds, each with 100,000 orders, one cancelled order and a list since, compared with one such world. */
export async function worlds(): Promise<Measurement[]> {
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    const server = await serveMock(100_000);
    const ids = await listedIds(server);
    const spend = async (world: number): Promise<void> => {
      // Each world starts elsewhere in the list and skips shipped orders.
      for (let at = world * 97; ; at++)
        if (
          (await call(server.url, "DELETE", `/store/orders/${ids[at % ids.length]}`, `.w${world}`))
            .ok
        )
          break;
      await call(server.url, "HEAD", "/store/orders", `.w${world}`);
    };
    await spend(0);
    const base = memory(server.pid);
    for (let world = 1; world < 1000; world++) await spend(world);
    rounds.push({ ours: memory(server.pid), base });
    await server.stop();
  }
  const what = "memory of 1,000 worlds of 100,000 orders, one cancelled in each";
  const described = {
    id: "worlds-1000",
    what,
    baseline: "one such world",
    unit: "MB",
    measure: "+",
    max: 200,
  } as const;
  return [measurement(described, rounds)];
}
