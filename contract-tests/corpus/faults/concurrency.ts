/** Simultaneous calls get each other's data. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Order, OrderState } from "../orders.ts";
import { pause, type Reply, type Request } from "../raw-http.ts";
import type { Operation } from "../reference-service.ts";
import { type Base, type Fault, fault, type Options, type Replacement } from "../variant.ts";

const WAIT_MS = 3;
const orderOf = ({ store, operationOf }: Base, request: Request): Order | undefined =>
  operationOf(request) === "cancelOrder"
    ? store.orders.find(({ id }) => request.path === `/store/orders/${id}`)
    : undefined;

/** Calls with this key and, if `order` is set, for an order in this state. */
interface Calls {
  readonly key: "good" | "bad";
  readonly operation: Operation;
  readonly order?: OrderState | "unknown";
}

const isOneOf = ({ key, operation, order }: Calls, base: Base, request: Request): boolean =>
  base.isAuthorized(request) === (key === "good") &&
  base.operationOf(request) === operation &&
  (order === undefined || order === (orderOf(base, request)?.state ?? "unknown"));

/** Replies depend on the other calls that are under way. */
const withOthers = (
  base: Base,
  reply: (request: Request, others: readonly Request[]) => Reply | undefined,
): Replacement => {
  const underWay = new Set<Request>();
  return {
    async answer(request) {
      underWay.add(request);
      await pause(WAIT_MS);
      const others = [...underWay].filter((other) => other !== request);
      const own = await base.answer(request);
      await pause(WAIT_MS);
      underWay.delete(request);
      return reply(request, others) ?? own;
    },
  };
};

const list = (key: Calls["key"]): Calls => ({ key, operation: "listOrders" });
const cancelling = (key: Calls["key"], order?: Calls["order"]): Calls => ({
  key,
  operation: "cancelOrder",
  ...(order && { order }),
});

/** A call gets another reply while a call of the other kind is under way. */
const beside = (
  title: string,
  clause: ClauseId,
  [call, other]: readonly [call: Calls, other: Calls],
  reply: (base: Base, request: Request) => Reply,
  options: Options<Fault> = {},
): Fault =>
  fault(title, [clause], { foundBy: "together", ...options }, (base) =>
    withOthers(base, (request, others) =>
      isOneOf(call, base, request) && others.some((one) => isOneOf(other, base, one))
        ? reply(base, request)
        : undefined,
    ),
  );

export const CONCURRENCY_FAULTS: readonly Fault[] = [
  fault(
    "Whether the key is good is kept in one variable for all calls.",
    ["list-unauthorized"],
    (base) => {
      let isAuthorized = false;
      return {
        async answer(request) {
          isAuthorized = base.isAuthorized(request);
          await pause(WAIT_MS);
          return isAuthorized ? base.answerAuthorized(request) : base.unauthorized(request);
        },
      };
    },
  ),
  beside(
    "A list with a bad key is served while a call with the good key is under way.",
    "list-unauthorized",
    [list("bad"), cancelling("good")],
    (base, request) => base.list(request),
  ),
  fault(
    "Of two orders that are cancelled at the same moment one stays pending, and both get 204.",
    ["cancel-once"],
    (base) => {
      let version = 0;
      return {
        async cancel(order, request) {
          if (order.state !== "pending") return base.cancel(order, request);
          const read = ++version;
          order.state = "cancelled";
          await pause(WAIT_MS * 2);
          order.state = "pending";
          if (version === read) base.setState(order, "cancelled");
          return base.noContent(order);
        },
      };
    },
  ),
  fault(
    "A cancellation gets 409 where another order has been cancelled since the store was read.",
    ["cancel-pending"],
    (base) => ({
      async cancel(order, request) {
        const version = base.store.cancelCount;
        await pause(WAIT_MS);
        if (order.state !== "pending" || version === base.store.cancelCount)
          return base.cancel(order, request);
        return base.conflict(order);
      },
    }),
  ),
];
