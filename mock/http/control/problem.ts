/**
 * Errors of the control API over HTTP: problem details (RFC 9457), never an Error of the contract.
 */
import { STATUS_CODES } from "node:http";
import { UserError } from "../../../spec/errors/user-error.ts";
import { stringifyJson } from "../../../spec/json/json.ts";
import { controlError } from "../../errors/control-errors.ts";

export interface ControlResponse {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Error codes by status. Any other error is a mistake in the request: 400. */
const CODES_BY_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ["admin-key"],
  403: ["not-loopback", "foreign-host", "foreign-origin"],
  404: ["not-found", "unknown-order", "unknown-request", "unknown-fault"],
  405: ["method"],
  409: ["main-world", "order-cancelled", "order-exists", "order-shipped", "world-too-large"],
  413: ["too-large"],
  415: ["content-type"],
  503: ["store-unavailable"],
};

/** Header fields that a client needs besides the status, by status. */
const PROBLEM_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
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
  if (isOurs) console.error("orders-kit: the control has failed. Please report it.", error);
  const { code, message } = isOurs ? UNEXPECTED : error;
  const known = Object.keys(CODES_BY_STATUS).find((status) =>
    CODES_BY_STATUS[Number(status)]!.includes(code),
  );
  const status = isOurs ? 500 : Number(known ?? 400);
  const title = STATUS_CODES[status] ?? "";
  return {
    status,
    type: "application/problem+json",
    body: stringifyJson({ type: "about:blank", title, status, code, detail: message }),
    headers: PROBLEM_HEADERS[status] ?? {},
  };
}

/** The problem for a path that only has these methods. */
export function notAllowed(methods: readonly string[]): ControlResponse {
  const allow = methods
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
  return { ...problem(controlError("method", { allow })), headers: { Allow: allow } };
}
