/** Effects on orders in addition to a cancellation, or in place of it. */
import type { Order, OrderState } from "../orders.ts";
import { parameter, type Request } from "../raw-http.ts";
import type { ReferenceService } from "../reference-service.ts";
import type { Base, Replacement } from "../variant.ts";

export const namedOrder = (base: Base, request: Request): Order | undefined =>
  base.find(base.parseId(parameter(request)) ?? 10n ** 30n);

export function afterEach(
  base: Base,
  action: (order: Order, state: OrderState) => void,
): Replacement {
  return {
    setState(order, state) {
      base.setState(order, state);
      action(order, state);
    },
  };
}

/** Returns a function that runs an action after some milliseconds, just before the next answer. */
export function afterTime(service: ReferenceService): (ms: number, action: () => void) => void {
  const { answer } = service;
  let due: { readonly at: number; readonly action: () => void }[] = [];
  service.answer = (request) => {
    const now = service.now();
    const ready = due.filter(({ at }) => at <= now);
    due = due.filter(({ at }) => at > now);
    for (const { action } of ready) action();
    return answer(request);
  };
  return (ms, action) => void due.push({ at: service.now() + ms, action });
}

export const providedPending = ({ store }: Base): Order[] =>
  store.orders.filter(({ id, state }) => state === "pending" && store.initial.pending.includes(id));

export function counter<Subject>(): (subject: Subject) => number {
  const counts = new Map<Subject, number>();
  return (subject) => {
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    return count;
  };
}
