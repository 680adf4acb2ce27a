// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml
import { expect, test } from "playwright/test";
import { Redactor } from "../client/masking/redaction.ts";
import { proxyFor, targetHeader } from "./open-connection.ts";

const ENV = { SESSION: "eyJhbGciOi.J9x" };

test("a long value that is written out is shown as a variable with the name of the header", () => {
  const { header, curl, secrets } = targetHeader("X-Subscription-Key", "sub-4711-abc", {});
  expect(header).toEqual({
    name: "X-Subscription-Key",
    sent: "sub-4711-abc",
    masked: "${X_SUBSCRIPTION_KEY}",
  });
  expect(curl).toBe('-H "X-Subscription-Key: ${X_SUBSCRIPTION_KEY:?}"');
  expect(secrets).toEqual([{ text: "sub-4711-abc", replacement: "${X_SUBSCRIPTION_KEY}" }]);
});

test("a short value that is written out is shown", () => {
  const { header, curl } = targetHeader("X-Region", "eu", {});
  expect([header.masked, curl]).toEqual(["eu", '-H "X-Region: eu"']);
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

test("what can occur in an answer by itself is not searched for", () => {
  for (const value of [
    "eu",
    "10012345",
    "2026-03-01 09:00",
    "production",
    "XMLHttpRequest",
    "s3cret",
  ]) {
    expect(targetHeader("X-Own", value, {}).secrets, value).toEqual([]);
    const { secrets, header } = targetHeader("X-Own", "${VALUE}", { VALUE: value });
    expect([secrets, header.masked], value).toEqual([[], "${VALUE}"]);
  }
});

test("headers that the gate sends itself, or that change the call, are refused", () => {
  for (const name of [
    "Authorization",
    "Host",
    "content-length",
    "Connection",
    "Transfer-Encoding",
    "Accept",
    "Accept-Encoding",
    "Content-Type",
    "Range",
    "If-None-Match",
    "Origin",
    "Proxy-Authorization",
    "X-HTTP-Method-Override",
    "X-Method",
    "X-Original-URL",
    "X-Forwarded-Host",
  ])
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

const HTTPS = new URL("https://orders.staging.example/v1");
const HTTP = new URL("http://orders.staging.example:8080/v1");
const chosen = (url: URL, env: Record<string, string>): string | undefined => {
  const { variable, url: proxy } = proxyFor(url, env) ?? {};
  return variable && `${variable} ${proxy?.host}`;
};

for (const [title, url, env, wanted] of [
  ["https", HTTPS, { HTTPS_PROXY: "http://a:3128" }, "HTTPS_PROXY a:3128"],
  ["http", HTTP, { HTTP_PROXY: "http://a:3128" }, "HTTP_PROXY a:3128"],
  [
    "lower case first",
    HTTPS,
    { HTTPS_PROXY: "http://a:1", https_proxy: "http://b:2" },
    "https_proxy b:2",
  ],
  ["each its own", HTTP, { HTTPS_PROXY: "http://a:1" }, undefined],
  ["an empty one", HTTPS, { HTTPS_PROXY: "" }, undefined],
  ["without a scheme", HTTPS, { HTTPS_PROXY: "a.example:3128" }, "HTTPS_PROXY a.example:3128"],
  ["a proxy over TLS", HTTPS, { HTTPS_PROXY: "https://a:3129" }, "HTTPS_PROXY a:3129"],
  ["localhost", new URL("http://localhost:1/v1"), { HTTP_PROXY: "http://a:1" }, undefined],
  [
    "a name of localhost",
    new URL("http://orders.localhost/v1"),
    { HTTP_PROXY: "http://a:1" },
    undefined,
  ],
  ["127.0.0.2", new URL("http://127.0.0.2/v1"), { HTTP_PROXY: "http://a:1" }, undefined],
  ["::1", new URL("http://[::1]:8080/v1"), { HTTP_PROXY: "http://a:1" }, undefined],
] as const)
  test(`the proxy: ${title}`, () => {
    expect(chosen(url, env)).toBe(wanted);
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
    const url = new URL(`https://${host}/v1`);
    expect(chosen(url, { HTTPS_PROXY: "http://a:1", NO_PROXY: entry })).toBe(wanted);
    expect(chosen(url, { HTTPS_PROXY: "http://a:1", no_proxy: entry, NO_PROXY: "other" })).toBe(
      wanted,
    );
  });
