/** Errors that a handler throws and the framework turns into a response. */
import type { Has } from "./stack.ts";

/** With the members by which Express, Fastify and Koa find the status, and may show the message. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly expose = true;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const unauthorized = (): HttpError => new HttpError(401, "unauthorized", "The API key is missing or not valid.");
export const orderNotFound = (): HttpError => new HttpError(404, "order_not_found", "There is no such order.");
export const orderShipped = (): HttpError => new HttpError(409, "order_shipped", "The order has already shipped.");

/** The status and the JSON body of what was thrown. */
export function errorReply(error: unknown, has: Has): { readonly status: number; readonly body: object } {
  const { status = 500, code = "internal", message, stack } = error as Partial<HttpError>;
  if ((has("stack-in-error") || has("always-500")) && !(error instanceof HttpError))
    return { status: 500, body: { code: "internal", message, status: 500, ...(has("stack-in-error") && { stack }) } };
  return { status, body: has("message-only") ? { message } : { code: String(code), message, status } };
}
