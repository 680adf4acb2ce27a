/** Runs of the gate over a distance: their duration, and how many calls follow each other. */
import net, { type AddressInfo } from "node:net";
import { type Measurement, measurement } from "../../mock/bench/measurement.ts";
import { CLI, mockServer } from "../../mock/bench/processes.ts";
import { seconds } from "./gate.ts";

/** Milliseconds by which each response is delayed. */
const DELAYS = [0, 100, 300] as const;
const ROUNDS = 3;

export async function distance(): Promise<Measurement[]> {
  const durations = new Map<number, number[]>(DELAYS.map((delay) => [delay, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [delay, measured] of durations) measured.push(await secondsAt(delay));
  const rows = [...durations].map(([delay, measured]) =>
    measurement(
      { id: `distance-${delay}`, what: `verify of a server ${delay} ms away`, unit: "s", measure: "=" },
      measured.map((ours) => ({ ours })),
    ),
  );
  const [near = [], , far = []] = [...durations.values()];
  const depths = far.map((ours, round) => ({ ours: (ours - (near[round] ?? Number.NaN)) / (DELAYS[2] / 1000) }));
  const depth = { id: "depth", what: "calls of a run that wait for each other", unit: "calls", measure: "=" } as const;
  return [...rows, measurement({ ...depth, target: { at: "most", value: 50 } }, depths)];
}

async function secondsAt(delay: number): Promise<number> {
  const server = await mockServer(50);
  const relay = await delayingRelay(new URL(server.url), delay);
  const { pending, shipped } = server.orders;
  const ids = [...pending.slice(0, 4).map((id) => `--pending=${id}`), `--shipped=${shipped[0]}`];
  try {
    return await seconds([CLI, "verify", relay.url, ...ids, "--json"]);
  } finally {
    await relay.close();
    await server.stop();
  }
}

/** Forwards connections to a server and delays what it sends. */
async function delayingRelay({ port, pathname }: URL, ms: number) {
  const sockets = new Set<net.Socket>();
  const relay = net.createServer({ noDelay: true }, (client) => {
    const server = net.connect({ port: Number(port), host: "127.0.0.1", noDelay: true });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    client.pipe(server);
    server.on("data", (bytes) => setTimeout(() => client.write(bytes), ms));
    server.on("end", () => setTimeout(() => client.end(), ms));
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => relay.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}${pathname}`, close };
}
