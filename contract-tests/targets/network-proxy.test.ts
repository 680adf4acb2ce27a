import { expect, test } from "playwright/test";
import { proxyFor } from "./network-proxy.ts";

const HTTPS = new URL("https://orders.staging.example/v1");
const HTTP = new URL("http://orders.staging.example:8080/v1");
const chosen = (url: URL, env: Record<string, string>): string | undefined => {
  const { variable, url: proxy } = proxyFor(url, env) ?? {};
  return variable && `${variable} ${proxy?.host}`;
};

for (const [title, url, env, wanted] of [
  ["https", HTTPS, { HTTPS_PROXY: "http://a:3128" }, "HTTPS_PROXY a:3128"],
  ["http", HTTP, { HTTP_PROXY: "http://a:3128" }, "HTTP_PROXY a:3128"],
  ["lower case first", HTTPS, { HTTPS_PROXY: "http://a:1", https_proxy: "http://b:2" }, "https_proxy b:2"],
  ["each its own", HTTP, { HTTPS_PROXY: "http://a:1" }, undefined],
  ["an empty one", HTTPS, { HTTPS_PROXY: "" }, undefined],
  ["without a scheme", HTTPS, { HTTPS_PROXY: "a.example:3128" }, "HTTPS_PROXY a.example:3128"],
  ["a proxy over TLS", HTTPS, { HTTPS_PROXY: "https://a:3129" }, "HTTPS_PROXY a:3129"],
  ["localhost", new URL("http://localhost:1/v1"), { HTTP_PROXY: "http://a:1" }, undefined],
  ["a name of localhost", new URL("http://orders.localhost/v1"), { HTTP_PROXY: "http://a:1" }, undefined],
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
    expect(chosen(url, { HTTPS_PROXY: "http://a:1", no_proxy: entry, NO_PROXY: "other" })).toBe(wanted);
  });
