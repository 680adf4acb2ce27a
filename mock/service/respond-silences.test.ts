import { expect, test } from "playwright/test";
import { DEFAULT_ORDERS } from "../../scenarios/generated/default-orders.ts";
import { type Answers, SILENCES, type SilenceId } from "../../spec/clauses/index.ts";
import { OTHER_METHOD } from "../../spec/interface/situations.ts";
import type { JsonObject } from "../../spec/json/json.ts";
import { validateError } from "../../spec/schema/validate.ts";
import { ask, code, listed, PENDING, PREFLIGHT, SHIPPED } from "../testing/calls.ts";
import { createService, type Service } from "./service.ts";

/** The number of fields of a seeded order. */
const SEEDED = Object.keys(DEFAULT_ORDERS[0]!.order).length;

/** What a client observes, for every answer to every silence. */
const CHECKS: { readonly [Id in SilenceId]: { readonly [Answer in Answers[Id]]: (service: Service) => void } } = {
  "conflict-body": {
    none: (service) =>
      expect(ask(service, { method: "DELETE", path: SHIPPED })).toMatchObject({ status: 409, text: "" }),
    error: (service) => {
      const reply = ask(service, { method: "DELETE", path: SHIPPED });
      expect(validateError(reply.json!)).toEqual([]);
      expect(reply.json).toMatchObject({ status: 409, code: "order_shipped" });
    },
    text: (service) => {
      const reply = ask(service, { method: "DELETE", path: SHIPPED });
      expect(reply.headers["Content-Type"]).toBe("text/plain; charset=utf-8");
      expect(reply.text).toContain("shipped");
    },
  },
  "second-cancel": {
    "not-found": (service) => {
      ask(service, { method: "DELETE", path: PENDING });
      expect(ask(service, { method: "DELETE", path: PENDING }).status).toBe(404);
    },
    conflict: (service) => {
      ask(service, { method: "DELETE", path: PENDING });
      expect(ask(service, { method: "DELETE", path: PENDING })).toMatchObject({ status: 409, text: "" });
    },
  },
  "cancelled-in-list": {
    vanishes: (service) => expect(listingsAfterCancel(service)).toEqual([false, false]),
    stays: (service) => expect(listingsAfterCancel(service)).toEqual([true, true]),
    later: (service) => expect(listingsAfterCancel(service)).toEqual([true, false]),
  },
  "malformed-id": {
    "not-found": (service) => expect(statusOfId(service, "12abc")).toBe(404),
    "bad-request": (service) => expect(statusOfId(service, "12abc")).toBe(400),
    unprocessable: (service) => expect(statusOfId(service, "12abc")).toBe(422),
  },
  "id-beyond-int64": {
    "not-found": (service) => expect(statusOfId(service, "9223372036854775808")).toBe(404),
    "bad-request": (service) => expect(statusOfId(service, "9223372036854775808")).toBe(400),
  },
  "scheme-case": {
    accepted: (service) => expect(statusesOfScheme(service)).toEqual([200, 200, 200]),
    refused: (service) => expect(statusesOfScheme(service)).toEqual([401, 401, 401]),
  },
  challenge: {
    rfc6750: (service) => expect(challengeOf(service)).toContain("realm="),
    bare: (service) => expect(challengeOf(service)).toBe("Bearer"),
    none: (service) => expect(challengeOf(service)).toBe(undefined),
  },
  "error-codes": {
    words: (service) => expect(code(ask(service, { authorization: undefined }))).toBe("unauthorized"),
    capitals: (service) => expect(code(ask(service, { authorization: undefined }))).toBe("UNAUTHORIZED"),
    digits: (service) => expect(code(ask(service, { authorization: undefined }))).toBe("401"),
  },
  "list-order": {
    ascending: (service) => expect(listed(service)[0]).toBe("2"),
    descending: (service) => expect(listed(service)[0]).toBe("9223372036854775807"),
    shuffled: (service) => expect(["2", "9223372036854775807"]).not.toContain(listed(service)[0]),
  },
  "order-fields": {
    all: (service) => expect(fieldCounts(service)).toEqual([SEEDED]),
    some: (service) => expect(fieldCounts(service)).toEqual(expect.arrayContaining([1, 3, 4])),
    extra: (service) => expect(fieldCounts(service)).toEqual([SEEDED + 2]),
    "some-and-extra": (service) => expect(fieldCounts(service)).toEqual(expect.arrayContaining([3, 5, 6])),
  },
  "ship-date-form": {
    mixed: (service) => {
      for (const form of [/\.\d{3}Z /, /:00Z /, /\+01:00 /, /\.5Z /]) expect(datesOf(service)).toMatch(form);
    },
    milliseconds: (service) => expect(datesOf(service)).toMatch(/^(?:\S+\.\d{3}Z )+$/),
    seconds: (service) => expect(datesOf(service)).toMatch(/^(?:\S+T\d\d:\d\d:\d\dZ )+$/),
    offset: (service) => expect(datesOf(service)).toMatch(/^(?:\S+T\d\d:\d\d:\d\d[+-]\d\d:\d\d )+$/),
  },
  "other-paths-key": {
    asked: (service) => expect(ask(service, { path: "/nowhere", authorization: undefined }).status).toBe(401),
    open: (service) => {
      expect(ask(service, { path: "/nowhere", authorization: undefined }).status).toBe(404);
      expect(ask(service, { path: "/store/orders", authorization: undefined }).status).toBe(401);
      expect(ask(service, { path: "/pets/1", authorization: "Bearer wrong" }).status).toBe(401);
    },
  },
  "trailing-slash": {
    "not-found": (service) => expect(ask(service, { path: "/store/orders/" }).status).toBe(404),
    accepted: (service) => {
      expect(ask(service, { path: "/store/orders/" }).status).toBe(200);
      expect(ask(service, { method: "DELETE", path: `${PENDING}/` }).status).toBe(204);
      expect(ask(service, { path: "/store/orders//" }).status).toBe(404);
    },
  },
  "path-case": {
    exact: (service) => expect(ask(service, { path: "/Store/Orders" }).status).toBe(404),
    ignored: (service) => {
      expect(ask(service, { path: "/Store/Orders" }).status).toBe(200);
      expect(ask(service, { method: "DELETE", path: PENDING.toUpperCase() }).status).toBe(204);
    },
  },
  "pets-answer": {
    pet: (service) => expect(ask(service, { path: "/pets/17" })).toMatchObject({ status: 200, json: { id: 17 } }),
    "not-found": (service) => expect(ask(service, { path: "/pets/17" }).status).toBe(404),
    gone: (service) => expect(ask(service, { path: "/pets/17" }).status).toBe(410),
  },
  "deprecation-headers": {
    both: (service) => expect(sunsetHeaders(service)).toEqual(["@1767225600", "Fri, 31 Dec 2027 23:59:59 GMT"]),
    deprecation: (service) => expect(sunsetHeaders(service)).toEqual(["@1767225600", undefined]),
    sunset: (service) => expect(sunsetHeaders(service)).toEqual([undefined, "Fri, 31 Dec 2027 23:59:59 GMT"]),
    none: (service) => expect(sunsetHeaders(service)).toEqual([undefined, undefined]),
  },
  "other-methods": {
    "not-allowed": (service) => {
      expect(ask(service, { method: "PUT" })).toMatchObject({ status: 405, headers: { Allow: "GET, HEAD, OPTIONS" } });
      expect(ask(service, { method: OTHER_METHOD, path: PENDING })).toMatchObject({
        status: 405,
        headers: { Allow: expect.stringMatching(/\bDELETE, OPTIONS$/) },
      });
    },
    "not-found": (service) => expect(ask(service, { method: "PUT" }).status).toBe(404),
  },
  head: {
    "like-get": (service) => expect(ask(service, { method: "HEAD" }).status).toBe(200),
    refused: (service) => {
      expect(ask(service, { method: "HEAD" })).toMatchObject({
        status: 405,
        text: "",
        headers: { Allow: "GET, OPTIONS" },
      });
    },
  },
  cors: {
    any: (service) => {
      expect(ask(service, PREFLIGHT).status).toBe(204);
      expect(ask(service, { method: "OPTIONS" })).toMatchObject({
        status: 204,
        headers: { Allow: "GET, HEAD, OPTIONS" },
      });
    },
    none: (service) => {
      expect(ask(service, PREFLIGHT).status).toBe(401);
      expect(ask(service, { ...PREFLIGHT, authorization: "Bearer demo-key" }).status).toBe(405);
      expect(Object.keys(ask(service, { origin: "https://app.example" }).headers).join()).not.toContain(
        "Access-Control",
      );
    },
  },
  "other-paths": {
    error: (service) => expect(code(ask(service, { path: "/nowhere" }))).toBe("path_not_found"),
    empty: (service) => expect(ask(service, { path: "/nowhere" })).toMatchObject({ status: 404, text: "" }),
  },
  "request-body": {
    ignored: (service) => expect(ask(service, { method: "DELETE", path: PENDING, body: "some" }).status).toBe(204),
    refused: (service) => {
      expect(ask(service, { method: "DELETE", path: PENDING, body: "some" }).status).toBe(400);
      expect(ask(service, { method: "DELETE", path: PENDING }).status).toBe(204);
    },
  },
  "rate-limits": {
    none: (service) => expect(new Set(thirtyCalls(service))).toEqual(new Set([200])),
    limited: (service) => {
      expect(thirtyCalls(service).flatMap((status, at) => (status === 429 ? [at + 1] : []))).toEqual([25]);
    },
  },
};

