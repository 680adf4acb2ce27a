/** Sends calls with the fetch of a page. */
import type { Page } from "playwright/test";
import type { FetchHandler } from "../client/fetch-client.ts";
import { LIMITS } from "../client/limits.ts";

/** A call that the page cannot send unchanged is not sent, and its failure is `forbidden`. */
export function pageHandler(page: Page): FetchHandler {
  return async (request, { timeoutMs = LIMITS.firstByteMs }) => {
    const { forbidden, broken, response } = await page.evaluate(fetchInPage, { ...request, timeoutMs });
    if (forbidden !== undefined) return { failure: { kind: "forbidden", message: `A page cannot send ${forbidden}.` } };
    if (response === undefined) return { failure: { kind: broken ?? "reset", message: "fetch rejects" } };
    const body = Buffer.from(response.body, "latin1");
    return { response: { ...response, body, httpVersion: "1.1", trailingBytes: 0, informational: [] } };
  };
}

interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly timeoutMs: number;
}

interface PageAnswer {
  readonly forbidden?: string;
  readonly broken?: "timeout" | "reset";
  /** `body` has one character per byte. */
  readonly response?: { status: number; reason: string; headers: [string, string][]; body: string };
}

/** Runs in the page, so it cannot use anything else of this file. */
async function fetchInPage({ url, method, headers, timeoutMs }: PageRequest): Promise<PageAnswer> {
  // A page must not set the Cookie header; the browser sends what is in document.cookie.
  const cookie = headers.find(([name]) => name === "Cookie")?.[1];
  const setCookie = (text: string): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie jar that msw reads
    document.cookie = text;
  };
  // A service worker does not get other characters than ASCII; what they are does not matter in a bad key.
  const fields = headers
    .filter(([name]) => name !== "Cookie")
    .map(([name, value]): [string, string] => [name, value.replace(/[^\t -~]/g, "?")]);
  let request: Request;
  try {
    request = new Request(url, { method, headers: fields, signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    return { forbidden: method };
  }
  if (request.url !== url) return { forbidden: url };
  const dropped = fields.find(([name]) => !request.headers.has(name));
  if (dropped !== undefined) return { forbidden: dropped[0] };
  if (cookie !== undefined) setCookie(cookie);
  try {
    const response = await fetch(request);
    let body = "";
    for (const byte of new Uint8Array(await response.arrayBuffer())) body += String.fromCharCode(byte);
    const { status, statusText: reason } = response;
    return { response: { status, reason, headers: [...response.headers], body } };
  } catch (error) {
    return { broken: (error as Error).name === "TimeoutError" ? "timeout" : "reset" };
  } finally {
    if (cookie !== undefined) setCookie(`${cookie}; max-age=0`);
  }
}
