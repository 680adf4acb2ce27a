/** Says what to do where the service worker cannot be registered: msw would name a command of its own, or nothing to do. */
import { mockError } from "../errors/mock.ts";

/** Where msw looks for its script. */
const SCRIPT = "/mockServiceWorker.js";

/** The error of a page that registers a service worker by trusted types alone: of Chromium and Safari, and of Firefox. */
const NEEDS_TRUSTED_TYPE = /TrustedScriptURL|Sink type mismatch/;
const BLOCKED =
  "orders-kit: The mock has not started, and the app runs without it: the Content-Security-Policy of this page requires trusted types, with which no service worker is registered. Leave out require-trusted-types-for in development, or let the app call `npx --no-install orders-kit mock`.";

/**
 * Resolves with null, after a warning, if the policy of the page forbids the service worker: the app can start without. Throws a UserError if
 * the script is not there: a development server may answer with the page in its place.
 */
export async function explainStart(error: unknown, url: string | URL = SCRIPT): Promise<null> {
  if (NEEDS_TRUSTED_TYPE.test(String(error))) {
    console.warn(BLOCKED);
    return null;
  }
  const response = await fetch(url).catch(() => undefined);
  const type = response?.ok === true ? response.headers.get("content-type") : "";
  throw /javascript/.test(type ?? "") ? error : mockError("no-worker-script", { url: String(url) });
}
