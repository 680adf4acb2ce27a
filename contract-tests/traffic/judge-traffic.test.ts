import { expect, test } from "playwright/test";
import { keySecret } from "../client/masking/redaction.ts";
import { passedExchange } from "../testing/passed-exchange.ts";
import { judgeTraffic } from "./judge-traffic.ts";
import type { PassedExchange } from "./passed-exchange.ts";

const KEY = "key-of-the-app-4711";
const ERROR = (status: number) => `{"code":"c","message":"m","status":${status}}`;

/** Returns the violations and advice for an answer to a list with the key. */
function foundIn(
  status: number,
  headers: PassedExchange["requestHeaders"],
  { body = ERROR(status), key }: { readonly body?: string; readonly key?: string } = {},
): string[] {
  const traffic = judgeTraffic({ baseUrl: "http://host/v1", ...(key && { key }) }, 0);
  const requestHeaders = [["Authorization", `Bearer ${KEY}`], ...headers] as const;
  const { judgement } = traffic.add(passedExchange({ requestHeaders }, { status, body }));
  return judgement.findings.flatMap((one) => {
    if (one.kind === "violated") return `violated ${one.clause}`;
    return one.kind === "advice" ? `advice ${one.id}` : [];
  });
}

const ORIGIN = [["Origin", "https://app.example"]] as const;
const CONDITION = [["If-None-Match", '"1"']] as const;
const DATE = [["If-Modified-Since", "Thu, 01 Jan 2026 00:00:00 GMT"]] as const;

for (const [title, found, expected] of [
  ["a list for a browser", foundIn(200, ORIGIN, { body: "{}" }), ["violated list-array"]],
  ["an origin that is refused", foundIn(403, ORIGIN), []],
  ["a program that is refused: a ban, or a quota, may be in front", foundIn(403, []), []],
  ["a request that is not understood", foundIn(400, []), ["violated list-ok"]],
  ["the same of a browser", foundIn(400, ORIGIN), []],
  ["a proxy of the client", foundIn(407, []), ["advice unusual-status"]],
  ["a service that breaks for a browser", foundIn(500, ORIGIN), ["violated list-ok"]],
  ["an app that has the list", foundIn(304, CONDITION, { body: "" }), []],
  ["the same, by its date", foundIn(304, DATE, { body: "" }), []],
  ["304 to an app that has nothing", foundIn(304, [], { body: "" }), ["violated list-ok"]],
  ["401, the good key is not known", foundIn(401, []), []],
  ["401 for the good key, which is not served again", foundIn(401, [], { key: KEY }), []],
] as const)
  test(`${title}: ${expected.join() || "nothing is violated"}`, () => {
    expect(found).toEqual(expected);
  });

test("a key that is also the id of an order is masked, and changes no verdict", () => {
  const key = "7205759403792";
  const traffic = judgeTraffic({ baseUrl: "http://host/v1", key, secrets: [keySecret(key)] }, 0);
  const requestHeaders = [["Authorization", `Bearer ${key}`]] as const;
  const order = `{"id":${key},"petId":1,"quantity":"2","complete":true}`;
  traffic.add(passedExchange({ requestHeaders }, { body: `[${order}]` }));
  const target = `/v1/store/orders/${key}`;
  traffic.add(passedExchange({ method: "DELETE", target, requestHeaders }, { status: 204 }));
  const report = traffic.report({ durationMs: 1, startedAt: "", broken: [] });
  const violated = report.clauses.filter(({ verdict }) => verdict === "violated");
  expect(violated.map(({ id }) => id)).toEqual(["order-quantity"]);
  expect(JSON.stringify(report)).not.toContain(key);
});
