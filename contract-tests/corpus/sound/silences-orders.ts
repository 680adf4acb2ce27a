/** Every silence about orders and pets, in every answer. */
import { empty, error, json, typed, withHeader } from "../replies.ts";
import type { Service } from "../service.ts";
import type { Sound } from "../variant.ts";
import type { Reply } from "../wire.ts";
import { answers, asIs } from "./silence.ts";

const onPets =
  (change: (reply: Reply) => Reply) =>
  (service: Service): void => {
    const { pet } = service;
    service.pet = (...request) => change(pet(...request));
  };
const beyond = (service: Service, reply: Reply): void => {
  const { notFound } = service;
  service.notFound = (id) => (BigInt.asIntN(64, id) === id ? notFound(id) : reply);
};
/** Whole seconds, with an end of one's own. */
const dates =
  (end: string) =>
  (service: Service): void => {
    const { members } = service;
    service.members = (order, ...rest) => ({
      ...members(order, ...rest),
      shipDate: `"${order.shipDate.slice(0, 19)}${end}"`,
    });
  };
const listedLater = (service: Service): void => {
  const lists = new Map<bigint, number>();
  service.listed = () =>
    service.orders.filter(({ id, state }) => {
      if (state !== "cancelled") return true;
      lists.set(id, (lists.get(id) ?? 0) + 1);
      return lists.get(id) === 1;
    });
};

