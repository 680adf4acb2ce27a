/** Errors of the control API over HTTP: problem details (RFC 9457), never an Error of the contract. */
import { STATUS_CODES } from "node:http";
import { UserError } from "../../spec/errors/user-error.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import { controlError } from "../errors/control.ts";

export interface ControlResponse {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The statuses of errors by their codes. Any other error is a mistake in what was sent: 400. */
const STATUSES: Readonly<Record<string, number>> = {
  "admin-key": 401,
  "not-loopback": 403,
  "foreign-host": 403,
  "foreign-origin": 403,
  "not-found": 404,
  "unknown-order": 404,
  "unknown-request": 404,
  "unknown-fault": 404,
  method: 405,
  "main-world": 409,
  "order-cancelled": 409,
  "order-exists": 409,
  "order-shipped": 409,
  "too-large": 413,
  "world-too-large": 409,
  "content-type": 415,
  "store-unavailable": 503,
};

/** Header fields that a client needs besides the status, by the status. */
const HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "WWW-Authenticate": 'Bearer realm="orders-kit control"' },
  503: { "Retry-After": "1" },
};

/** A bug of ours, so it is not in the table of user errors. */
const UNEXPECTED = {
  code: "unexpected",
  message: "The control has failed. The mock itself goes on.",
};

export function problem(error: unknown): ControlResponse {
  const isOurs = !(error instanceof UserError);
  const { code, message } = isOurs ? UNEXPECTED : error;
  const status = isOurs ? 500 : (STATUSES[code] ?? 400);
  const title = STATUS_CODES[status] ?? "";
  return {
    status,
    type: "application/problem+json",
    body: stringifyJson({ type: "about:blank", title, status, code, detail: message }),
    headers: HEADERS[status] ?? {},
  };
}

/** The problem of a path that has only these methods. */
export function notAllowed(methods: readonly string[]): ControlResponse {
  const allow = methods
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
  return { ...problem(controlError("method", { allow })), headers: { Allow: allow } };
}
