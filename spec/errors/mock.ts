/** Errors of starting the mock, and of its use in programs and tests. */
import { defineError } from "./user-error.ts";

export const MOCK = {
  portInUse: defineError(
    "port-in-use",
    "Another program listens on the port, perhaps another mock: stop it, or use another port, or `--port 0` for a free one.",
    (port: number, host: string) =>
      `Port ${port} on ${host} is in use. Choose another with --port, or --port 0 for a free one.`,
  ),
  portRefused: defineError(
    "port-refused",
    "The mock or the proxy cannot listen on the address: use a port above 1023, and for the mock an address of this machine.",
    (port: number, host: string, why: string) =>
      `orders-kit cannot listen on port ${port} of ${host} (${why}). Use another port with --port, or, for the mock, another address with --host.`,
  ),
  badHttps: defineError(
    "bad-https",
    "The certificate for HTTPS cannot be used, or cannot be read: give it and its key in PEM form, or let `--https` make one.",
    (why: string) =>
      `The mock cannot serve HTTPS: ${why}. Give a certificate and its key in PEM form with --https-cert FILE --https-key FILE, or let --https make one.`,
  ),
  noSelfsignedPackage: defineError(
    "no-selfsigned-package",
    "`--https` makes a certificate and the package `selfsigned` is not installed: install it beside orders-kit, or give a certificate.",
    () =>
      "--https needs the package selfsigned to make a certificate. Install it: npm install --save-dev selfsigned; or give one with --https-cert FILE --https-key FILE.",
  ),
  caNotSaved: defineError(
    "ca-not-saved",
    "`--save-ca` cannot write the authority of the mock's certificate: use it with `--https` alone, and name a file in an existing folder, or one that it has written before.",
    (file: string, why: string) => `--save-ca cannot write ${file}: ${why}.`,
  ),
  badStore: defineError(
    "bad-store",
    "`--store` is not the address of a store: use one such as `redis://host:6379/0`, or `rediss://` for TLS.",
    () => "--store takes the address of Redis or Valkey, such as redis://host:6379/0 (rediss: for TLS).",
  ),
  noRedisPackage: defineError(
    "no-redis-package",
    "The mock has a store and the package `redis` is not installed: install it beside orders-kit.",
    () => "--store needs the package redis. Install it: npm install --save-dev redis",
  ),
  storeUnusable: defineError(
    "store-unusable",
    "The mock found no usable store at its start: start Redis (7 or later) or Valkey, or check the address, its user, its password and what the user may do.",
    (address: string, why: string) =>
      `The store ${address} cannot be used (${why}). ${/certificate/i.test(why) ? "Name the authority of its certificate in NODE_EXTRA_CA_CERTS" : "Start Redis or Valkey there"}, or check --store.`,
  ),
  storeScenario: defineError(
    "store-scenario",
    "`--watch`, or `useScenario` of a running mock, would change the scenario of one replica only: start all replicas again with the other scenario.",
    () =>
      "Mocks with a store keep the scenario that they were started with. Start all of them again with the other one.",
  ),
  badBaseUrl: defineError(
    "bad-base-url",
    "`baseUrl` of `createHandlers`, or `ordersUrl` of the Playwright fixture, is not a base address of the service: use one that ends in the version segment.",
    (value: string) => `baseUrl takes a URL such as http://127.0.0.1:4010/v1 (in a browser also /v1), not "${value}".`,
  ),
  foreignWorld: defineError(
    "foreign-world",
    "`world` of `createHandlers` is not a world: create one with `createWorld` of the same `orders-kit/msw`.",
    () => "world takes a world that createWorld of orders-kit/msw has created.",
  ),
  unknownShipment: defineError(
    "unknown-shipment",
    "`ships` of a scenario names an order that the scenario does not have, perhaps since its seed or its number of orders is another: list the order, or name another.",
    (scenario: string, id: bigint, orders: string) =>
      `The scenario ${scenario} ships order ${id}, which is not among its ${orders}. List it under orders.list, or name another.`,
  ),
  cannotShip: defineError(
    "cannot-ship",
    '`world.ship` got the id of an order that does not exist or is cancelled: use an id of `world.ids("pending")`.',
    (id: string, why: "unknown" | "cancelled-before") =>
      why === "unknown"
        ? `This world has no order "${id}". Use one of ids("pending").`
        : `Order ${id} is cancelled and cannot be shipped. Use one of ids("pending").`,
  ),
  cannotCancel: defineError(
    "cannot-cancel",
    '`world.cancel` got the id of an order that does not exist or has shipped: use an id of `world.ids("pending")`.',
    (id: string, why: "unknown" | "shipped") =>
      why === "unknown"
        ? `This world has no order "${id}". Use one of ids("pending").`
        : `Order ${id} has shipped and cannot be cancelled. Use one of ids("pending").`,
  ),
  noRequests: defineError(
    "no-requests",
    "`expectSound` found no request of the app since the last reset: check the address and the key that the app uses, and call it after the app has sent something.",
    () => "The app has sent no request to this world since its last reset. Check the address and the key that it uses.",
  ),
  unsoundRequests: defineError(
    "unsound-requests",
    "`expectSound` found requests that the contract does not have: change the app as the notes say.",
    (requests: readonly string[]) =>
      `The app sends what the contract does not have. Change ${requests.length === 1 ? "this request" : `these ${requests.length} requests`}:\n${requests.map((request) => `  ${request}`).join("\n")}`,
  ),
  mockUnreachable: defineError(
    "mock-unreachable",
    "The Playwright fixture found no mock at `ordersUrl`: start one there, or omit `ordersUrl`, so that each worker starts its own.",
    (url: string, why: string) =>
      `The mock at ${url} does not answer (${why}). Start it with \`npx orders-kit mock\`, or check the URL.`,
  ),
  controlRefused: defineError(
    "control-refused",
    "The mock rejected a control request of the Playwright fixture: the reason that follows is an error of the control.",
    (call: string, why: string) => `The mock rejected ${call}: ${why}`,
  ),
};
