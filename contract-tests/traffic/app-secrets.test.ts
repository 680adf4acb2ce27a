import { expect, test } from "playwright/test";
import { passedExchange } from "../testing/passed-exchange.ts";
import { maskAuthorization, maskField, maskPath, maskQuery, secretsIn } from "./app-secrets.ts";
import { judgeTraffic } from "./judge-traffic.ts";

const SECRET = "S3cret-0123456789";

test("a query, a path and a field are shown without what may be a credential", () => {
  for (const [masked, expected] of [
    [
      maskQuery("limit=5&sort=-id&from=2026-01-15T10:00:00Z"),
      "limit=5&sort=-id&from=2026-01-15T10:00:00Z",
    ],
    [
      maskQuery(`token=abc&jwt=a&sig=1&pwd=x&code=1&to%6ben=a`),
      "token=…&jwt=…&sig=…&pwd=…&code=…&to%6ben=…",
    ],
    [maskQuery("%ff=1&%zz=2"), "%ff=1&%zz=2"],
    [maskQuery(`a=1;token=${SECRET}`), "a=…"],
    [maskQuery(`x=y?token=${SECRET}`), "x=…"],
    [maskPath(`/store/orders/5;jsessionid=${SECRET}`), "/store/orders/5;jsessionid=…"],
    [maskAuthorization(`Bearer ${SECRET}`, "KEY"), "Bearer KEY"],
    [maskAuthorization(`${SECRET} v1`, "KEY"), "KEY"],
    [maskAuthorization(`token=${SECRET}, v=1`, "KEY"), "KEY"],
    [maskAuthorization("Bearer undefined", "KEY"), "Bearer undefined"],
    [maskAuthorization("Bearer", "KEY"), "Bearer"],
    [maskField("Set-Cookie", `sid=${SECRET}; Path=/`), "sid=…; Path=/"],
    [maskField("X-Auth-Token", SECRET), "…"],
    [maskField("Location", `https://a.example/x?access_token=${SECRET}`), "https://a.example/x?…"],
    [
      maskField("Access-Control-Allow-Headers", "authorization, x-api-key"),
      "authorization, x-api-key",
    ],
  ] as const)
    expect(masked).toBe(expected);
});
test("what may be a credential is one wherever it stands; an id, a date and a path are none", () => {
  const secrets = secretsIn({
    target: `/v1/store/orders?jwt=${SECRET}q`,
    requestHeaders: [
      ["Authorization", `Custom ${SECRET}a`],
      ["authorization", `Bearer ${SECRET}b`],
      ["X-Auth-Token", `${SECRET}c`],
      ["Cookie", `theme=dark; sid=${SECRET}d; uid=10000017; since=2026-01-15T10:00:00Z`],
      ["Cookie", "last=/v1/store/orders/17; consent=yes"],
      ["Idempotency-Key", "12345678"],
      ["Accept", `${SECRET}e`],
    ],
  });
  expect(secrets).toEqual(["a", "b", "c", "d", "q"].map((end) => SECRET + end));
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
