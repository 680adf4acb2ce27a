// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml and of a shell
import { execFileSync } from "node:child_process";
import { expect, test } from "playwright/test";
import { Redactor } from "../client/redaction.ts";
import { headerProblem, targetHeader } from "./target-headers.ts";

const ENV = { SESSION: "eyJhbGciOi.J9x", TENANT: "10012345", REGION: "eu" };

test("a variable is sent as its value, and shown as its name", () => {
  const { header, curl, secrets } = targetHeader("Cookie", "session=${SESSION}; theme=dark", ENV);
  expect(header).toEqual({
    name: "Cookie",
    sent: "session=eyJhbGciOi.J9x; theme=dark",
    masked: "session=${SESSION}; theme=dark",
  });
  expect(curl).toBe('-H "Cookie: session=${SESSION:?}; theme=dark"');
  expect(secrets).toEqual([{ text: ENV.SESSION, replacement: "${SESSION}" }]);
});

test("a long value that is written out is shown as a variable with the name of the header", () => {
  const { header, curl, secrets } = targetHeader("X-Subscription-Key", "sub-4711-abc", {});
  expect(header).toEqual({ name: "X-Subscription-Key", sent: "sub-4711-abc", masked: "${X_SUBSCRIPTION_KEY}" });
  expect(curl).toBe('-H "X-Subscription-Key: ${X_SUBSCRIPTION_KEY:?}"');
  expect(secrets).toEqual([{ text: "sub-4711-abc", replacement: "${X_SUBSCRIPTION_KEY}" }]);
});

test("a short value that is written out is shown", () => {
  expect(targetHeader("X-Region", "eu", {})).toEqual({
    header: { name: "X-Region", sent: "eu", masked: "eu" },
    secrets: [],
    curl: '-H "X-Region: eu"',
  });
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

for (const value of ["eu", "1", "10012345", "2022-11-28", "2026-03-01 09:00", "production", "XMLHttpRequest", "s3cret"])
  test(`it is not searched for, because it can occur in an answer by itself: ${value}`, () => {
    expect(targetHeader("X-Own", value, {}).secrets).toEqual([]);
    expect(targetHeader("X-Own", "${VALUE}", { VALUE: value })).toMatchObject({
      secrets: [],
      header: { masked: "${VALUE}" },
    });
  });

test("a shell expands the argument of curl to what is sent", () => {
  const template = "a\"b\\c`id`$(id) $HOME 'x' ${SESSION}";
  const { header, curl } = targetHeader("X-Odd", template, ENV);
  const said = execFileSync("sh", ["-c", `printf %s ${curl.replace("-H ", "")}`], { env: { ...ENV, HOME: "/never" } });
  expect(said.toString()).toBe(`X-Odd: ${header.sent}`);
});

for (const [name, value, problem] of [
  ["Authorization", "Bearer x", /sends it itself/],
  ["Host", "other.example", /sends it itself/],
  ["content-length", "5", /sends it itself/],
  ["Connection", "close", /sends it itself/],
  ["Transfer-Encoding", "chunked", /sends it itself/],
  ["Accept", "application/xml", /sends it itself/],
  ["Accept-Encoding", "br", /sends it itself/],
  ["Content-Type", "text/plain", /sends it itself/],
  ["Range", "bytes=0-1", /sends it itself/],
  ["If-None-Match", "*", /sends it itself/],
  ["Origin", "https://app.example", /sends it itself/],
  ["Proxy-Authorization", "Basic x", /sends it itself/],
  ["X-HTTP-Method-Override", "DELETE", /change the method/],
  ["X-Method", "DELETE", /change the method/],
  ["X-Original-URL", "/x", /change the method/],
  ["X-Forwarded-Host", "other.example", /change the method/],
  ["X Space", "a", /name/],
  ["", "a", /name/],
  ["X-Own", "", /no value/],
  ["X-Own", "  ", /no value/],
  ["X-Own", "a\r\nX-Other: b", /visible ASCII/],
  ["X-Own", "café", /visible ASCII/],
  ["X-Own", "${NOPE}", /variable NOPE is not set/],
  ["X-Own", "x".repeat(8193), /more than 8192/],
] as const)
  test(`a header is refused: ${JSON.stringify([name, value.slice(0, 20)])}`, () => {
    const said = headerProblem(name, value, {});
    expect(said).toMatch(problem);
    if (value.trim().length > 4 && !value.includes("NOPE")) expect(said).not.toContain(value);
  });

for (const name of [
  "Cookie",
  "X-Api-Key",
  "Ocp-Apim-Subscription-Key",
  "CF-Access-Client-Secret",
  "User-Agent",
  "X-Tenant",
])
  test(`a header is accepted: ${name}`, () => {
    expect(headerProblem(name, "${SESSION}", ENV)).toBeUndefined();
  });
