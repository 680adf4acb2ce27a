/**
 * `orders-kit/browser`: the service in a page, on msw's service worker, whose script `orders-kit init DIR` puts in place.
 *
 *     import { worker } from "orders-kit/browser";
 *     await worker.start();
 *
 * It answers where `orders-kit mock` would serve, http://127.0.0.1:4010/v1. Every page has orders of its own, from the
 * start again with each load. For another address or scenario: `setupWorker(...createHandlers({ baseUrl: "/v1" }))`.
 */
import { type SetupWorker, setupWorker } from "msw/browser";
import { createHandlers, createWorld, type MockWorld } from "../handlers.ts";

/** The orders behind it: `world.ship("17")` makes the awkward moment, `world.reset()` begins anew. */
export const world: MockWorld = createWorld();

export const worker: SetupWorker = setupWorker(...createHandlers({ world }));
