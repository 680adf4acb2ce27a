/** Ids that lost digits, are no numbers, or are not unique; numbers that are no JSON. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Order } from "../order.ts";
import { crowd, lonelyBeyondDouble } from "../seeds.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import { PLACES, spoil } from "./spoil.ts";

const all = (
  id: string,
  title: string,
  clauses: readonly ClauseId[],
  change: (members: Record<string, string>, order: Order) => Record<string, string>,
): Fault => fault(id, title, clauses, (service) => spoil(service, PLACES.every, change));

const ids = [
  all("ids-as-strings", "Every id is a string.", ["order-id"], (members) => ({ ...members, id: `"${members.id}"` })),
  all("big-ids-as-strings", "Ids beyond 2^53 are strings.", ["order-id"], (members, { id }) => ({
    ...members,
    id: id > 2n ** 53n ? `"${id}"` : `${id}`,
  })),
  all(
    "ids-as-doubles",
    "Ids go through a double: two orders become one id.",
    ["order-id", "order-id-unique", "list-whole"],
    (members, { id }) => ({ ...members, id: `${BigInt(Number(id))}` }),
  ),
  fault(
    "lonely-ids-as-doubles",
    "Ids go through a double, and nobody else has the rounded one.",
    ["order-id", "list-whole"],
    (service) => spoil(service, PLACES.every, (members, { id }) => ({ ...members, id: `${BigInt(Number(id))}` })),
    { seed: lonelyBeyondDouble, readOnly: UNSEEN.whole },
  ),
  all("big-ids-in-exponent-form", "Ids beyond 2^53 are written with an exponent.", ["order-id"], (members, { id }) => ({
    ...members,
    id: id > 2n ** 53n ? Number(id).toExponential() : `${id}`,
  })),
  all("ids-with-an-exponent-of-zero", "Ids are written as 17e0.", ["order-id"], (members, { id }) => ({
    ...members,
    id: `${id}e0`,
  })),
  all(
    "ids-wrapped-to-int32",
    "Ids are cut to 32 bits.",
    ["order-id", "order-id-unique", "list-whole"],
    (members, { id }) => ({ ...members, id: `${BigInt.asIntN(32, id)}` }),
  ),
  fault(
    "big-ids-off-by-one",
    "Ids beyond 2^53 are one too high.",
    ["list-whole", "order-id-unique"],
    (service) =>
      spoil(service, PLACES.every, (members, { id }) => ({ ...members, id: `${id > 2n ** 53n ? id + 1n : id}` })),
    { readOnly: UNSEEN.whole },
  ),
  fault("big-ids-clamped", "Ids beyond 2^53 - 1 are that number.", ["order-id-unique", "list-whole"], (service) =>
    spoil(service, PLACES.every, (members, { id }) => ({ ...members, id: `${id >= 2n ** 53n ? 2n ** 53n - 1n : id}` })),
  ),
  fault("unsigned-ids", "One order has an unsigned id: 2^64 - 5.", ["order-id"], (service) =>
    spoil(service, PLACES.last, (members) => ({ ...members, id: "18446744073709551611" })),
  ),
  fault("duplicate-id", "Two customers' orders share an id.", ["order-id-unique"], (service) =>
    spoil(
      service,
      (index) => index === 3,
      (members) => ({ ...members, id: "2" }),
    ),
  ),
  fault("duplicate-order", "One order is listed twice.", ["order-id-unique"], (service) => {
    const { listed } = service;
    service.listed = (request) => [...listed(request), ...listed(request).slice(4, 5)];
  }),
  fault(
    "duplicate-of-a-handed-order",
    "An order that is handed over is listed twice.",
    ["order-id-unique"],
    (service) => {
      const { listed } = service;
      service.listed = (request) =>
        listed(request).flatMap((order) => (order.id === service.seed.pending[3] ? [order, { ...order }] : [order]));
    },
  ),
  fault(
    "duplicate-far-apart",
    "The first of 5,000 orders stands at the end again.",
    ["order-id-unique"],
    (service) => {
      const { listed } = service;
      service.listed = (request) => [...listed(request), ...listed(request).slice(0, 1)];
    },
    { seed: crowd(5000) },
  ),
  fault("duplicate-in-second-list", "The second list has an order twice.", ["order-id-unique"], (service) => {
    const { listed } = service;
    service.listed = (request) =>
      service.lists > 1 ? [...listed(request), ...listed(request).slice(0, 1)] : listed(request);
  }),
  fault("all-ids-the-same", "Every id is 1.", ["order-id-unique", "list-whole"], (service) =>
    spoil(service, PLACES.every, (members) => ({ ...members, id: "1" })),
  ),
  fault("leading-zeros", "Ids are padded with zeros, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.every, (members) => ({ ...members, id: `${members.id}`.padStart(12, "0") })),
  ),
  fault("plus-sign", "An id has a plus sign, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.last, (members) => ({ ...members, id: `+${members.id}` })),
  ),
  fault("quantity-not-a-number", "A quantity is NaN, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.middle, (members) => ({ ...members, quantity: "NaN" })),
  ),
  fault("quantity-infinity", "A quantity is Infinity, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.middle, (members) => ({ ...members, quantity: "Infinity" })),
  ),
  fault("ship-date-undefined", "A shipDate is undefined, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.middle, (members) => ({ ...members, shipDate: "undefined" })),
  ),
  fault("pet-id-as-double", "One petId is 9007199254740992.5.", ["order-pet-id"], (service) =>
    spoil(service, PLACES.first, (members) => ({ ...members, petId: "9007199254740992.5" })),
  ),
];

export const ORDER_ID_FAULTS: readonly Fault[] = ids;