function listingsAfterCancel(service: Service): boolean[] {
  ask(service, { method: "DELETE", path: PENDING });
  // HEAD must not count as the one list that still contains the order.
  ask(service, { method: "HEAD" });
  return [1, 2].map(() => listed(service).includes("9007199254740993"));
}
const statusOfId = (service: Service, id: string): number =>
  ask(service, { method: "DELETE", path: `/store/orders/${id}` }).status;
const statusesOfScheme = (service: Service): number[] =>
  ["bearer demo-key", "BEARER demo-key", "Bearer  demo-key"].map(
    (authorization) => ask(service, { authorization }).status,
  );
const challengeOf = (service: Service): string | undefined =>
  ask(service, { authorization: "Bearer wrong" }).headers["WWW-Authenticate"];
const datesOf = (service: Service): string =>
  (ask(service, {}).json as JsonObject[]).map(({ shipDate }) => `${shipDate} `).join("");
const fieldCounts = (service: Service): number[] => [
  ...new Set((ask(service, {}).json as JsonObject[]).map((order) => Object.keys(order).length)),
];
const sunsetHeaders = (service: Service): (string | undefined)[] => {
  const { headers } = ask(service, { path: "/pets/17" });
  return [headers.Deprecation, headers.Sunset];
};
const thirtyCalls = (service: Service): number[] => Array.from({ length: 30 }, () => ask(service, {}).status);

for (const { id, answers } of SILENCES)
  for (const answer of Object.keys(answers))
    test(`${id}: ${answer}`, async () => {
      const service = await createService({ answers: { [id]: answer } });
      (CHECKS[id] as Record<string, (service: Service) => void>)[answer]!(service);
    });
