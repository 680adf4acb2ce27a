/** Replies that the contract neither clearly allows nor forbids. */
import { gzipSync } from "node:zlib";
import { mapList, mapMembers, POSITIONS, setMembers } from "../changes/lists.ts";
import { answersFirst } from "../changes/replies.ts";
import { authorization, bearer, type Reply, type Request } from "../raw-http.ts";
import { empty, error, html, json, redirect, withBody, withHeader } from "../replies.ts";
import { type Advice, advice } from "../variant.ts";

const DATES = [
  "2026-03-01T10:00:00",
  "2026-03-01 10:00:00Z",
  "2026-03-01t10:00:00Z",
  "2026-03-01T10:00:00z",
  "20260301T100000Z",
  "2026-03-01T10:00Z",
  "20260301T100000+0100",
  "2026-03-01T24:00:00Z",
  "2026-03-01T10:00:00+01",
  "2026-03-01T10:00:00,5Z",
];

const conflict = (words: string, reply: Reply): Advice =>
  advice(
    `The 409 has ${words} as its body.`,
    "a 409 with a body that is not an Error of 409",
    { withoutIds: "undetected" },
    { conflict: () => reply },
  );

const ECHO = "the credential repeated in a reply";
const sentKey = (request: Request): string =>
  bearer(request) ?? authorization(request) ?? "nothing";

const ofList = (
  title: string,
  ruling: string,
  change: (reply: Reply, request: Request) => Reply,
): Advice => advice(title, ruling, (base) => mapList(base, change));
const withByteOrderMark = (reply: Reply): Reply =>
  withBody(reply, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), reply.body]));

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toUTCString();

const PETS = "404, 410 and a redirect of the pets operation without a key";

export const REPLY_ADVICE = [
  ...DATES.map((date, nth) =>
    advice(`shipDate is ${date}.`, "a date that is nearly RFC 3339", (base) =>
      setMembers(base, nth % 2 === 0 ? POSITIONS.every : POSITIONS.last, { shipDate: `"${date}"` }),
    ),
  ),
  conflict("HTML", html(409)),
  conflict("an object that is not an Error", json(409, '{"error":"shipped"}')),
  conflict("an empty object", json(409, "{}")),
  conflict("an object that ends too soon", json(409, '{"code":"order_shipped"')),
  conflict(
    "an Error with status 400",
    json(409, '{"code":"order_shipped","message":"Shipped.","status":400}'),
  ),
  conflict(
    "an Error with a number as code",
    json(409, '{"code":17,"message":"The order has shipped.","status":409}'),
  ),
  conflict("the order", json(409, '{"id":31,"petId":103,"quantity":5,"complete":true}')),
  ...[".0", "e0"].map((suffix) =>
    advice(`quantity is written as 2${suffix}.`, "an integer in another notation", (base) =>
      mapMembers(base, (members) => ({ ...members, quantity: `${members.quantity}${suffix}` })),
    ),
  ),
  advice("The message of a 401 contains the key that was sent.", ECHO, {
    unauthorized: (request) =>
      error(401, "unauthorized", `The key ${sentKey(request)} is not valid.`),
  }),
  advice("The message of a 404 contains the key.", ECHO, ({ key }) => ({
    notFound: (id) => error(404, "order_not_found", `There is no order ${id} for ${key}.`),
  })),
  advice("Every order has a member with the key.", ECHO, (base) =>
    setMembers(base, POSITIONS.every, { listedBy: JSON.stringify(base.key) }),
  ),
  advice("Every reply has a header with the key.", ECHO, (base) => ({
    answerAuthorized: async (request) =>
      withHeader(await base.answerAuthorized(request), "X-Api-Key-Used", base.key),
  })),
  advice("A 401 has a header with the credential in Base64.", ECHO, (base) => ({
    unauthorized: (request) =>
      withHeader(
        base.unauthorized(request),
        "X-Debug",
        Buffer.from(sentKey(request)).toString("base64"),
      ),
  })),
  ofList("X-Total-Count is greater than the list.", "X-Total-Count may count more", (reply) =>
    withHeader(reply, "X-Total-Count", "99"),
  ),
  advice(
    "The second list is a 502 of a gateway; no other is.",
    "a gateway error that a retry does not repeat",
    (base) => mapList(base, (reply) => (base.store.listCount === 2 ? html(502) : reply)),
  ),
  ofList("The list starts with a byte order mark.", "a byte order mark", withByteOrderMark),
  advice("A 401 starts with a byte order mark.", "a byte order mark", (base) => ({
    unauthorized: (request) => withByteOrderMark(base.unauthorized(request)),
  })),
  ofList(
    "The list is compressed, whatever the request accepts.",
    "compression that was not asked for",
    (reply) => withHeader(withBody(reply, gzipSync(reply.body)), "Content-Encoding", "gzip"),
  ),
  {
    ...ofList("The list is a 203.", "203", (reply) => ({ ...reply, status: 203 })),
    leavesOpen: { unproven: ["list-ok"] as const },
  },
  ofList("Every order has quantity twice, with the same value.", "a repeated member", (reply) =>
    withBody(
      reply,
      Buffer.from(reply.body)
        .toString()
        .replaceAll(/("quantity":\d+)/g, "$1,$1"),
    ),
  ),
  advice("The Error of a 401 has code twice, with the same value.", "a repeated member", {
    unauthorized: () =>
      json(
        401,
        '{"code":"unauthorized","code":"unauthorized","message":"No valid key.","status":401}',
      ),
  }),
  ...[error(404, "not_found", "Nothing here."), empty(410), redirect(302, "/login")].map((reply) =>
    advice(`The pets operation gets ${reply.status} without a key.`, PETS, (base) =>
      answersFirst(base, (request) =>
        base.operationOf(request) === "getPet" && !base.isAuthorized(request) ? reply : undefined,
      ),
    ),
  ),
  advice("The pets operation gets 404, with or without a key.", PETS, (base) =>
    answersFirst(base, (request) =>
      base.operationOf(request) === "getPet" ? empty(404) : undefined,
    ),
  ),
  ...[-1, 89].map((days) =>
    advice(
      `The sunset of the pets operation is ${days} days away.`,
      "a sunset that has passed or is near",
      (base) => ({
        pet: (...call) => withHeader(base.pet(...call), "Sunset", inDays(days)),
      }),
    ),
  ),
  advice(
    "Every order has pet_id and ship_date in the place of petId and shipDate.",
    "names that look like those of the contract",
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
      "another 4xx to a second cancellation",
      { withoutIds: "undetected" },
      { secondCancel: () => error(status, "cancelled", "It was cancelled before.") },
    ),
  ),
];
