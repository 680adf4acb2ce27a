// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml
import { expect, test } from "playwright/test";
import { Redactor } from "../client/masking/redaction.ts";
import { proxyFor, targetHeader } from "./open-connection.ts";

const ENV = { SESSION: "eyJhbGciOi.J9x" };

test("a value that is written out is shown as a variable with the name of the header, a short one as it is", () => {
  const { header, curl, secrets } = targetHeader("X-Subscription-Key", "sub-4711-abc", {});
  const masked = "${X_SUBSCRIPTION_KEY}";
  expect(header).toEqual({ name: "X-Subscription-Key", sent: "sub-4711-abc", masked });
  expect(curl).toBe('-H "X-Subscription-Key: ${X_SUBSCRIPTION_KEY:?}"');
  expect(secrets).toEqual([{ text: "sub-4711-abc", replacement: masked }]);

  const short = targetHeader("X-Region", "eu", {});
  expect([short.header.masked, short.curl]).toEqual(["eu", '-H "X-Region: eu"']);
});

test("the parts of a value are secrets, too", () => {
  const cookie = targetHeader("Cookie", "session=abc12345; id=token-67890==; theme=dark", {});
  const redactor = new Redactor(cookie.secrets);
  expect(redactor.text("Set-Cookie: session=abc12345; Path=/")).toBe(
    "Set-Cookie: ${COOKIE}; Path=/",
  );
  expect(redactor.text("unknown session abc12345")).toBe("unknown session ${COOKIE}");
  expect(redactor.text("token-67890==")).toBe("${COOKIE}");
  const bearer = targetHeader("X-Auth", "Bearer ${SESSION}", ENV);
  expect(new Redactor(bearer.secrets).text(`got ${ENV.SESSION}`)).toBe("got ${SESSION}");
});

for (const value of [
  "eu",
  "10012345",
  "2026-03-01 09:00",
  "production",
  "XMLHttpRequest",
  "s3cret",
])
  test(`what can occur in an answer by itself is not searched for: ${value}`, () => {
    expect(targetHeader("X-Own", value, {}).secrets).toEqual([]);
    const { secrets, header } = targetHeader("X-Own", "${VALUE}", { VALUE: value });
    expect([secrets, header.masked]).toEqual([[], "${VALUE}"]);
  });

test("headers that the gate sends itself, or that change the call, are refused", () => {
  const own = `Authorization Host content-length Connection Transfer-Encoding Accept Accept-Encoding
    Content-Type Range If-None-Match Origin Proxy-Authorization`;
  const changing = "X-HTTP-Method-Override X-Method X-Original-URL X-Forwarded-Host";
  for (const name of `${own} ${changing}`.split(/\s+/))
    expect(() => targetHeader(name, "DELETE", {}), name).toThrow(
      /sends it itself, or it can change the method/,
    );
});

for (const [name, value, problem] of [
  ["X Space", "a", /name/],
  ["", "a", /name/],
  ["X-Own", "  ", /no value/],
  ["X-Own", "s3cret\r\nX-Other: b", /visible ASCII/],
  ["X-Own", "s3cret café", /visible ASCII/],
  ["X-Own", "s3cret".repeat(1366), /more than 8192/],
] as const)
  test(`a header is refused, and its value not shown: ${JSON.stringify([name, value.slice(0, 20)])}`, () => {
    expect(() => targetHeader(name, value, {})).toThrow(problem);
    expect(() => targetHeader(name, value, {})).not.toThrow(/s3cret/);
  });

const HTTPS = "https://orders.staging.example/v1";
const HTTP = "http://orders.staging.example:8080/v1";
const chosen = (address: string, env: Record<string, string>): string | undefined => {
  const { variable, url: proxy } = proxyFor(new URL(address), env) ?? {};
  return variable && `${variable} ${proxy?.host}`;
};

for (const [title, address, env, wanted] of [
  ["https", HTTPS, { HTTPS_PROXY: "http://a:3128" }, "HTTPS_PROXY a:3128"],
  ["http", HTTP, { HTTP_PROXY: "http://a:3128" }, "HTTP_PROXY a:3128"],
  [
    "lower case first",
    HTTPS,
    { HTTPS_PROXY: "http://a", https_proxy: "http://b" },
    "https_proxy b",
  ],
  ["each its own", HTTP, { HTTPS_PROXY: "http://a:1" }, undefined],
  ["an empty one", HTTPS, { HTTPS_PROXY: "" }, undefined],
  ["without a scheme", HTTPS, { HTTPS_PROXY: "a.example:3128" }, "HTTPS_PROXY a.example:3128"],
  ["a proxy over TLS", HTTPS, { HTTPS_PROXY: "https://a:3129" }, "HTTPS_PROXY a:3129"],
  ["localhost", "http://localhost:1/v1", { HTTP_PROXY: "http://a:1" }, undefined],
  ["a name of localhost", "http://orders.localhost/v1", { HTTP_PROXY: "http://a:1" }, undefined],
  ["127.0.0.2", "http://127.0.0.2/v1", { HTTP_PROXY: "http://a:1" }, undefined],
  ["::1", "http://[::1]:8080/v1", { HTTP_PROXY: "http://a:1" }, undefined],
] as [string, string, Record<string, string>, string | undefined][])
  test(`the proxy: ${title}`, () => {
    expect(chosen(address, env)).toBe(wanted);
  });

const ORDERS = "orders.staging.example";
for (const [host, entry, isExcluded] of [
  [ORDERS, ORDERS, true],
  [ORDERS, "staging.example", true],
  [ORDERS, ".staging.example", true],
  [ORDERS, "*.staging.example", true],
  [ORDERS, "STAGING.example", true],
  [ORDERS, "other.example, staging.example", true],
  [ORDERS, "other.example staging.example", true],
  [ORDERS, "*", true],
  [ORDERS, "ging.example", false],
  [ORDERS, "orders.staging", false],
  [ORDERS, "x.orders.staging.example", false],
  ["10.1.2.3", "10.1.2.3", true],
  ["[fd00::5]", "[fd00::5]", true],
] as const)
  test(`NO_PROXY=${entry} for ${host}`, () => {
    const wanted = isExcluded ? undefined : "HTTPS_PROXY a:1";
    const url = `https://${host}/v1`;
    const proxy = { HTTPS_PROXY: "http://a:1", NO_PROXY: entry };
    expect(chosen(url, proxy)).toBe(wanted);
    expect(chosen(url, { ...proxy, no_proxy: entry, NO_PROXY: "other" })).toBe(wanted);
  });
