import { expect, test } from "playwright/test";
import { CREDENTIALS, type Credential, credentialsOf } from "./credentials.ts";
import { credentialBuilder } from "./key-credentials.ts";

const KEY = "sk_Live-9x";
const build = credentialBuilder(KEY);
const authorization = (credential: Credential): string | undefined =>
  build(credential).headers.find(({ name }) => name === "Authorization")?.sent;

// The corpus covers the other credentials: for each, it has a deployment that accepts it.

test("a wrong key has the form of the key, differs from it, and stays the same", () => {
  const wrong = authorization("wrong") ?? "";
  expect(wrong).toMatch(/^Bearer [a-z]{2}_[A-Z][a-z]{3}-[0-9][a-z]$/);
  expect(wrong).not.toBe(`Bearer ${KEY}`);
  expect(authorization("wrong")).toBe(wrong);
  expect(authorization("list")).toBe(`${wrong}, Bearer ${KEY}`);
  expect(authorization("list-first")).toBe(`Bearer ${KEY},${wrong.slice("Bearer ".length)}`);
  for (const key of ["7", "a", "--__"])
    for (const credential of credentialsOf("wrong", "special"))
      expect(credentialBuilder(key)(credential).headers[0]?.sent, credential).not.toBe(
        `Bearer ${key}`,
      );
});

test("what is shown of a request does not contain the key, nor nearly all of it", () => {
  for (const credential of Object.keys(CREDENTIALS) as Credential[]) {
    const { headers, query } = build(credential);
    for (const { masked } of [...headers, ...query])
      expect(masked, credential).not.toContain(KEY.slice(1, -1));
  }
});
