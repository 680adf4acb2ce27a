import { expect, test } from "playwright/test";
import { annotate, describeTrouble } from "./annotate.ts";
import { credentialOf, type Seen } from "./request-log.ts";

const SEEN: Seen = {
  ...{ n: 1, at: 0, method: "GET", path: "/store/orders", query: undefined, credential: "good" },
  ...{ body: "none", preflight: false, status: 200, trouble: undefined },
};
const notes = (seen: Partial<Seen>): readonly string[] => annotate({ ...SEEN, ...seen }, ["demo-key"]).notes;
const CANCEL = { method: "DELETE", path: "/store/orders/17", status: 204 };

test("of a call as the contract has it there is nothing to say", () => {
  expect(notes({})).toEqual([]);
  expect(notes(CANCEL)).toEqual([]);
});

for (const [seen, note] of [
  [{ query: "limit=10" }, "sent ?limit=10: version 1 has no paging, ignored"],
  [{ query: "a=1&status=pending" }, "sent ?a=1&status=pending: version 1 has no filters, ignored"],
  [{ query: "v=2" }, "sent ?v=2: version 1 has no query parameters, ignored"],
  [{ body: "some" }, "sent a body: no operation takes one, ignored"],
  [{ method: "POST" }, "the contract has GET here, not POST"],
  [{ method: "HEAD" }, "HEAD: the contract does not show it"],
  [{ path: "/store/order" }, "the contract has no such path"],
  [{ path: "/store/orders/" }, "ends in a slash: no path of the interface does"],
  [{ path: undefined }, "not below /v1: the version is a part of the base address"],
  [{ path: "/pets/4" }, "a deprecated operation with a sunset date: better not used"],
  [{ ...CANCEL, path: "/store/orders/abc" }, "orderId is no int64: it takes decimal digits alone"],
  [{ ...CANCEL, status: 409 }, "the order has already shipped: 409, which every client must be ready for"],
  [{ credential: "none" }, "no Authorization: every operation needs the key"],
  [
    { method: "OPTIONS", preflight: true, credential: "none" },
    "a browser's preflight, which comes before the call proper",
  ],
  [{ trouble: { delayMs: 0, status: 401, keyExpired: true } }, "the key has expired, as the scenario has it: 401"],
] satisfies [Partial<Seen>, string][])
  test(`it says: ${note}`, () => {
    expect(notes(seen)).toEqual([note]);
  });

test("ids beyond int64, and ids that look rounded, are told apart from ids that do not exist", () => {
  expect(notes({ ...CANCEL, path: "/store/orders/9223372036854775808", status: 404 })[0]).toContain("outside int64");
  expect(notes({ ...CANCEL, path: "/store/orders/9007199254740994", status: 404 })[0]).toContain("lost digits");
  expect(notes({ ...CANCEL, path: "/store/orders/9007199254740995", status: 404 })).toEqual([]);
  expect(notes({ ...CANCEL, status: 404 })).toEqual([]);
});

test("no key is ever shown", () => {
  const leaky: Partial<Seen> = { path: "/demo-key", query: "access_token=abc&x=demo-key&apikey=1" };
  const { path, notes: said } = annotate({ ...SEEN, ...leaky }, ["demo-key"]);
  expect(path).toBe(`/\${ORDERS_API_KEY}?access_token=…&x=\${ORDERS_API_KEY}&apikey=…`);
  expect([path, ...said].join()).not.toMatch(/demo-key|abc/);
});

test("credentials that open nothing are told apart", () => {
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
    expect(credentialOf(header), header).toBe(credential);
});

test("what a scenario did is one line", () => {
  expect(describeTrouble({ delayMs: 800 })).toBe("delay 800 ms");
  expect(describeTrouble({ delayMs: 0, status: 429, retryAfter: 1 })).toBe("status 429, Retry-After 1");
  expect(describeTrouble({ delayMs: 5, fail: "reset" })).toBe("delay 5 ms, reset");
  expect(describeTrouble({ delayMs: 0, status: 401, keyExpired: true })).toBe("key expired");
});
