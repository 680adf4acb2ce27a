/**
 * Tests what is covered neither by the gate, which judges the mock with every answer to every open
 * question, nor by the adapters' suite.
 */
import { expect, test } from "playwright/test";
import { ask, listed, PENDING, SHIPPED } from "../testing/calls.ts";
import { createService } from "./service.ts";

test("the key is checked before everything else", async () => {
  const service = await createService();
  for (const method of ["GET", "HEAD", "DELETE", "POST", "OPTIONS", "TRACE"])
    for (const path of [
      "/store/orders",
      PENDING,
      SHIPPED,
      "/store/orders/abc",
      "/pets/1",
      "/nowhere",
      undefined,
    ])
      expect(ask(service, { method, path, authorization: "Bearer wrong" }).status).toBe(401);
  expect(listed(service)).toContain("9007199254740993");
});

test("a challenge has an error code for a wrong key only (RFC 6750, section 3.1)", async () => {
  const service = await createService();
  const challenge = (authorization: string | undefined): string | undefined =>
    ask(service, { authorization }).headers["WWW-Authenticate"];
  expect(challenge(undefined)).toBe('Bearer realm="orders"');
  expect(challenge("Basic ZGVtbw==")).toBe('Bearer realm="orders"');
  expect(challenge("Bearer wrong")).toBe('Bearer realm="orders", error="invalid_token"');
});

test("a page of another origin reads the headers that it needs, with and without a key", async () => {
  const service = await createService();
  for (const authorization of ["Bearer demo-key", undefined]) {
    const { headers } = ask(service, { origin: "https://app.example", authorization });
    expect(headers["Access-Control-Allow-Origin"]).toBe("https://app.example");
    expect(headers["Access-Control-Expose-Headers"]).toContain("WWW-Authenticate");
    expect(headers.Vary).toBe("Origin");
  }
});

test("HEAD has the headers of GET and no body, and is not the list that still has a cancelled order", async () => {
  const service = await createService({ answers: { "cancelled-in-list": "later" } });
  ask(service, { method: "DELETE", path: PENDING });
  for (const call of [
    {},
    { path: "/pets/1" },
    { path: "/nowhere" },
    { authorization: undefined },
  ]) {
    const [head, get] = [ask(service, { ...call, method: "HEAD" }), ask(service, call)];
    expect(head).toEqual({ ...get, text: "", json: undefined });
    if (get.text.startsWith("[")) expect(get.text).toContain('"id":9007199254740993');
  }
  expect(listed(service)).not.toContain("9007199254740993");
});
