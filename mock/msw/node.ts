/**
 * `orders-kit/node`: the service in a test process, through msw.
 *
 * import { server } from "orders-kit/node"; server.listen();
 *
 * The server answers at http://orders.invalid/v1, where no real server listens: a client that msw
 * does not see, such as one in a worker thread, a child process or the npm package undici, gets an
 * error. Use `startMock({ port: 0 })` for such clients. To answer at another address, or for
 * isolated orders, create handlers for each test file:
 * `setupServer(...createHandlers({ baseUrl, scenario: "empty" }))`. `server.listen` throws a
 * UserError if msw cannot intercept `fetch`.
 */
import { type SetupServer, setupServer } from "msw/node";
import { IN_PROCESS_BASE_URL } from "../../spec/base-address.ts";
import { mockError } from "../errors/mock-errors.ts";
import { createHandlers, createWorld, type MockWorld } from "./handlers.ts";
import { nearMiss } from "./near-miss.ts";

/** The world behind the server: `afterEach(() => world.reset())`. */
export const world: MockWorld = createWorld();

export const server: SetupServer = setupServer(
  ...createHandlers({ world }),
  nearMiss(IN_PROCESS_BASE_URL),
);

const listen = server.listen.bind(server);

/**
 * Throws a UserError if msw cannot replace the global `fetch`; msw itself prints an error and lets
 * every request pass.
 */
server.listen = (...options) => {
  const fetch = Object.getOwnPropertyDescriptor(globalThis, "fetch");
  if (fetch?.configurable === false && fetch.set === undefined) throw mockError("fixed-fetch");
  listen(...options);
};
