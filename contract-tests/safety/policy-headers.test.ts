/** The header fields, query and body that a call may have besides its id. */
import { expect, test } from "playwright/test";
import type { OutgoingCall } from "../client/calls.ts";
import {
  allowed,
  cancel,
  DRAWN,
  list,
  READ_ONLY,
  RULES,
  refused,
} from "../testing/policy-rules.ts";

test("headers and parameters that override the method or the target are refused", () => {
  const get = { method: "GET", path: "/store/orders/23", credential: "good" } as const;
  const names = "X-HTTP-Method-Override x-method X-Original-URL X-Rewrite-Url Host Content-Length";
  for (const name of names.split(" ")) {
    const headers: [string, string][] = [
      ["accept", "*/*"],
      [name, "DELETE"],
    ];
    expect(refused({ ...get, headers })?.why).toMatch(`The header ${name} `);
  }
  const preflight: [string, string][] = [["Access-Control-Request-Method", "DELETE"]];
  expect(allowed({ ...get, method: "OPTIONS", headers: preflight })).toBe(true);
  expect(allowed({ ...get, query: "_method=DELETE" })).toBe(false);
});

test("headers that name a client are sent with safe methods, and without a key to a pending order that was provided", () => {
  for (const name of ["Forwarded", "X-Forwarded-For", "X-Forwarded-User"]) {
    const more = { headers: [[name, "127.0.0.1"]] } as const;
    expect(allowed({ method: "GET", path: "/store/orders/23", credential: "good", ...more })).toBe(
      true,
    );
    expect(allowed(cancel("17", "none", more))).toBe(true);
    expect(allowed(cancel("17", "none", more), READ_ONLY)).toBe(false);
    for (const call of [
      cancel("17", "good", more),
      cancel("17", "wrong", more),
      cancel("4", "none", more),
      cancel("17xyz", "none", more),
      cancel(`${DRAWN}`, "none", more),
      cancel("17", "none", { ...more, query: "a=b" }),
    ])
      expect(allowed(call), `${call.path} ${call.credential}`).toBe(false);
  }
});

test("a header that names another target may name the list, in a GET without a key", () => {
  const get = { method: "GET", path: "/store", credential: "none" } as const;
  for (const name of ["X-Original-URL", "X-Rewrite-URL"]) {
    const naming = (value: string) => ({ headers: [[name, value]] }) as const;
    expect(allowed({ ...get, ...naming("/v1/store/orders") })).toBe(true);
    for (const value of ["/v1/store/orders/17", "http://elsewhere/store/orders", "DELETE"])
      expect(allowed({ ...get, ...naming(value) }), value).toBe(false);
    expect(allowed({ ...get, credential: "good", ...naming("/v1/store/orders") })).toBe(false);
    expect(allowed(cancel("17", "none", naming("/v1/store/orders")))).toBe(false);
  }
  expect(allowed({ ...get, headers: [["Host", "/store/orders"]] })).toBe(false);
});

const ALONE = list('[{"id":17},{"id":4}]');
const withQuery = (query: string): OutgoingCall => cancel(`${DRAWN}`, "good", { query });
const withBody = (body: string): OutgoingCall => cancel(`${DRAWN}`, "good", { body });

test("a query of a cancellation has no digits but those of ids that were provided", () => {
  expect(allowed(withQuery("nonce=abc"))).toBe(true);
  for (const query of ["id=17", "id=17&orderId=17"])
    expect(allowed(withQuery(query), RULES, ALONE)).toBe(true);
  for (const query of ["id=4", "id=17,17", "id=17&x", "id=9007199254740993", "id=017"])
    expect(allowed(withQuery(query), RULES, ALONE), query).toBe(false);
  expect(allowed(withQuery("id=17"), READ_ONLY, ALONE)).toBe(false);
  for (const body of ["none", list('[{"id":17},{"id":4294967313}]')] as const)
    expect(allowed(cancel("17", "good", { query: "id=17" }), RULES, body)).toBe(false);
  for (const query of ["limit=77", "orderId=23", "id=%32%33", "id=２３"])
    expect(allowed(cancel("17", "good", { query })), query).toBe(false);
});

test("a body of a cancellation has no digits but those of ids that were provided", () => {
  for (const body of ["{}", '{"id":17}', '{"id":17,"orderId":17}', '{"id":17,"ids":[17]}'])
    expect(allowed(withBody(body), RULES, ALONE), body).toBe(true);
  const others = `{"id":4} {"ids":[4]} {"ids":[17,17]} {"id":17.0} {"id":-17} {"id":"17"} {"id":17}17 17`;
  for (const body of others.split(" "))
    expect(allowed(withBody(body), RULES, ALONE), body).toBe(false);
  expect(allowed(withBody('{"id":17}'), READ_ONLY, ALONE)).toBe(false);
  expect(allowed(cancel("17", "good", { body: '{"id":23}' }))).toBe(false);
});
