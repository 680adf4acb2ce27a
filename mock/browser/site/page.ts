/** What an app does with orders-kit in a page, laid open for tests that drive it from outside. */
import { HttpResponse, http } from "msw";
import { setupWorker } from "msw/browser";
import { createHandlers } from "../../handlers.ts";
import { worker, world } from "../worker.ts";

const kit = { worker, world, createHandlers, setupWorker, http, HttpResponse };
declare global {
  interface Window {
    kit: typeof kit;
  }
}
window.kit = kit;
