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
import { createHandlers } from "../handlers.ts";

export const worker: SetupWorker = setupWorker(...createHandlers());
