/** What a client observes, for every answer to every silence. */
import { expect, test } from "playwright/test";
import { DEFAULT_ORDERS } from "../../scenarios/generated/default-orders.ts";
import { type Answers, SILENCES, type SilenceId } from "../../spec/clauses/index.ts";
import { OTHER_METHOD } from "../../spec/interface/situations.ts";
import type { JsonObject } from "../../spec/json/json.ts";
import type { Call } from "../replies/messages.ts";
import { ask, code, listed, PENDING, PREFLIGHT, SHIPPED } from "../testing/calls.ts";
import { createService, type Service } from "./service.ts";

type Expected<Id extends SilenceId> = { readonly [Answer in Answers[Id]]: unknown };
type Observation<Id extends SilenceId> = readonly [observe: (service: Service) => unknown, expected: Expected<Id>];

const cancel = (path: string): Partial<Call> => ({ method: "DELETE", path });
/** The statuses of the responses to calls, one after the other. */
const statuses =
  (...calls: readonly Partial<Call>[]) =>
  (service: Service) =>
    calls.map((call) => ask(service, call).status);
const headers =
  (call: Partial<Call>, ...names: readonly string[]) =>
  (service: Service) => {
    const reply = ask(service, call);
    return [reply.status, ...names.map((name) => reply.headers[name])];
  };
/** Of the listed orders. */
const SEEDED_FIELDS = Object.keys(DEFAULT_ORDERS[0]!.order).length;
const fieldCounts = (service: Service): number[] => [
  ...new Set((ask(service, {}).json as JsonObject[]).map((order) => Object.keys(order).length)),
];
const dates = (service: Service): string =>
  (ask(service, {}).json as JsonObject[]).map(({ shipDate }) => `${shipDate} `).join("");
const UNAUTHORIZED = { authorization: undefined };
const [DEPRECATED, SUNSET] = ["@1767225600", "Fri, 31 Dec 2027 23:59:59 GMT"];

