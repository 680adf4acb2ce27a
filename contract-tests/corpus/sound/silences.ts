/** Every silence in every answer. */
import { empty, error, json, redirect, typed, withHeader } from "../replies.ts";
import type { Service } from "../service.ts";
import { type Sound, sound } from "../variant.ts";
import { field, type Reply } from "../wire.ts";

type Silent = NonNullable<Sound["silence"]>;

const answers = (silence: Silent, title: string, change: Sound["change"], suffix = ""): Sound =>
  sound(`${silence.id}-${silence.answer}${suffix}`, title, "a silence", change, { silence });

const asIs = (): void => {};
const codes =
  (unauthorized: string, notFound: string) =>
  (service: Service): void => {
    service.refuse = () => error(401, unauthorized, "The API key is missing or not valid.");
    service.notFound = () => error(404, notFound, "There is no such order.");
  };
const challenge =
  (value: (given: boolean) => string | undefined) =>
  (service: Service): void => {
    const { refuse } = service;
    service.refuse = (request) =>
      withHeader(refuse(request), "WWW-Authenticate", value(field(request, "authorization") !== undefined));
  };
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
/** CORS before the key, as a browser needs it. */
const cors = (service: Service): void => {
  const { answer } = service;
  service.answer = async (request) => {
    const reply =
      request.method === "OPTIONS"
        ? withHeader(empty(204), "Access-Control-Allow-Headers", "authorization")
        : await answer(request);
    return withHeader(reply, "Access-Control-Allow-Origin", "*");
  };
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
/** Paths of the interface that are spelt in another way are what they would be. */
const respelled =
  (spell: (path: string) => string) =>
  (service: Service): void => {
    const { answer } = service;
    service.answer = (request) =>
      answer(request.path === undefined ? request : { ...request, path: spell(request.path) });
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

export const SILENCE_VARIANTS: readonly Sound[] = [
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
  answers({ id: "scheme-case", answer: "accepted" }, "bearer and BEARER are Bearer.", asIs),
  answers({ id: "scheme-case", answer: "refused" }, "bearer and BEARER are not Bearer.", (service) => {
    service.admits = (request) => field(request, "authorization") === `Bearer ${service.key}`;
  }),
  answers(
    { id: "challenge", answer: "rfc6750" },
    "A 401 has the challenge of RFC 6750.",
    challenge((given) => (given ? 'Bearer realm="orders", error="invalid_token"' : 'Bearer realm="orders"')),
  ),
  answers(
    { id: "challenge", answer: "bare" },
    "A 401 says Bearer.",
    challenge(() => "Bearer"),
  ),
  answers({ id: "challenge", answer: "none" }, "A 401 has no challenge.", asIs),
  answers({ id: "error-codes", answer: "words" }, "Codes are words.", asIs),
  answers({ id: "error-codes", answer: "capitals" }, "Codes are capitals.", codes("UNAUTHORIZED", "ORDER_NOT_FOUND")),
  answers({ id: "error-codes", answer: "digits" }, "Codes are digits.", codes("401", "404")),
  answers(
    { id: "error-codes", answer: "words" },
    "Code and message are empty strings.",
    (service) => {
      service.refuse = () => error(401, "", "");
      service.notFound = () => error(404, "", "");
    },
    "-empty",
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
  answers({ id: "other-methods", answer: "not-allowed" }, "Another method is a 405.", (service) => {
    service.other = ({ path = "" }) =>
      path.startsWith("/store/orders")
        ? withHeader(error(405, "method_not_allowed", "No."), "Allow", "GET")
        : error(404, "not_found", "Nothing here.");
  }),
  answers({ id: "other-methods", answer: "not-found" }, "Another method is a 404.", asIs),
  answers({ id: "head", answer: "like-get" }, "HEAD is GET without the body.", (service) => {
    const { serve } = service;
    service.serve = (request) => serve(request.method === "HEAD" ? { ...request, method: "GET" } : request);
  }),
  answers({ id: "head", answer: "refused" }, "HEAD is a 405.", (service) => {
    const { other } = service;
    service.other = (request) =>
      request.method === "HEAD" ? withHeader(error(405, "method_not_allowed", "No."), "Allow", "GET") : other(request);
  }),
  answers({ id: "cors", answer: "any" }, "Every origin may call.", cors),
  answers({ id: "cors", answer: "none" }, "No other origin may call.", asIs),
  answers({ id: "other-paths", answer: "error" }, "Another path is a 404 with an Error.", asIs),
  answers({ id: "other-paths", answer: "empty" }, "Another path is a 404 without a body, for everybody.", (service) => {
    const { answer } = service;
    service.other = () => empty(404);
    service.answer = async (request) => (service.operation(request) === "other" ? empty(404) : answer(request));
  }),
  answers({ id: "other-paths-key", answer: "asked" }, "Another path asks for the key, too.", asIs),
  answers({ id: "other-paths-key", answer: "open" }, "Another path is a 404 for everybody.", (service) => {
    const { answer } = service;
    service.answer = async (request) =>
      service.operation(request) === "other" ? service.other(request) : answer(request);
  }),
  answers({ id: "trailing-slash", answer: "not-found" }, "A slash at the end makes another path.", asIs),
  answers(
    { id: "trailing-slash", answer: "accepted" },
    "A slash at the end changes nothing.",
    respelled((path) => path.replace(/(?<=.)\/$/, "")),
  ),
  answers(
    { id: "trailing-slash", answer: "not-found" },
    "A slash at the end is a redirect to the path without it.",
    (service) => {
      const { other } = service;
      service.other = (request) =>
        request.path?.endsWith("/") ? redirect(308, request.path.slice(0, -1)) : other(request);
    },
    "-redirects",
  ),
  answers({ id: "path-case", answer: "exact" }, "Paths are compared letter by letter.", asIs),
  answers(
    { id: "path-case", answer: "ignored" },
    "Upper case in a path is lower case.",
    respelled((path) => path.toLowerCase()),
  ),
  answers({ id: "request-body", answer: "ignored" }, "A body of a request is ignored.", asIs),
  answers({ id: "request-body", answer: "refused" }, "A body of a request is a 400.", (service) => {
    const { serve } = service;
    service.serve = async (request) =>
      Number(field(request, "content-length") ?? 0) > 0
        ? error(400, "bad_request", "No body, please.")
        : serve(request);
  }),
  answers({ id: "rate-limits", answer: "none" }, "Nobody is slowed down.", asIs),
  answers(
    { id: "rate-limits", answer: "limited" },
    "Every 25th call with the key is a 429 that asks to come back at once.",
    (service) => {
      const { serve } = service;
      let calls = 0;
      service.serve = async (request) =>
        ++calls % 25 === 0
          ? withHeader(error(429, "too_many_requests", "Slow down."), "Retry-After", "0")
          : serve(request);
    },
  ),
];
