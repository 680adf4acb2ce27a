// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of a shell
import { expect, test } from "playwright/test";
import { curlLine } from "../client/curl.ts";
import type { Exchange } from "../client/exchange.ts";
import { DIRECT } from "../client/http/connector.ts";
import { evidenceOf } from "../report/evidence.ts";
import type { DeploymentAddress } from "../targets/target.ts";
import { passedExchange } from "../testing/passed-exchange.ts";
import { judgeTraffic } from "./judge-traffic.ts";
import type { PassedExchange } from "./passed-exchange.ts";

const KEY = "key-of-the-deployment-4711";
const BASE = "https://orders.example/api/v1";

const exchangeWith = (
  target: string,
  requestHeaders: PassedExchange["requestHeaders"] = [],
  answer: Parameters<typeof passedExchange>[1] = {},
): PassedExchange => passedExchange({ target, requestHeaders }, answer);

/** Records a request below the base address. */
const recordedWith = (passed: PassedExchange, deployment: DeploymentAddress) =>
  judgeTraffic(deployment, 0).add(passed).observed.exchange as Exchange;
const record = (headers: PassedExchange["requestHeaders"], key?: string, status = 200) =>
  recordedWith(exchangeWith("/api/v1/store/orders", headers, { status }), {
    baseUrl: BASE,
    ...(key && { key }),
  });

const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

for (const [title, value, status, known, unknown = known] of [
  ["the good key", `Bearer ${KEY}`, 200, "good"],
  ["the good key, which is refused", `Bearer ${KEY}`, 401, "good", "wrong"],
  ["another key", "Bearer another", 200, "good"],
  ["another key, which is refused", "Bearer another", 401, "wrong"],
  ["a scheme in lower case", `bearer ${KEY}`, 200, "lower-case-scheme"],
  ["a variable that is not set", "Bearer undefined", 200, "undefined"],
  ["a scheme alone", "Bearer", 200, "scheme-only"],
  ["nothing", "", 200, "blank-header"],
  ["a key without a scheme", KEY, 200, "bare"],
  ["another scheme", `Token ${KEY}`, 200, "token-scheme"],
  ["Basic with the key", basic(`${KEY}:`), 200, "basic"],
  ["Basic with a password", basic("user:pass"), 200, "basic"],
  ["Basic, which is refused", basic("user:pass"), 401, "basic-wrong"],
] as const)
  test(`the credential of the app gets its name: ${title}`, () => {
    const name = (key?: string) => record([["authorization", value]], key, status).call.credential;
    expect([name(KEY), name()]).toEqual([known, unknown]);
  });

test("a credential in another header, and none, get their names, too", () => {
  expect(record([]).call.credential).toBe("none");
  expect(record([["X-API-Key", KEY]]).call.credential).toBe("x-api-key");
  expect(record([["cookie", "session=1"]]).call.credential).toBe("cookie");
});

test("no secret of the app is recorded", () => {
  const forwarded = exchangeWith(
    `/api/v1/store/orders/${KEY}?api_key=s3cr3t-in-query&x=${KEY}`,
    [
      ["Authorization", `Bearer ${KEY}`],
      ["Cookie", "session=s3cr3t-cookie"],
      ["X-Api-Key", "s3cr3t-header"],
    ],
    { headers: [["X-Echo", KEY]], body: Buffer.from(`{"you sent":"${KEY}"}`) },
  );
  for (const deployment of [{ baseUrl: BASE }, { baseUrl: BASE, key: KEY }]) {
    const exchange = recordedWith(forwarded, deployment);
    expect(exchange.credentialEchoed).toBe(true);
    const { redactor: _redactor, response: _response, ...request } = exchange;
    expect(JSON.stringify([request, evidenceOf(exchange)])).not.toMatch(/4711|s3cr3t/);
  }
});

test("no secret of the target is recorded, and curl sends its headers", () => {
  const secrets = [{ text: "gate-4711-x", replacement: "${GATE}" }];
  const connection = {
    ...DIRECT,
    secrets,
    curl: ['-H "X-Gate: ${GATE:?}"'],
  };
  const forwarded = exchangeWith("/api/v1/store/orders/gate-4711-x?a=gate-4711-x", [], {
    headers: [["X-Echo", "gate-4711-x"]],
    body: Buffer.from('{"you sent":"gate-4711-x"}'),
  });
  const exchange = recordedWith(forwarded, { baseUrl: BASE, connection, secrets });
  expect(JSON.stringify(evidenceOf(exchange))).not.toContain("4711");
  expect(exchange.credentialEchoed).toBe(false);
  expect(curlLine(exchange)).toMatch(/^curl -i -H "X-Gate: \$\{GATE:\?\}" /);
});

test("a request outside the base address is not recorded", () => {
  for (const target of ["/health", "/api/v1", "/api/v10/store/orders", "*"])
    expect(recordedWith(exchangeWith(target), { baseUrl: BASE })).toBeUndefined();
});

test("an Accept that allows JSON is not recorded, another one is", () => {
  expect(record([["Accept", "application/json, text/plain, */*"]]).call.headers).toBeUndefined();
  expect(record([["Accept", "text/xml"]]).call.headers).toEqual([["Accept", "text/xml"]]);
});
