/** Says what to do where the script of the service worker is missing: msw would name a command of its own. */
import { mockError } from "../errors/mock.ts";

/** Where msw looks for its script. */
const SCRIPT = "/mockServiceWorker.js";

/** Throws a UserError if the script is not there: a development server may answer with the page in its place. */
export async function explainStart(error: unknown, url: string | URL = SCRIPT): Promise<never> {
  const response = await fetch(url).catch(() => undefined);
  const type = response?.ok === true ? response.headers.get("content-type") : "";
  throw /javascript/.test(type ?? "") ? error : mockError("no-worker-script", { url: String(url) });
}
