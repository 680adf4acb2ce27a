/** Runs of the gate over a distance: their duration, and how many calls follow each other. */
import net from "node:net";
import { type Measurement, measurement } from "../../mock/bench/measurement.ts";
import { CLI, serveMock } from "../../mock/bench/servers.ts";
import { listening } from "../testing/servers.ts";
import { seconds } from "./gate.ts";

/** Milliseconds by which each response is delayed. */
const DELAYS = [0, 100, 300] as const;
const ROUNDS = 3;

export async function distance(): Promise<Measurement[]> {
  const durations = new Map<number, number[]>(DELAYS.map((delay) => [delay, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [delay, measured] of durations) measured.push(await secondsAt(delay));
  const rows = [...durations].map(([delay, measured]) => {
    const what = `verify of a server ${delay} ms away`;
    return measurement(
      { id: `distance-${delay}`, what, unit: "s", measure: "=" },
      measured.map((ours) => ({ ours })),
    );
  });
  const [near = [], , far = []] = [...durations.values()];
  const depths = far.map((ours, round) => ({
    ours: (ours - (near[round] ?? Number.NaN)) / (DELAYS[2] / 1000),
  }));
  const depth = {
    id: "depth",
    what: "calls of a run that wait for each other",
    unit: "calls",
    measure: "=",
  } as const;
  return [...rows, measurement({ ...depth, max: 120 }, depths)];
}

async function secondsAt(delay: number): Promise<number> {
  const server = await serveMock(50);
  const { port, pathname } = new URL(server.url);
  // Forwards connections to the server, and delays what it sends.
  const relay = await listening(
    net.createServer({ noDelay: true }, (client) => {
      const upstream = net.connect({ port: Number(port), host: "127.0.0.1", noDelay: true });
      upstream.on("error", () => client.destroy());
      client.on("close", () => upstream.destroy());
      client.pipe(upstream);
      upstream.on("data", (bytes) => setTimeout(() => client.write(bytes), delay));
      upstream.on("end", () => setTimeout(() => client.end(), delay));
    }),
  );
  const { pending, shipped }: Readonly<Record<string, readonly string[]>> = JSON.parse(
    server.line,
  ).orders;
  const ids = [...pending!.slice(0, 4).map((id) => `--pending=${id}`), `--shipped=${shipped![0]}`];
  try {
    return await seconds([
      CLI,
      "verify",
      `http://127.0.0.1:${relay.port}${pathname}`,
      ...ids,
      "--json",
    ]);
  } finally {
    relay.close();
    await server.stop();
  }
}
