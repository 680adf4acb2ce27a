/**
 * `orders-kit/node`: the service in a test process, on msw.
 *
 *     import { server } from "orders-kit/node";
 *     server.listen();
 *
 * It answers where `orders-kit mock` would serve, http://127.0.0.1:4010/v1. For orders of their own a test file or a
 * story makes handlers of its own: `setupServer(...createHandlers({ scenario: "empty" }))`.
 */
import { type SetupServer, setupServer } from "msw/node";
import { createHandlers, createWorld, type MockWorld } from "./handlers.ts";

/** The orders behind it: `afterEach(() => world.reset())`. */
export const world: MockWorld = createWorld();

export const server: SetupServer = setupServer(...createHandlers({ world }));
