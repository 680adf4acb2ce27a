/** What can be wrong where the mock starts, and where programs and tests use it. */
import { problem } from "./entry.ts";

export const MOCK = {
  portInUse: problem(
    "port-in-use",
    "Another program listens on the port, perhaps a mock that was left running: end it, or choose another port; `--port 0` takes a free one.",
    (port: number, host: string) =>
      `Port ${port} on ${host} is in use. Choose another with --port, or --port 0 for a free one.`,
  ),
  portRefused: problem(
    "port-refused",
    "The mock or the proxy may not listen where it should: take a port above 1023, and for the mock an address of this machine.",
    (port: number, host: string, why: string) =>
      `orders-kit cannot listen on port ${port} of ${host} (${why}). Take another with --port, or, for the mock, another address with --host.`,
  ),
  badBaseUrl: problem(
    "bad-base-url",
    "`baseUrl` of `createHandlers`, or `ordersUrl` of the Playwright fixture, is no base address of the service: give one that ends in the version segment.",
    (value: string) =>
      `baseUrl takes an address such as http://127.0.0.1:4010/v1 (in a browser also /v1), not "${value}".`,
  ),
  foreignWorld: problem(
    "foreign-world",
    "`world` of `createHandlers` is something else than a world: make one with `createWorld` of the same `orders-kit/msw`.",
    () => "world takes what createWorld of orders-kit/msw has made.",
  ),
  cannotShip: problem(
    "cannot-ship",
    '`world.ship` names an order that is not there or was cancelled: take an id that `world.ids("pending")` gives.',
    (id: string, why: "unknown" | "cancelled-before") =>
      why === "unknown"
        ? `No order of this world has the id "${id}". Take one of ids("pending").`
        : `Order ${id} is cancelled and can no longer ship. Take one of ids("pending").`,
  ),
  mockUnreachable: problem(
    "mock-unreachable",
    "The Playwright fixture found no mock at `ordersUrl`: start one there, or leave the address out, and each worker starts its own.",
    (url: string, why: string) =>
      `No mock can be controlled at ${url} (${why}). Start it with \`npx orders-kit mock\`, or check the address.`,
  ),
  controlRefused: problem(
    "control-refused",
    "The mock does not do what the Playwright fixture asks of it, for the reason that follows: it is one of those of the control.",
    (call: string, why: string) => `The mock refuses ${call}: ${why}`,
  ),
};