export const ORDER_SILENCE_VARIANTS: readonly Sound[] = [
  answers({ id: "conflict-body", answer: "none" }, "The 409 has no body.", asIs),
  answers({ id: "conflict-body", answer: "error" }, "The 409 has an Error.", (service) => {
    service.conflict = () => error(409, "order_shipped", "The order has shipped.");
  }),
  answers({ id: "conflict-body", answer: "text" }, "The 409 has a line of text.", (service) => {
    service.conflict = () => typed(409, "text/plain; charset=utf-8", "The order has shipped.");
  }),
  answers(
    { id: "conflict-body", answer: "text" },
    "The 409 has a JSON string.",
    (service) => {
      service.conflict = () => json(409, '"The order has shipped."');
    },
    "-in-json",
  ),
  answers(
    { id: "conflict-body", answer: "none" },
    "The 409 has no body, and says that it would be JSON.",
    (service) => {
      service.conflict = () => json(409, "");
    },
    "-typed",
  ),
  answers(
    { id: "conflict-body", answer: "error" },
    "The 409 has an Error with further fields.",
    (service) => {
      service.conflict = () =>
        json(409, '{"code":"order_shipped","message":"Shipped.","status":409,"shippedAt":"yesterday","links":[]}');
    },
    "-and-more",
  ),
  answers({ id: "second-cancel", answer: "not-found" }, "A second cancel is a 404.", asIs),
  answers({ id: "second-cancel", answer: "conflict" }, "A second cancel is a 409.", (service) => {
    service.gone = service.conflict;
  }),
  answers(
    { id: "second-cancel", answer: "conflict" },
    "A second cancel is a 409, and the order stays listed.",
    (service) => {
      service.gone = () => error(409, "order_cancelled", "Cancelled before.");
      service.listed = () => service.orders;
    },
    "-and-stays",
  ),
  answers({ id: "cancelled-in-list", answer: "vanishes" }, "A cancelled order leaves the list at once.", asIs),
  answers({ id: "cancelled-in-list", answer: "stays" }, "A cancelled order stays in the list.", (service) => {
    service.listed = () => service.orders;
  }),
  answers(
    { id: "cancelled-in-list", answer: "later" },
    "A cancelled order leaves the list one call later.",
    listedLater,
  ),
  answers({ id: "malformed-id", answer: "not-found" }, "abc is a 404.", asIs),
  answers({ id: "malformed-id", answer: "bad-request" }, "abc is a 400.", (service) => {
    service.malformed = () => error(400, "bad_request", "orderId is not an integer.");
  }),
  answers({ id: "malformed-id", answer: "unprocessable" }, "abc is a 422.", (service) => {
    service.malformed = () => error(422, "unprocessable", "orderId is not an integer.");
  }),
  answers({ id: "id-beyond-int64", answer: "not-found" }, "2^63 is a 404.", asIs),
  answers({ id: "id-beyond-int64", answer: "bad-request" }, "2^63 is a 400.", (service) =>
    beyond(service, error(400, "bad_request", "No int64.")),
  ),
  answers(
    { id: "id-beyond-int64", answer: "bad-request" },
    "2^63 is a 400 in text.",
    (service) => beyond(service, typed(400, "text/plain", "out of range")),
    "-text",
  ),
  answers({ id: "list-order", answer: "ascending" }, "The list ascends.", asIs),
  answers({ id: "list-order", answer: "descending" }, "The list descends.", (service) => {
    const { listed } = service;
    service.listed = (request) => listed(request).reverse();
  }),
  answers({ id: "list-order", answer: "shuffled" }, "The list stands otherwise each time.", (service) => {
    const { listed } = service;
    service.listed = (request) => {
      const orders = listed(request);
      const turn = (service.lists * 7) % (orders.length || 1);
      return [...orders.slice(turn), ...orders.slice(0, turn).reverse()];
    };
  }),
  answers({ id: "order-fields", answer: "all" }, "Orders have their five fields.", asIs),
  answers({ id: "order-fields", answer: "some" }, "Every order lacks a field, but not its id.", (service) => {
    const { members } = service;
    service.members = (order, index, count) => {
      const names = ["petId", "quantity", "shipDate", "complete"];
      return Object.fromEntries(
        Object.entries(members(order, index, count)).filter(
          ([name]) => name !== names[Number(((order.id % 4n) + 4n) % 4n)],
        ),
      );
    };
  }),
  answers({ id: "order-fields", answer: "extra" }, "Orders have further fields.", (service) => {
    const { members } = service;
    service.members = (order, ...rest) => ({
      ...members(order, ...rest),
      status: `"${order.state}"`,
      note: "null",
      tags: '["a",{"b":[1.5,1e3]}]',
      customer: '{"id":"c-1","name":null}',
    });
  }),
  answers(
    { id: "order-fields", answer: "some-and-extra" },
    "Orders lack their date, and have further fields.",
    (service) => {
      const { members } = service;
      service.members = (...order) => {
        const { shipDate: _, ...rest } = members(...order);
        return { ...rest, note: '"by hand"', status: "null" };
      };
    },
  ),
  answers({ id: "ship-date-form", answer: "mixed" }, "Dates stand in several forms.", (service) => {
    const { members } = service;
    const ends = [".000Z", "Z", "+02:00", ".5Z"];
    service.members = (order, index, count) => ({
      ...members(order, index, count),
      shipDate: `"${order.shipDate.slice(0, 19)}${ends[index % ends.length]}"`,
    });
  }),
  answers({ id: "ship-date-form", answer: "milliseconds" }, "Dates have milliseconds.", dates(".000Z")),
  answers({ id: "ship-date-form", answer: "seconds" }, "Dates have seconds and no more.", dates("Z")),
  answers({ id: "ship-date-form", answer: "offset" }, "Dates stand in a zone of their own.", dates("+02:00")),
  answers({ id: "pets-answer", answer: "pet" }, "The pets operation shows a pet.", asIs),
  answers(
    { id: "pets-answer", answer: "not-found" },
    "The pets operation finds none.",
    onPets(() => error(404, "pet_not_found", "There is no such pet.")),
  ),
  answers(
    { id: "pets-answer", answer: "gone" },
    "The pets operation is gone.",
    onPets(() => error(410, "gone", "See the sunset.")),
  ),
  answers(
    { id: "pets-answer", answer: "gone" },
    "The pets operation is gone, in HTML.",
    onPets(() => typed(410, "text/html", "<h1>Gone</h1>")),
    "-html",
  ),
  answers(
    { id: "pets-answer", answer: "pet" },
    "The pets operation shows a page.",
    onPets(() => typed(200, "text/html", "<h1>Rex</h1>")),
    "-html",
  ),
  answers(
    { id: "pets-answer", answer: "gone" },
    "The pets operation is broken for the good key.",
    onPets(() => error(500, "internal", "No such table.")),
    "-500",
  ),
  answers(
    { id: "pets-answer", answer: "gone" },
    "The pets operation redirects with the good key.",
    onPets(() => withHeader(empty(301), "Location", "/v2/pets")),
    "-redirects",
  ),
  answers(
    { id: "deprecation-headers", answer: "both" },
    "The pets operation announces deprecation and sunset.",
    onPets((reply) =>
      withHeader(withHeader(reply, "Deprecation", "@1767225600"), "Sunset", "Fri, 31 Dec 2027 23:59:59 GMT"),
    ),
  ),
  answers(
    { id: "deprecation-headers", answer: "deprecation" },
    "The pets operation announces its deprecation.",
    onPets((reply) => withHeader(reply, "Deprecation", "true")),
  ),
  answers(
    { id: "deprecation-headers", answer: "sunset" },
    "The pets operation announces its sunset.",
    onPets((reply) => withHeader(reply, "Sunset", "Fri, 31 Dec 2027 23:59:59 GMT")),
  ),
  answers({ id: "deprecation-headers", answer: "none" }, "The pets operation announces nothing.", asIs),
];
