import { empty } from "../replies.ts";
import { bearer, parameter, type Service } from "../service.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import { field, type Reply, type Request } from "../wire.ts";
import { requestsLater } from "./effect.ts";
import { named } from "./guarding.ts";

/** What is looked up before the key is asked for. */
function before(service: Service, look: (request: Request) => Reply | undefined): void {
  const { answer } = service;
  service.answer = async (request) =>
    (service.admits(request) || service.operation(request) !== "cancel" ? undefined : look(request)) ?? answer(request);
}
const order = [
  fault(
    "404-before-401",
    "An unknown id gets 404 before the key is asked for.",
    ["auth-first", "cancel-unauthorized"],
    (service) =>
      before(service, (request) => (named(service, request) === undefined ? service.notFound(0n) : undefined)),
  ),
  fault(
    "404-before-401-wrong-key",
    "An unknown id gets 404 for a wrong key, 401 for none.",
    ["auth-first", "cancel-unauthorized"],
    (service) =>
      before(service, (request) =>
        named(service, request) === undefined && bearer(request) ? service.notFound(0n) : undefined,
      ),
  ),
  fault(
    "404-before-401-cancelled",
    "A cancelled id gets 404 before the key is asked for.",
    ["auth-first", "cancel-unauthorized"],
    (service) =>
      before(service, (request) => (named(service, request)?.state === "cancelled" ? service.notFound(0n) : undefined)),
    { readOnly: UNSEEN.pending },
  ),
  fault(
    "409-before-401-cancelled",
    "A cancelled id gets 409, before the key is asked for too.",
    ["auth-first", "cancel-unauthorized"],
    (service) => {
      service.gone = service.conflict;
      before(service, (request) => (named(service, request)?.state === "cancelled" ? empty(409) : undefined));
    },
    { readOnly: UNSEEN.pending },
  ),
  fault(
    "404-beyond-int32-before-401",
    "An id beyond int32 gets 404 before the key is asked for.",
    ["auth-first", "cancel-unauthorized"],
    (service) =>
      before(service, (request) => {
        const id = service.parseId(parameter(request)) ?? 0n;
        return id > 2n ** 31n && named(service, request) === undefined ? service.notFound(id) : undefined;
      }),
  ),
];

/** The order of a refused request is cancelled all the same. */
function effectDespite401(service: Service, when: (request: Request) => boolean): void {
  const { refuse } = service;
  service.refuse = (request) => {
    const order = service.operation(request) === "cancel" ? named(service, request) : undefined;
    if (order?.state === "pending" && when(request)) service.settle(order, "cancelled");
    return refuse(request);
  };
}
const effects = [
  fault(
    "cancelled-despite-401",
    "A refused cancel cancels all the same.",
    ["auth-no-effect"],
    (service) => effectDespite401(service, () => true),
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "cancelled-despite-401-no-key",
    "A cancel without a key is refused and carried out.",
    ["auth-no-effect"],
    (service) => effectDespite401(service, (request) => field(request, "authorization") === undefined),
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "cancelled-despite-401-wrong-key",
    "A cancel with a wrong key is refused and carried out.",
    ["auth-no-effect"],
    (service) => effectDespite401(service, (request) => (bearer(request) ?? "") !== ""),
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "cancelled-despite-401-later",
    "A refused cancel is queued, and carried out a moment later.",
    ["auth-no-effect"],
    (service) => {
      const { refuse } = service;
      service.refuse = (request) => {
        const order = service.operation(request) === "cancel" ? named(service, request) : undefined;
        if (order?.state === "pending")
          setTimeout(() => order.state === "pending" && service.settle(order, "cancelled"), 5);
        return refuse(request);
      };
    },
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "cancelled-despite-401-much-later",
    "A refused cancel is queued, and carried out thirty requests later.",
    ["auth-no-effect"],
    (service) => {
      const { refuse } = service;
      service.refuse = (request) => {
        const order = service.operation(request) === "cancel" ? named(service, request) : undefined;
        if (order?.state === "pending")
          requestsLater(service, 30, () => order.state === "pending" && service.settle(order, "cancelled"));
        return refuse(request);
      };
    },
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "shipped-despite-401",
    "A refused cancel locks the order: it counts as shipped from then on.",
    ["auth-no-effect"],
    (service) => {
      const { refuse } = service;
      service.refuse = (request) => {
        const order = service.operation(request) === "cancel" ? named(service, request) : undefined;
        if (order?.state === "pending") service.settle(order, "shipped");
        return refuse(request);
      };
    },
    { readOnly: UNSEEN.effect },
  ),
];

export const AUTH_ORDER_FAULTS: readonly Fault[] = [...order, ...effects];
