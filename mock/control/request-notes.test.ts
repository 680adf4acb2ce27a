import { expect, test } from "playwright/test";
import { credentialKind } from "../../spec/interface/request-notes.ts";
import type { LoggedRequest } from "../service/request-log.ts";
import { annotate, describeEffect } from "./request-notes.ts";

const REQUEST: LoggedRequest = {
  ...{ n: 1, at: 0, method: "GET", path: "/store/orders", target: undefined },
  ...{ query: undefined, credential: "good" },
  ...{ body: "none", preflight: false, status: 200, fault: undefined, exchange: undefined },
};
const IDS = [17n, 9007199254740992n, 9007199254740993n, 9007199254740997n, 9223372036854775806n];
const WORLD = { ids: () => IDS, stateSince: () => undefined };
const annotated = (request: Partial<LoggedRequest>) =>
  annotate({ ...REQUEST, ...request }, ["demo-key"], WORLD);
const CANCEL = { method: "DELETE", path: "/store/orders/17", status: 204 };

/** Notes on what the client did wrong. */
const MISTAKES: readonly [Partial<LoggedRequest>, string][] = [
  [{ query: "limit=10" }, "?limit=10 is ignored: version 1 has no pagination"],
  [{ query: "a=1&status=pending" }, "?a=1&status=pending is ignored: version 1 has no filters"],
  [
    { query: "status=pending&limit=10" },
    "?status=pending&limit=10 is ignored: version 1 has neither filters nor pagination",
  ],
  [{ query: "v=2" }, "?v=2 is ignored: version 1 has no query parameters"],
  [{ body: "some" }, "the body is ignored: no operation takes one"],
  [{ method: "POST" }, "the contract defines GET for this path, not POST"],
  [{ method: "HEAD" }, "HEAD: the contract does not define it"],
  [{ path: "/store/order" }, "the contract does not define this path"],
  [{ path: "/store/orders/" }, "trailing slash: no path of the contract has one"],
  [{ path: undefined }, "not below /v1: the version is part of the base address"],
  [{ ...CANCEL, path: "/store/orders/abc" }, "orderId is not an int64: use decimal digits only"],
  [{ credential: "none" }, "no Authorization header: every operation requires the API key"],
];
/** Notes on what can happen to any client. */
const EVENTS: readonly [Partial<LoggedRequest>, string][] = [
  [{ path: "/pets/4" }, "deprecated operation with a sunset date: avoid it"],
  [{ ...CANCEL, status: 409 }, "409: already shipped. Every client must handle this."],
  [
    { method: "OPTIONS", preflight: true, credential: "none" },
    "CORS preflight, sent by the browser before the actual request",
  ],
  [
    { fault: { delayMs: 0, status: 401, keyExpired: true } },
    "the key has expired, as the scenario says: 401",
  ],
];

test("what a client did against the contract is noted as a mistake, what may happen to it is not", () => {
  for (const request of [{}, CANCEL]) expect(annotated(request).notes).toEqual([]);
  for (const [request, note] of MISTAKES)
    expect(annotated(request)).toMatchObject({ notes: [note], mistakes: [note] });
  for (const [request, note] of EVENTS)
    expect(annotated(request)).toMatchObject({ notes: [note], mistakes: [] });
});

test("a cancel of an id that an order has after JSON.parse names that order", () => {
  const cancel = (id: string, status: number) =>
    annotated({ ...CANCEL, path: `/store/orders/${id}`, status });
  const unknown =
    "no order has this id. Did you mean 9007199254740997? JSON.parse rounds it to this id.";
  expect(cancel("9007199254740996", 404)).toMatchObject({ notes: [unknown], mistakes: [unknown] });
  // 2^63 as JavaScript writes it, and with all its digits.
  for (const rounded of ["9223372036854776000", "9223372036854775808"])
    expect(cancel(rounded, 404).notes).toEqual([
      expect.stringContaining("outside the range of int64"),
      "no order has this id. Did you mean 9223372036854775806? JSON.parse rounds it to this id.",
    ]);
  // An order with this id exists, too, and the client may have meant it.
  const question = "Did you mean 9007199254740993? JSON.parse rounds it to this id.";
  expect(cancel("9007199254740992", 409)).toMatchObject({
    notes: [expect.stringContaining("already shipped"), question],
    mistakes: [],
  });
  expect(cancel("9007199254740992", 204).notes).toEqual([`this order was cancelled. ${question}`]);
  // Exact ids, and ids to which no order here rounds.
  for (const id of ["9007199254740993", "9007199254740997", "9007199254740994", "17", "18"])
    expect(cancel(id, 404).notes, id).toEqual([]);
});

test("a path is shown without keys, and those of the base address and outside it have words", () => {
  expect(annotated({ path: "", query: "a=1" }).path).toBe("(base address)?a=1");
  expect(annotated({ path: undefined, target: "/x" }).path).toBe("(outside /v1) /x");
  const leaky: Partial<LoggedRequest> = {
    path: "/demo-key",
    query: "access_token=abc&x=demo-key&apikey=1",
  };
  const { path, notes: shown } = annotated(leaky);
  expect(path).toBe(`/\${ORDERS_API_KEY}?access_token=…&x=\${ORDERS_API_KEY}&apikey=…`);
  expect([path, ...shown].join()).not.toMatch(/demo-key|abc/);
  const encoded = annotated({ path: "/dem%6F-key", query: "x=%64emo%2dkey" });
  expect(encoded.path).toBe(`/\${ORDERS_API_KEY}?x=\${ORDERS_API_KEY}`);
  expect(encoded.notes.join()).not.toContain("%64emo");
});

test("refused credentials are classified", () => {
  for (const [header, credential] of [
    [undefined, "none"],
    ["", "empty"],
    ["Bearer", "empty"],
    ["Bearer ", "empty"],
    ["Bearer undefined", "undefined"],
    ["Bearer null", "undefined"],
    ["Bearer x", "wrong"],
    ["Basic eA==", "other-scheme"],
    ["demo-key", "bare"],
  ] as const)
    expect(credentialKind(header), header).toBe(credential);
});

test("an applied fault is described in one line", () => {
  expect(describeEffect({ delayMs: 800 })).toBe("delay 800 ms");
  expect(describeEffect({ delayMs: 0, status: 429, retryAfter: 1 })).toBe(
    "status 429, Retry-After 1",
  );
  expect(describeEffect({ delayMs: 5, fail: "reset" })).toBe("delay 5 ms, reset");
  expect(describeEffect({ delayMs: 0, status: 401, keyExpired: true })).toBe("key expired");
});
