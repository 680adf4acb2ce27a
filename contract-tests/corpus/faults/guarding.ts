/** What faults of the key check have in common. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { type Operation, parameter, type Service } from "../service.ts";
import type { Reply, Request } from "../wire.ts";

export const OPERATIONS: readonly (readonly [operation: Operation, title: string, clause: ClauseId])[] = [
  ["list", "The list", "list-unauthorized"],
  ["cancel", "Cancelling", "cancel-unauthorized"],
  ["pet", "The pets operation", "pets-unauthorized"],
];

export function refuseOn(service: Service, on: Operation, reply: (request: Request, plain: Reply) => Reply): void {
  const { refuse } = service;
  service.refuse = (request) => (service.operation(request) === on ? reply(request, refuse(request)) : refuse(request));
}

export const named = (service: Service, request: Request) =>
  service.find(service.parseId(parameter(request)) ?? 10n ** 30n);
