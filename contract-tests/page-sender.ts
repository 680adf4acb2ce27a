/** Calls by a page's own fetch: what a browser makes of a request, and what it shows of the answer. */
import type { Page } from "playwright/test";
import { LIMITS } from "./transport.ts";
import type { Answer } from "./wireless-sender.ts";

/** A call that a page cannot send as it is written is refused, and not sent in another form. */
export function pageAnswer(page: Page): Answer {
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
  /** `body` holds one character a byte. */
  readonly response?: { status: number; reason: string; headers: [string, string][]; body: string };
}

/** Runs in the page, and sees nothing of this file. */
async function fetchInPage({ url, method, headers, timeoutMs }: PageRequest): Promise<PageAnswer> {
  // A cookie is no header that a page may set; it lays it into its jar, and the browser sends it.
  const cookie = headers.find(([name]) => name === "Cookie")?.[1];
  const setCookie = (text: string): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie jar that msw reads
    document.cookie = text;
  };
  const fields = headers.filter(([name]) => name !== "Cookie") as [string, string][];
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
