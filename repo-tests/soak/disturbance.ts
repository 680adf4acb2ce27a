/** What happens beside the worlds that are checked: other scenarios, faults, worlds that come and go, clients that read slowly. */
import net from "node:net";
import { worldClient } from "./client.ts";

const SCENARIOS = ["empty", "flaky", "int64", "large", "outage", "rate-limited", "ships-under-you"];
const FAULTS = [
  { delay: [1, 50], probability: 0.5 },
  { fail: "reset", every: 3 },
  { status: 503, retryAfter: 1, every: 2 },
];
/** Bytes that a slow reader takes at a time, and milliseconds between two of them. */
const SLOW_BYTES = 1024;
const SLOW_MS = 50;

/** One disturbance. Its calls may fail: that is what faults are for. */
export async function disturb(baseUrl: string, adminUrl: string, turn: number): Promise<void> {
  const world = worldClient(baseUrl, adminUrl, `disturbed-${turn % 400}`);
  const pending = await world.reset(SCENARIOS[turn % SCENARIOS.length]);
  await world.setFaults(FAULTS.slice(turn % FAULTS.length));
  await Promise.allSettled([world.list(), ...pending.slice(0, 3).map((id) => world.cancel(id))]);
  await world.setFaults([]);
}

/** Reads a list slowly, until it is whole or `signal` is aborted. */
export function readSlowly(baseUrl: string, signal: AbortSignal): Promise<void> {
  const { hostname, port, pathname } = new URL(`${baseUrl}/store/orders`);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer demo-key\r\nConnection: close\r\n\r\n`,
      ),
    );
    const timer = setInterval(() => socket.read(SLOW_BYTES), SLOW_MS);
    const end = (): void => {
      clearInterval(timer);
      signal.removeEventListener("abort", end);
      socket.destroy();
      resolve();
    };
    socket.pause();
    socket.once("end", end).once("error", end).once("close", end);
    signal.addEventListener("abort", end, { once: true });
  });
}