const OBSERVATIONS: { readonly [Id in SilenceId]: Observation<Id> } = {
  "conflict-body": [
    (service) => {
      const { status, headers, text } = ask(service, cancel(SHIPPED));
      return [status, headers["Content-Type"], text];
    },
    {
      none: [409, undefined, ""],
      error: [409, "application/json", expect.stringContaining('"code":"order_shipped"')],
      text: [409, "text/plain; charset=utf-8", expect.stringContaining("shipped")],
    },
  ],
  "second-cancel": [statuses(cancel(PENDING), cancel(PENDING)), { "not-found": [204, 404], conflict: [204, 409] }],
  "cancelled-in-list": [
    (service) => {
      ask(service, cancel(PENDING));
      // HEAD must not count as the one list that still contains the order.
      ask(service, { method: "HEAD" });
      return [1, 2].map(() => listed(service).includes("9007199254740993"));
    },
    { vanishes: [false, false], stays: [true, true], later: [true, false] },
  ],
  "malformed-id": [
    statuses(cancel("/store/orders/12abc")),
    { "not-found": [404], "bad-request": [400], unprocessable: [422] },
  ],
  "id-beyond-int64": [
    statuses(cancel("/store/orders/9223372036854775808")),
    { "not-found": [404], "bad-request": [400] },
  ],
  "scheme-case": [
    statuses(...["bearer demo-key", "BEARER demo-key", "Bearer  demo-key"].map((authorization) => ({ authorization }))),
    { accepted: [200, 200, 200], refused: [401, 401, 401] },
  ],
  challenge: [
    headers({ authorization: "Bearer wrong" }, "WWW-Authenticate"),
    { rfc6750: [401, expect.stringContaining("realm=")], bare: [401, "Bearer"], none: [401, undefined] },
  ],
  "error-codes": [
    (service) => code(ask(service, UNAUTHORIZED)),
    { words: "unauthorized", capitals: "UNAUTHORIZED", digits: "401" },
  ],
  "list-order": [
    (service) => listed(service)[0],
    {
      ascending: "2",
      descending: "9223372036854775807",
      shuffled: expect.stringMatching(/^(?!2$|9223372036854775807)/),
    },
  ],
  "order-fields": [
    fieldCounts,
    {
      all: [SEEDED_FIELDS],
      some: expect.arrayContaining([1, 3, 4]),
      extra: [SEEDED_FIELDS + 2],
      "some-and-extra": expect.arrayContaining([3, 5, 6]),
    },
  ],
  "ship-date-form": [
    dates,
    {
      mixed: expect.stringMatching(/^(?=.*\.\d{3}Z )(?=.*:00Z )(?=.*\+01:00 )(?=.*\.5Z )/),
      milliseconds: expect.stringMatching(/^(?:\S+\.\d{3}Z )+$/),
      seconds: expect.stringMatching(/^(?:\S+T\d\d:\d\d:\d\dZ )+$/),
      offset: expect.stringMatching(/^(?:\S+T\d\d:\d\d:\d\d[+-]\d\d:\d\d )+$/),
    },
  ],
  "other-paths-key": [
    statuses(
      { ...UNAUTHORIZED, path: "/nowhere" },
      { ...UNAUTHORIZED, path: "/store/orders" },
      { path: "/pets/1", authorization: "Bearer wrong" },
    ),
    { asked: [401, 401, 401], open: [404, 401, 401] },
  ],
  "trailing-slash": [
    statuses({ path: "/store/orders/" }, cancel(`${PENDING}/`), { path: "/store/orders//" }),
    { "not-found": [404, 404, 404], accepted: [200, 204, 404] },
  ],
  "path-case": [
    statuses({ path: "/Store/Orders" }, cancel(PENDING.toUpperCase())),
    { exact: [404, 404], ignored: [200, 204] },
  ],
  "pets-answer": [
    (service) => ask(service, { path: "/pets/17" }),
    {
      pet: expect.objectContaining({ status: 200, text: '{"id":17}' }),
      "not-found": expect.objectContaining({ status: 404 }),
      gone: expect.objectContaining({ status: 410 }),
    },
  ],
  "deprecation-headers": [
    headers({ path: "/pets/17" }, "Deprecation", "Sunset"),
    {
      both: [200, DEPRECATED, SUNSET],
      deprecation: [200, DEPRECATED, undefined],
      sunset: [200, undefined, SUNSET],
      none: [200, undefined, undefined],
    },
  ],
  "other-methods": [
    (service) =>
      [{ method: "PUT" }, { method: OTHER_METHOD, path: PENDING }].map((call) => headers(call, "Allow")(service)),
    {
      "not-allowed": [
        [405, "GET, HEAD, OPTIONS"],
        [405, expect.stringMatching(/\bDELETE, OPTIONS$/)],
      ],
      "not-found": [
        [404, undefined],
        [404, undefined],
      ],
    },
  ],
  head: [headers({ method: "HEAD" }, "Allow"), { "like-get": [200, undefined], refused: [405, "GET, OPTIONS"] }],
  cors: [
    (service) => [
      headers(PREFLIGHT)(service),
      headers({ method: "OPTIONS" }, "Allow")(service),
      headers({ origin: "https://app.example" }, "Access-Control-Allow-Origin")(service),
    ],
    {
      any: [[204], [204, "GET, HEAD, OPTIONS"], [200, "https://app.example"]],
      none: [[401], [405, "GET, HEAD"], [200, undefined]],
    },
  ],
  "other-paths": [
    (service) => ask(service, { path: "/nowhere" }).text,
    { error: expect.stringContaining('"code":"path_not_found"'), empty: "" },
  ],
  "request-body": [
    statuses({ ...cancel(PENDING), body: "some" }, cancel(PENDING)),
    { ignored: [204, 404], refused: [400, 204] },
  ],
  "rate-limits": [
    statuses(...Array<Partial<Call>>(30).fill({})),
    { none: Array(30).fill(200), limited: Array.from({ length: 30 }, (_, at) => (at === 24 ? 429 : 200)) },
  ],
};

for (const { id, answers } of SILENCES)
  for (const answer of Object.keys(answers))
    test(`${id}: ${answer}`, async () => {
      const service = await createService({ answers: { [id]: answer } });
      const [observe, expected] = OBSERVATIONS[id];
      expect(observe(service)).toEqual((expected as Readonly<Record<string, unknown>>)[answer]);
    });
