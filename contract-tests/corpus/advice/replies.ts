/**
 * Replies that the contract neither clearly allows nor forbids. Source: a row each of
 * spec/rulings.md.
 */
import { gzipSync } from "node:zlib";
import type { AdviceId } from "../../tables/advice-ids.ts";
import { mapList, mapMembers, POSITIONS, setMembers } from "../changes/lists.ts";
import { addHeaders } from "../changes/raw-bytes.ts";
import { answersFirst, mapReply } from "../changes/replies.ts";
import { bearer, type Reply, type Request } from "../raw-http.ts";
import { empty, error, html, json, redirect, withBody, withHeader } from "../replies.ts";
import { type Advice, advice } from "../variant.ts";

const DATES = [
  "2026-03-01T10:00:00",
  "2026-03-01 10:00:00Z",
  "2026-03-01T10:00:00z",
  "20260301T100000Z",
  "2026-03-01T10:00Z",
  "2026-03-01T24:00:00Z",
  "2026-03-01T10:00:00,5Z",
];

const conflict = (words: string, reply: Reply): Advice =>
  advice(
    `The 409 has ${words} as its body.`,
    "conflict-body",
    "the contract only describes this body",
    { withoutIds: "undetected" },
    { conflict: () => reply },
  );

const ECHO = "logs would show the key";

const ofList = (
  title: string,
  id: AdviceId,
  reading: string,
  change: (reply: Reply, request: Request) => Reply,
): Advice => advice(title, id, reading, (base) => mapList(base, change));

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toUTCString();

const PETS = "the deprecated operation may be gone";
const NO_401 = { leavesOpen: { unproven: ["pets-unauthorized"] } } as const;

export const REPLY_ADVICE = [
  ...DATES.map((date, nth) =>
    advice(
      `shipDate is ${date}.`,
      "date-form",
      "a standard has the form, but many clients cannot read it",
      (base) =>
        setMembers(base, nth % 2 === 0 ? POSITIONS.every : POSITIONS.last, {
          shipDate: `"${date}"`,
        }),
    ),
  ),
  conflict("HTML", html(409)),
  conflict("an object that is not an Error", json(409, '{"error":"shipped"}')),
  conflict("the order", json(409, '{"id":31,"petId":103,"quantity":5,"complete":true}')),
  ...[".0", "e0"].map((suffix) =>
    advice(
      `quantity is written as 2${suffix}.`,
      "integer-form",
      "the value is an integer",
      (base) =>
        mapMembers(base, (members) => ({ ...members, quantity: `${members.quantity}${suffix}` })),
    ),
  ),
  advice("The message of a 401 contains the key that was sent.", "credential-echoed", ECHO, {
    unauthorized: (request) =>
      error(401, "unauthorized", `The key ${bearer(request)} is not valid.`),
  }),
  advice("Every reply has a header with the key.", "credential-echoed", ECHO, (base) => ({
    answerAuthorized: async (request) =>
      withHeader(await base.answerAuthorized(request), "X-Api-Key-Used", base.key),
  })),
  ofList(
    "X-Total-Count is greater than the list.",
    "list-total",
    "the contract does not say what it counts",
    (reply) => withHeader(reply, "X-Total-Count", "99"),
  ),
  advice(
    "The second list is a 502 of a gateway; no other is.",
    "server-error-once",
    "the repeated call is served",
    (base) => mapList(base, (reply) => (base.store.listCount === 2 ? html(502) : reply)),
  ),
  ofList(
    "The list starts with a byte order mark.",
    "byte-order-mark",
    "RFC 8259 lets parsers ignore it",
    (reply) => withBody(reply, `\ufeff${reply.body}`),
  ),
  ofList(
    "The list is compressed, whatever the request accepts.",
    "compression-unasked",
    "RFC 9110 only discourages it",
    (reply) => withHeader(withBody(reply, gzipSync(reply.body)), "Content-Encoding", "gzip"),
  ),
  {
    ...ofList(
      "The list is a 203.",
      "status-203",
      "a 203 is a 200 that a proxy has changed",
      (reply) => ({ ...reply, status: 203 }),
    ),
    leavesOpen: { unproven: ["list-ok"] as const },
  },
  advice(
    "Every order has quantity twice, with the same value.",
    "duplicate-name",
    "both values are the same",
    (base) =>
      mapMembers(base, ({ quantity, ...others }) => ({
        ...others,
        quantity: `${quantity},"quantity":${quantity}`,
      })),
  ),
  ...[error(404, "not_found", "Nothing here."), empty(410), redirect(302, "/login")].map((reply) =>
    advice(
      `The pets operation gets ${reply.status} without a key.`,
      "pets-gone",
      PETS,
      NO_401,
      (base) =>
        answersFirst(base, (request) =>
          base.operationOf(request) === "getPet" && !base.isAuthorized(request) ? reply : undefined,
        ),
    ),
  ),
  advice("The pets operation gets 404, with or without a key.", "pets-gone", PETS, NO_401, (base) =>
    answersFirst(base, (request) =>
      base.operationOf(request) === "getPet" ? empty(404) : undefined,
    ),
  ),
  ...[-1, 89].map((days) =>
    advice(
      `The sunset of the pets operation is ${days} days away.`,
      "sunset",
      "apps must be ready by then",
      (base) => ({
        pet: (...call) => withHeader(base.pet(...call), "Sunset", inDays(days)),
      }),
    ),
  ),
  advice(
    "Every order has pet_id and ship_date in the place of petId and shipDate.",
    "fields-misnamed",
    "every field is optional",
    { leavesOpen: { why: "no order has the fields" } },
    (base) =>
      mapMembers(base, ({ petId = "", shipDate = "", ...others }) => ({
        ...others,
        ...{ pet_id: petId, ship_date: shipDate },
      })),
  ),
  ...[410, 422, 423].map((status) =>
    advice(
      `The second cancellation of an order gets ${status}.`,
      "second-cancel",
      "it is refused, if not with 404 or 409",
      { withoutIds: "undetected" },
      { secondCancel: () => error(status, "cancelled", "It was cancelled before.") },
    ),
  ),
  advice(
    "The 204 has a Content-Length of 2 and no body.",
    "length-of-nothing",
    "there is no body",
    { withoutIds: "undetected" },
    (base) =>
      mapReply(base, "cancelOrder", 204, (reply) => ({
        ...reply,
        writeRaw: (encoded) => ({
          parts: [addHeaders(encoded, "Content-Length: 2")],
          end: "close",
        }),
      })),
  ),
];
