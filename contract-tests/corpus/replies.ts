/** Replies of the reference and of its variants. */
import type { Reply } from "./raw-http.ts";

const JSON_TYPE: readonly [string, string] = ["Content-Type", "application/json"];

/** `text` is the body, JSON or not. */
export function json(status: number, text: string): Reply {
  return { status, headers: [JSON_TYPE], body: Buffer.from(text) };
}

export function error(status: number, code: string, message: string): Reply {
  return json(status, JSON.stringify({ code, message, status }));
}

export function empty(status: number): Reply {
  return { status, headers: [], body: Buffer.alloc(0) };
}

export function typed(status: number, mediaType: string, text: string): Reply {
  return { status, headers: [["Content-Type", mediaType]], body: Buffer.from(text) };
}

export const html = (status: number): Reply =>
  typed(
    status,
    "text/html; charset=utf-8",
    `<!doctype html><title>${status}</title><h1>${status}</h1>`,
  );

export function redirect(status: number, location: string): Reply {
  return { status, headers: [["Location", location]], body: Buffer.alloc(0) };
}

/** Sets a header; removes it if the value is undefined. */
export function withHeader(reply: Reply, name: string, value: string | undefined): Reply {
  const others = reply.headers.filter(([header]) => header.toLowerCase() !== name.toLowerCase());
  return { ...reply, headers: value === undefined ? others : [...others, [name, value]] };
}

export function withBody(reply: Reply, body: string | Uint8Array): Reply {
  return { ...reply, body: typeof body === "string" ? Buffer.from(body) : body };
}
