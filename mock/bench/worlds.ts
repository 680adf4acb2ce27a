/** The memory of 1,000 worlds, each with 100,000 orders, one cancelled order and a list since, compared with one such world. */
import { bodyOf } from "./calls.ts";
import { type Measurement, measurement } from "./measurement.ts";
import { memory, mockServer } from "./processes.ts";

const WORLDS = 1000;
const ROUNDS = 3;

export async function worlds(): Promise<Measurement[]> {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await once());
  return [
    measurement(
      {
        id: "worlds-1000",
        what: "memory of 1,000 worlds of 100,000 orders, one cancelled in each",
        baseline: "one such world",
        unit: "MB",
        measure: "+",
        target: { at: "most", value: 200 },
      },
      rounds,
    ),
  ];
}

async function once(): Promise<{ ours: number; base: number }> {
  const server = await mockServer(100_000);
  try {
    const list = (await bodyOf(server.url, "GET", "/store/orders")).toString();
    const ids = [...list.matchAll(/"id":(\d+)/g)].map(([, id]) => id!);
    const spend = async (world: number): Promise<void> => {
      // Each world starts elsewhere in the list and skips shipped orders.
      for (let at = world * 97; ; at++) {
        const path = `/store/orders/${ids[at % ids.length]}`;
        if ((await bodyOf(server.url, "DELETE", path, `.w${world}`)).length === 0) break;
      }
      await bodyOf(server.url, "HEAD", "/store/orders", `.w${world}`);
    };
    await spend(0);
    const base = memory(server.pid).now;
    for (let world = 1; world < WORLDS; world++) await spend(world);
    return { ours: memory(server.pid).now, base };
  } finally {
    await server.stop();
  }
}
