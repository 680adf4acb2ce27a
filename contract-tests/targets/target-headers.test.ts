// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml and of a shell
import { execFileSync } from "node:child_process";
import { expect, test } from "playwright/test";
import { Redactor } from "../client/redaction.ts";
import { targetHeader } from "./target-headers.ts";

const ENV = { SESSION: "eyJhbGciOi.J9x", TENANT: "10012345", REGION: "eu" };

test("a long value that is written out is shown as a variable with the name of the header", () => {
  const { header, curl, secrets } = targetHeader("X-Subscription-Key", "sub-4711-abc", {});
  expect(header).toEqual({ name: "X-Subscription-Key", sent: "sub-4711-abc", masked: "${X_SUBSCRIPTION_KEY}" });
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
  expect(redactor.text("Set-Cookie: session=abc12345; Path=/")).toBe("Set-Cookie: ${COOKIE}; Path=/");
  expect(redactor.text("unknown session abc12345")).toBe("unknown session ${COOKIE}");
  expect(redactor.text("token-67890==")).toBe("${COOKIE}");
  const bearer = targetHeader("X-Auth", "Bearer ${SESSION}", ENV);
  expect(new Redactor(bearer.secrets).text(`got ${ENV.SESSION}`)).toBe("got ${SESSION}");
});

test("what can occur in an answer by itself is not searched for", () => {
  for (const value of ["eu", "10012345", "2026-03-01 09:00", "production", "XMLHttpRequest", "s3cret"]) {
    expect(targetHeader("X-Own", value, {}).secrets, value).toEqual([]);
    const { secrets, header } = targetHeader("X-Own", "${VALUE}", { VALUE: value });
    expect([secrets, header.masked], value).toEqual([[], "${VALUE}"]);
  }
});

test("a shell expands the argument of curl to what is sent", () => {
  const template = "a\"b\\c`id`$(id) $HOME 'x' ${SESSION}";
  const { header, curl } = targetHeader("X-Odd", template, ENV);
  const said = execFileSync("sh", ["-c", `printf %s ${curl.replace("-H ", "")}`], { env: { ...ENV, HOME: "/never" } });
  expect(said.toString()).toBe(`X-Odd: ${header.sent}`);
});

test("headers that the gate sends itself, or that change the call, are refused", () => {
  for (const name of [
    ...["Authorization", "Host", "content-length", "Connection", "Transfer-Encoding", "Accept", "Accept-Encoding"],
    ...["Content-Type", "Range", "If-None-Match", "Origin", "Proxy-Authorization", "X-HTTP-Method-Override"],
    ...["X-Method", "X-Original-URL", "X-Forwarded-Host"],
  ])
    expect(() => targetHeader(name, "DELETE", {}), name).toThrow(/sends it itself, or it can change the method/);
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
