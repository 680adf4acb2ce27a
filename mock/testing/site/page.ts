/** A page that puts the parts of orders-kit on `window` for the tests. */
import { HttpResponse, http } from "msw";
import { setupWorker } from "msw/browser";
import { parseJson } from "../../../spec/interface/json.ts";
import { addPanel, worker, world } from "../../msw/browser.ts";
import { createHandlers } from "../../msw/handlers.ts";
import { serviceOptions } from "../adapter-cases.ts";

const kit = {
  addPanel,
  worker,
  world,
  createHandlers,
  setupWorker,
  http,
  HttpResponse,
  parseJson,
  serviceOptions,
};
declare global {
  interface Window {
    kit: typeof kit;
  }
}
window.kit = kit;
