/**
 * Says what to do if the service worker cannot be registered: msw would name its own command, or
 * nothing at all.
 */
import { mockError } from "../errors/mock-errors.ts";

/** Where msw looks for its script. */
const SCRIPT = "/mockServiceWorker.js";

/**
 * Matches the error if the page requires trusted types to register a service worker: the first form
 * in Chromium and Safari, the second in Firefox.
 */
const NEEDS_TRUSTED_TYPE = /TrustedScriptURL|Sink type mismatch/;
const BLOCKED_BY_POLICY =
  "orders-kit: The mock has not started, and the app runs without it: the Content-Security-Policy of this page requires trusted types, with which no service worker is registered. Leave out require-trusted-types-for in development, or let the app call `npx --no-install orders-kit mock`.";

/**
 * Resolves with null, after a warning, if the page's policy forbids the service worker, because the
 * app can start without it. Throws a UserError if the script is missing; a development server may
 * answer with the page instead.
 */
export async function explainStart(error: unknown, url: string | URL = SCRIPT): Promise<null> {
  if (NEEDS_TRUSTED_TYPE.test(String(error))) {
    console.warn(BLOCKED_BY_POLICY);
    return null;
  }
  const response = await fetch(url).catch(() => undefined);
  const type = response?.ok === true ? response.headers.get("content-type") : "";
  throw /javascript/.test(type ?? "") ? error : mockError("no-worker-script", { url: String(url) });
}
