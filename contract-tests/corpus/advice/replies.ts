/** Replies that the contract neither clearly allows nor forbids. */
import { gzipSync } from "node:zlib";
import { mapList, mapMembers, POSITIONS, setMembers } from "../changes/lists.ts";
import { answersFirst } from "../changes/replies.ts";
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
    "a 409 with a body that is not an Error of 409",
    { withoutIds: "undetected" },
    { conflict: () => reply },
  );

const ECHO = "the credential repeated in a reply";

const ofList = (
  title: string,
  ruling: string,
  change: (reply: Reply, request: Request) => Reply,
): Advice => advice(title, ruling, (base) => mapList(base, change));

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toUTCString();

const PETS = "404, 410 and a redirect of the pets operation without a key";
const NO_401 = { leavesOpen: { unproven: ["pets-unauthorized"] } } as const;

export const REPLY_ADVICE = [
  ...DATES.map((date, nth) =>
    advice(`shipDate is ${date}.`, "a date that is nearly RFC 3339", (base) =>
      setMembers(base, nth % 2 === 0 ? POSITIONS.every : POSITIONS.last, { shipDate: `"${date}"` }),
    ),
  ),
  conflict("HTML", html(409)),
  conflict("an object that is not an Error", json(409, '{"error":"shipped"}')),
  conflict("the order", json(409, '{"id":31,"petId":103,"quantity":5,"complete":true}')),
  ...[".0", "e0"].map((suffix) =>
    advice(`quantity is written as 2${suffix}.`, "an integer in another notation", (base) =>
      mapMembers(base, (members) => ({ ...members, quantity: `${members.quantity}${suffix}` })),
    ),
  ),
  advice("The message of a 401 contains the key that was sent.", ECHO, {
    unauthorized: (request) =>
      error(401, "unauthorized", `The key ${bearer(request)} is not valid.`),
  }),
  advice("Every reply has a header with the key.", ECHO, (base) => ({
    answerAuthorized: async (request) =>
      withHeader(await base.answerAuthorized(request), "X-Api-Key-Used", base.key),
  })),
  ofList("X-Total-Count is greater than the list.", "X-Total-Count may count more", (reply) =>
    withHeader(reply, "X-Total-Count", "99"),
  ),
  advice(
    "The second list is a 502 of a gateway; no other is.",
    "a gateway error that a retry does not repeat",
    (base) => mapList(base, (reply) => (base.store.listCount === 2 ? html(502) : reply)),
  ),
  ofList("The list starts with a byte order mark.", "a byte order mark", (reply) =>
    withBody(reply, `\ufeff${reply.body}`),
  ),
  ofList(
    "The list is compressed, whatever the request accepts.",
    "compression that was not asked for",
    (reply) => withHeader(withBody(reply, gzipSync(reply.body)), "Content-Encoding", "gzip"),
  ),
  {
    ...ofList("The list is a 203.", "203", (reply) => ({ ...reply, status: 203 })),
    leavesOpen: { unproven: ["list-ok"] as const },
  },
  advice("Every order has quantity twice, with the same value.", "a repeated member", (base) =>
    mapMembers(base, ({ quantity, ...others }) => ({
      ...others,
      quantity: `${quantity},"quantity":${quantity}`,
    })),
  ),
  ...[error(404, "not_found", "Nothing here."), empty(410), redirect(302, "/login")].map((reply) =>
    advice(`The pets operation gets ${reply.status} without a key.`, PETS, NO_401, (base) =>
      answersFirst(base, (request) =>
        base.operationOf(request) === "getPet" && !base.isAuthorized(request) ? reply : undefined,
      ),
    ),
  ),
  advice("The pets operation gets 404, with or without a key.", PETS, NO_401, (base) =>
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
