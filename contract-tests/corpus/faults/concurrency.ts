/** Calls at the same moment get what belongs to one another. */
import { pause, type Reply, type Request } from "../raw-http.ts";
import { empty, error } from "../replies.ts";
import { type Base, type Fault, fault, type Replacement, UNDETECTED } from "../variant.ts";

const WAIT_MS = 3;
const isBadKey = (base: Base, request: Request): boolean => !base.isAuthorized(request);

/** Replies that depend on the calls that are under way. */
const beside = (
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

const faults: readonly Fault[] = [
  fault(
    "principal-of-another-call",
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
  fault(
    "bad-key-beside-a-good-one",
    "A list with a bad key is served while a call with the good key is under way.",
    ["list-unauthorized"],
    (base) =>
      beside(base, (request, others) =>
        base.operationOf(request) === "list" &&
        isBadKey(base, request) &&
        others.some((other) => base.isAuthorized(other) && base.operationOf(other) === "cancel")
          ? base.list(request)
          : undefined,
      ),
    { foundBy: "mixed-calls" },
  ),
  fault(
    "good-key-beside-bad-ones",
    "The good key is refused while three calls with bad keys are under way.",
    ["auth-good-key"],
    (base) =>
      beside(base, (request, others) =>
        !isBadKey(base, request) && others.filter((other) => isBadKey(base, other)).length > 2
          ? base.unauthorized(request)
          : undefined,
      ),
  ),
  fault(
    "list-halved-beside-a-cancellation",
    "The list lacks half of the orders while a shipped order is being cancelled.",
    ["list-whole"],
    (base) => {
      let cancelling = 0;
      return {
        visibleOrders: (request) =>
          base.visibleOrders(request).filter((_, index) => cancelling === 0 || index % 2 === 0),
        async answer(request) {
          const isCancel =
            base.operationOf(request) === "cancel" &&
            base.store.orders.some(({ id, state }) => state === "shipped" && request.path === `/store/orders/${id}`);
          cancelling += isCancel ? 1 : 0;
          await pause(WAIT_MS);
          const reply = await base.answer(request);
          cancelling -= isCancel ? 1 : 0;
          return reply;
        },
      };
    },
    { readOnly: UNDETECTED.shipped },
  ),
  fault(
    "status-of-another-call",
    "An unknown id gets the 409 of a shipped order that is being cancelled.",
    ["cancel-unknown-not-found"],
    (base) => {
      const isOf = (request: Request, state: string | undefined) =>
        base.operationOf(request) === "cancel" &&
        base.isAuthorized(request) &&
        base.store.orders.find(({ id }) => request.path === `/store/orders/${id}`)?.state === state;
      return beside(base, (request, others) =>
        isOf(request, undefined) && others.some((other) => isOf(other, "shipped")) ? empty(409) : undefined,
      );
    },
    { readOnly: UNDETECTED.shipped },
  ),
  fault(
    "lost-update",
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
    { readOnly: UNDETECTED.pending },
  ),
  fault(
    "locked-by-another-order",
    "A cancellation gets 423 while another order is being cancelled.",
    ["cancel-pending"],
    (base) => {
      let busy: bigint | undefined;
      return {
        async cancel(order, request) {
          if (order.state !== "pending") return base.cancel(order, request);
          if (busy !== undefined && busy !== order.id) return error(423, "locked", "The store is locked.");
          busy = order.id;
          base.setState(order, "cancelled");
          await pause(WAIT_MS * 3);
          busy = undefined;
          return base.noContent(order);
        },
      };
    },
    { readOnly: UNDETECTED.pending },
  ),
];

export const CONCURRENCY_FAULTS = faults;
