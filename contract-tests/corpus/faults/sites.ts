/** The answers at which transport can break. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Operation, Service } from "../service.ts";
import type { End, Reply, Request } from "../wire.ts";

/** Requests of an operation, with the good key or with a bad one. */
export const SITES: Readonly<
  Record<
    string,
    readonly [title: string, operation: Operation, good: boolean, status: number, clauses: readonly ClauseId[]]
  >
> = {
  list: ["The list", "list", true, 200, ["list-ok", "body-json"]],
  "list-401": ["The 401 of the list", "list", false, 401, ["list-unauthorized", "auth-key-exact", "auth-error-body"]],
  cancel: ["The 204", "cancel", true, 204, ["cancel-pending", "cancel-no-content"]],
  "cancel-404": ["The 404", "cancel", true, 404, ["cancel-unknown-not-found", "not-found-error-body", "body-json"]],
  "cancel-401": [
    "The 401 of a cancel",
    "cancel",
    false,
    401,
    ["cancel-unauthorized", "auth-key-exact", "auth-error-body", "auth-first"],
  ],
  "cancel-409": ["The 409", "cancel", true, 409, ["cancel-shipped-conflict"]],
};

export type Wire = (plain: Buffer) => { parts: Uint8Array[]; end: End; pauseMs?: number };
export function on(
  service: Service,
  site: keyof typeof SITES,
  change: (plain: Reply, request: Request) => Reply,
): void {
  const [, operation, , status] = SITES[site] ?? [];
  const { answer } = service;
  service.answer = async (request) => {
    const plain = await answer(request);
    return service.operation(request) === operation && plain.status === status ? change(plain, request) : plain;
  };
}
