import { expect, test } from "playwright/test";
import { passedExchange } from "../testing/passed-exchange.ts";
import { CredentialFinder, maskAuthorization } from "./find-credentials.ts";
import { judgeTraffic } from "./judge-traffic.ts";

const SECRET = "S3cret-0123456789";
const DATE = "from=2026-01-15T10:00:00Z";

for (const [target, shown] of [
  [`/orders?limit=5&sort=-id&${DATE}`, `/orders?limit=5&sort=-id&${DATE}`],
  [
    "/orders?token=abc&jwt=a&sig=1&pw=x&code=1&bearer=b&ticket=t&to%6ben=a",
    "/orders?token=…&jwt=…&sig=…&pw=…&code=…&bearer=…&ticket=…&to%6ben=…",
  ],
  [`/orders?${SECRET}`, "/orders?…"],
  [`/orders?cursor=${SECRET}&${SECRET}=1`, "/orders?cursor=…&…=1"],
  ["/orders?%ff=1&%zz=2", "/orders?%ff=1&%zz=2"],
  [`/orders?a=1;token=${SECRET}`, "/orders?a=…"],
  [`/orders?x=y?token=${SECRET}`, "/orders?x=…"],
  [`/store/orders/5;jsessionid=${SECRET};v=1`, "/store/orders/5;jsessionid=…;v=…"],
  [`/store/orders/5;${SECRET}`, "/store/orders/5;…"],
  [`/store/orders/${SECRET}`, "/store/orders/…"],
  [`/store/orders/alice:${SECRET}`, "/store/orders/…"],
  [`/store/orders/a%3A${SECRET}`, "/store/orders/…"],
  [`/orders?u=alice:${SECRET}&f=1,${SECRET}`, "/orders?u=…&f=…"],
  ["/store/orders/9223372036854775807n", "/store/orders/9223372036854775807n"],
  ["/store/orders/9.223372036854776e+18", "/store/orders/9.223372036854776e+18"],
] as const)
  test(`a request is shown without what may be a credential: ${target}`, () => {
    expect(new CredentialFinder().target(target)).toBe(shown);
  });

for (const [name, value, shown] of [
  ["Set-Cookie", `a=1; Path=/\nsid=${SECRET}; Path=/`, "…"],
  ["Set-Cookie", SECRET, "…"],
  ["X-Auth-Token", SECRET, "…"],
  ["X-Jwt", SECRET, "…"],
  ["WWW-Authenticate", `Bearer realm="pets", token="${SECRET}"`, 'Bearer realm="pets", token="…"'],
  ["Location", `/reset/${SECRET}`, "/reset/…"],
  ["Location", `/a;sid=${SECRET}`, "/a;sid=…"],
  ["Location", `https://user:p@${SECRET}@h/x`, "https://…@h/x"],
  ["Location", `https://user:p/${SECRET}@h/x`, "https://…@h/x"],
  ["Location", `\\\\user:${SECRET}@h`, "\\\\…@h"],
  ["Location", `/x? ${SECRET}`, "/x? …"],
  ["Refresh", `0;url=/${SECRET}`, "0;url=/…"],
  ["Link", `<x>; title="${SECRET}"`, '<x>; title="…"'],
  ["Location", `https://a.example/x?access_token=${SECRET}`, "https://a.example/x?…"],
  ["Location", `https://u:${SECRET}@a.example/x#token=${SECRET}`, "https://…@a.example/x#…"],
  [
    "Link",
    `</a?k=${SECRET}>; rel=next, </b?k=${SECRET}#${SECRET}>; rel=last`,
    "</a?…>; rel=next, </b?…>; rel=last",
  ],
  ["Access-Control-Allow-Headers", "authorization, x-api-key", "authorization, x-api-key"],
  ["X-Request-Id", SECRET, SECRET],
  ["Server", "nginx/1.18.0-ubuntu22", "nginx/1.18.0-ubuntu22"],
] as const)
  test(`a response is shown without what may be a credential: ${name}: ${value}`, () => {
    const finder = new CredentialFinder();
    expect(finder.responseHeader([name, value])).toEqual([name, shown]);
    if (shown.includes("…")) expect(finder.found).toContain(SECRET);
  });

test("of Authorization, a scheme that is known is shown", () => {
  for (const [value, shown] of [
    [`Bearer ${SECRET}`, "Bearer KEY"],
    [`${SECRET} v1`, "KEY"],
    [`token=${SECRET}, v=1`, "KEY"],
    ["Bearer undefined", "Bearer undefined"],
    ["Bearer", "Bearer"],
  ] as const)
    expect(maskAuthorization(value, "KEY")).toBe(shown);
});

test("what is hidden is looked for elsewhere, if it has the form of a credential; an id, a date and a path have not", () => {
  const finder = new CredentialFinder();
  finder.target(`/v1/store/orders?jwt=${SECRET}q&x=%53${SECRET.slice(1)}r&pw=pending`);
  for (const header of [
    ["Authorization", `Custom ${SECRET}a`],
    ["authorization", `Bearer ${SECRET}b`],
    ["X-Auth-Token", `${SECRET}c`],
    ["Cookie", `theme=dark; sid=${SECRET}d; uid=10000017; since=2026-01-15T10:00:00Z`],
    ["Cookie", "last=/v1/store/orders/17; consent=yes"],
    ["Idempotency-Key", "12345678"],
    ["Accept", `${SECRET}e`],
    ["Authorization", `Basic ${Buffer.from(`alice:${SECRET}f`).toString("base64")}`],
  ] as const)
    finder.requestHeader(header);
  const found = finder.found.filter((text) => /^S/.test(text));
  expect(found.toSorted()).toEqual([..."abcdfqr"].map((end) => SECRET + end));
  for (const other of ["2026-01-15", "/v1/store", "12345678", "10000017"])
    expect(finder.found.filter((text) => text.startsWith(other))).toEqual([]);
});

test("what an address outside the interface answers is not kept: it may be a new key", () => {
  const traffic = judgeTraffic({ baseUrl: "http://host/v1" }, 0);
  const body = `{"access_token":"${SECRET}"}`;
  const { observed } = traffic.add(
    passedExchange({ method: "POST", target: "/v1/auth/token" }, { body }),
  );
  expect(observed.exchange?.response?.body).toHaveLength(0);
  const report = traffic.report({ durationMs: 1, startedAt: "", broken: [] });
  expect(JSON.stringify(report)).not.toContain(SECRET);
});
