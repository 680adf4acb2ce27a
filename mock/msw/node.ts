/**
 * `orders-kit/node`: the service in a test process, by msw.
 *
 *     import { server } from "orders-kit/node";
 *     server.listen();
 *
 * It answers at the default address of `orders-kit mock`, http://127.0.0.1:4010/v1. For isolated orders, create handlers
 * for each test file or story: `setupServer(...createHandlers({ scenario: "empty" }))`.
 */
import { type SetupServer, setupServer } from "msw/node";
import { createHandlers, createWorld, type MockWorld } from "./handlers.ts";

/** The world behind the server: `afterEach(() => world.reset())`. */
export const world: MockWorld = createWorld();

export const server: SetupServer = setupServer(...createHandlers({ world }));
