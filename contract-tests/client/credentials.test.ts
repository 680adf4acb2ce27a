import { expect, test } from "playwright/test";
import { CREDENTIALS, type Credential, credentialBuilder } from "./credentials.ts";

const KEY = "sk_Live-9x";
const build = credentialBuilder(KEY);
const authorization = (credential: Credential): string | undefined =>
  build(credential).headers.find(({ name }) => name === "Authorization")?.sent;

/** Each credential, with what it sends in the Authorization header. */
const SENT: readonly [Credential, string | undefined][] = [
  ["good", "Bearer sk_Live-9x"],
  ["none", undefined],
  ["empty", "Bearer "],
  ["scheme-only", "Bearer"],
  ["blank-header", ""],
  ["truncated", "Bearer sk_Live-9"],
  ["first-character", "Bearer s"],
  ["extended", "Bearer sk_Live-9x.:"],
  ["prefixed", "Bearer 0sk_Live-9x"],
  ["swapped-case", "Bearer SK_lIVE-9X"],
  ["last-changed", "Bearer sk_Live-9y"],
  ["without-first-char", "Bearer k_Live-9x"],
  ["first-changed", "Bearer xk_Live-9x"],
  ["first-case", "Bearer Sk_Live-9x"],
  ["alphanumeric", "Bearer skLive9x"],
  ["middle-case", "Bearer sk_LiVe-9x"],
  ["first-part", "Bearer sk"],
  ["quoted", 'Bearer "sk_Live-9x"'],
  ["escaped", "Bearer %73k_Live-9x"],
  ["colon-after", "Bearer sk_Live-9x:x"],
  ["semicolon-after", "Bearer sk_Live-9x;x"],
  ["no-break-space-after", "Bearer sk_Live-9x\u00a0"],
  ["undefined", "Bearer undefined"],
  ["null", "Bearer null"],
  ["repeated", "Bearer sk_Live-9x sk_Live-9x"],
  ["wildcard", "Bearer *"],
  ["basic", `Basic ${Buffer.from("sk_Live-9x:").toString("base64")}`],
  ["basic-password", `Basic ${Buffer.from("user:sk_Live-9x").toString("base64")}`],
  ["token-scheme", "Token sk_Live-9x"],
  ["bare", "sk_Live-9x"],
  ["x-api-key", undefined],
  ["other-places", undefined],
  ["other-places-wrong", undefined],
  ["query-api-key", undefined],
  ["query-access-token", undefined],
  ["cookie", undefined],
  ["lower-case-scheme", "bearer sk_Live-9x"],
  ["upper-case-scheme", "BEARER sk_Live-9x"],
  ["two-spaces", "Bearer  sk_Live-9x"],
];

test("the Authorization header of each credential", () => {
  expect(SENT.map(([credential]) => [credential, authorization(credential)])).toEqual(SENT);
});

test("the key in other headers and in the query", () => {
  expect(build("x-api-key").headers).toMatchObject([{ name: "X-API-Key", sent: KEY }]);
  expect(build("cookie").headers).toMatchObject([{ name: "Cookie", sent: `api_key=${KEY}` }]);
  expect(build("other-places")).toMatchObject({
    headers: [{ sent: KEY }, { sent: `api_key=${KEY}` }],
    query: { sent: `api_key=${KEY}&access_token=${KEY}` },
  });
  expect(build("query-api-key").query?.sent).toBe(`api_key=${KEY}`);
  expect(credentialBuilder("a+b/c&d=e")("query-access-token").query?.sent).toBe("access_token=a%2Bb%2Fc%26d%3De");
});

test("a wrong key has the form of the key, differs from it, and stays the same", () => {
  const wrong = authorization("wrong") ?? "";
  expect(wrong).toMatch(/^Bearer [a-z]{2}_[A-Z][a-z]{3}-[0-9][a-z]$/);
  expect(wrong).not.toBe(`Bearer ${KEY}`);
  expect(authorization("wrong")).toBe(wrong);
  expect(authorization("list")).toBe(`${wrong}, Bearer ${KEY}`);
  expect(authorization("list-first")).toBe(`Bearer ${KEY},${wrong.slice("Bearer ".length)}`);
  for (const key of ["7", "a", "--__"]) {
    const made = credentialBuilder(key)("wrong").headers[0]?.sent;
    expect(made).not.toBe(`Bearer ${key}`);
    expect(credentialBuilder(key)("first-character").headers[0]?.sent).not.toBe(`Bearer ${key}`);
    for (const change of [
      ...["swapped-case", "without-first-char", "first-changed", "first-case", "alphanumeric"],
      ...["middle-case", "first-part"],
    ] as const)
      expect(credentialBuilder(key)(change).headers[0]?.sent).not.toBe(`Bearer ${key}`);
  }
});

test("what is shown of a request does not contain the key, nor nearly all of it", () => {
  for (const credential of Object.keys(CREDENTIALS) as Credential[]) {
    const { headers, query = { masked: "" } } = build(credential);
    for (const { masked } of [...headers, query]) expect(masked, credential).not.toContain(KEY.slice(1, -1));
  }
});
