/** Every answer to the open questions about orders and pets: one table of plain ones. */
import { keepsCancelled, type Members, mapMembers } from "../changes/lists.ts";
import type { Reply } from "../raw-http.ts";
import { empty, error, json, typed } from "../replies.ts";
import type { Base, Replacement } from "../variant.ts";
import { answer } from "./answer.ts";

const withPetHeaders =
  (...headers: Reply["headers"]) =>
  (base: Base): Replacement => ({
    pet(...call) {
      const reply = base.pet(...call);
      return { ...reply, headers: [...reply.headers, ...headers] };
    },
  });
const beyondInt64 =
  (reply: Reply) =>
  (base: Base): Replacement => ({
    notFound: (id) => (BigInt.asIntN(64, id) === id ? base.notFound(id) : reply),
  });
/** Writes dates to the second, with these ends. */
const dates =
  (...ends: readonly string[]) =>
  (base: Base): Replacement =>
    mapMembers(base, (members, { order }) => ({
      ...members,
      shipDate: `"${order.shipDate.slice(0, 19)}${ends[Math.abs(Number(order.id)) % ends.length]}"`,
    }));
const listedOnceMore = ({ store }: Base): Replacement => {
  const listed = new Set<bigint>();
  return {
    visibleOrders: () =>
      store.orders.filter(({ id, state }) => {
        if (state !== "cancelled") return true;
        const isFirst = !listed.has(id);
        listed.add(id);
        return isFirst;
      }),
  };
};
const without = (members: Members, name: string | undefined): Members =>
  Object.fromEntries(Object.entries(members).filter(([other]) => other !== name));

const SUNSET = ["Sunset", "Thu, 31 Dec 2099 23:59:59 GMT"] as const;

export const ORDER_QUESTION_VARIANTS = [
  answer({ "conflict-body": "error" }, "The 409 has an Error.", {
    conflict: () => error(409, "order_shipped", "The order has shipped."),
  }),
  answer({ "conflict-body": "text" }, "The 409 has a line of text.", {
    conflict: () => typed(409, "text/plain; charset=utf-8", "The order has shipped."),
  }),
  answer({ "conflict-body": "text" }, "The 409 has a JSON string.", {
    conflict: () => json(409, '"The order has shipped."'),
  }),
  answer({ "conflict-body": "none" }, "The 409 has no body and is labelled as JSON.", {
    conflict: () => json(409, ""),
  }),
  answer({ "second-cancel": "conflict" }, "A second cancellation gets 409.", ({ conflict }) => ({
    secondCancel: conflict,
  })),
  answer(
    { "second-cancel": "conflict" },
    "A second cancellation gets 409, and the order stays in the list.",
    (base) => ({
      ...keepsCancelled(base),
      secondCancel: () => error(409, "order_cancelled", "Cancelled before."),
    }),
  ),
  answer({ "cancelled-in-list": "stays" }, "A cancelled order stays in the list.", keepsCancelled),
  answer(
    { "cancelled-in-list": "later" },
    "A cancelled order is in one more list.",
    listedOnceMore,
  ),
  answer({ "malformed-id": "bad-request" }, "The id abc gets 400.", {
    malformedId: () => error(400, "bad_request", "orderId is not an integer."),
  }),
  answer({ "malformed-id": "unprocessable" }, "The id abc gets 422.", {
    malformedId: () => error(422, "unprocessable", "orderId is not an integer."),
  }),
  answer({ "malformed-id-body": "none" }, "The id abc gets 400 without a body.", {
    malformedId: () => empty(400),
  }),
  answer(
    { "id-beyond-int64": "bad-request" },
    "The id 2^63 gets 400.",
    beyondInt64(error(400, "bad_request", "No int64.")),
  ),
  answer(
    { "id-beyond-int64": "bad-request" },
    "The id 2^63 gets 400 with a line of text.",
    beyondInt64(typed(400, "text/plain", "out of range")),
  ),
  answer({ "list-order": "descending" }, "The list is in descending order.", (base) => ({
    visibleOrders: (request) => base.visibleOrders(request).reverse(),
  })),
  answer({ "list-order": "shuffled" }, "Every list is in another order.", (base) => ({
    visibleOrders(request) {
      const orders = base.visibleOrders(request);
      const turn = (base.store.listCount * 7) % (orders.length || 1);
      return [...orders.slice(turn), ...orders.slice(0, turn).reverse()];
    },
  })),
  answer({ "order-fields": "some" }, "Every order lacks one member, which is not its id.", (base) =>
    mapMembers(base, (members, { order }) => {
      const names = ["petId", "quantity", "shipDate", "complete"];
      return without(members, names[Number(((order.id % 4n) + 4n) % 4n)]);
    }),
  ),
  answer({ "order-fields": "extra" }, "Orders have further members.", (base) =>
    mapMembers(base, (members, { order }) => ({
      ...members,
      status: `"${order.state}"`,
      note: "null",
      tags: '["a",{"b":[1.5,1e3]}]',
      customer: '{"id":"c-1","name":null}',
    })),
  ),
  answer(
    { "order-fields": "some-and-extra" },
    "Orders lack shipDate and have further members.",
    (base) =>
      mapMembers(base, (members, { order }) => ({
        ...(order.id === 23n ? members : without(members, "shipDate")),
        note: '"by hand"',
        status: "null",
      })),
  ),
  answer(
    { "ship-date-form": "mixed" },
    "Dates have several forms.",
    dates(".000Z", "Z", "+02:00", ".5Z"),
  ),
  answer({ "ship-date-form": "milliseconds" }, "Dates have milliseconds.", dates(".000Z")),
  answer({ "ship-date-form": "seconds" }, "Dates have whole seconds.", dates("Z")),
  answer({ "ship-date-form": "offset" }, "Dates have an offset.", dates("+02:00")),
  answer({ "pets-answer": "not-found" }, "The pets operation gets 404.", {
    pet: () => error(404, "pet_not_found", "There is no such pet."),
  }),
  answer({ "pets-answer": "gone" }, "The pets operation gets 410.", {
    pet: () => error(410, "gone", "See the sunset."),
  }),
  answer({ "pets-answer": "pet" }, "The pets operation gets 200 in HTML.", {
    pet: () => typed(200, "text/html", "<h1>Rex</h1>"),
  }),
  answer({ "pets-answer": "gone" }, "The pets operation gets 500.", {
    pet: () => error(500, "internal", "No such table."),
  }),
  answer(
    { "deprecation-headers": "both" },
    "The pets operation has Deprecation and Sunset headers.",
    withPetHeaders(["Deprecation", "@1767225600"], SUNSET),
  ),
  answer(
    { "deprecation-headers": "deprecation" },
    "The pets operation has a Deprecation header.",
    withPetHeaders(["Deprecation", "true"]),
  ),
  answer(
    { "deprecation-headers": "sunset" },
    "The pets operation has a Sunset header.",
    withPetHeaders(SUNSET),
  ),
];
