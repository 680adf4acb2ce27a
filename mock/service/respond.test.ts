import { expect, test } from "playwright/test";
import { EMPTY_PROFILE } from "../../spec/profile/shape.ts";
import { ask, listed, PENDING, PREFLIGHT, SHIPPED } from "../testing/calls.ts";
import { createService } from "./service.ts";

const BAD_CREDENTIALS =
  `|Bearer|Bearer |Bearer demo-ke|Bearer demo-keyy|Bearer DEMO-KEY|Bearer demo-key |demo-key|Bearer undefined|
Bearer null|Bearer *|Bearer "demo-key"|Bearer demo-key, Bearer x|Bearer\tdemo-key|Basic ZGVtby1rZXk6|Token demo-key|
Bearer demo-key,other|Bearer demo-key.|Bearer demo-key.a/b|Bearer demo-kez.w1|Bearer constructor`.replaceAll(
    "|\n",
    "|",
  );

test("HEAD is answered as the profile says, to a call with the key", async () => {
  const service = await createService({ profile: { ...EMPTY_PROFILE, replies: { head: { status: 405 } } } });
  expect(
    [{}, { authorization: "Bearer wrong" }].map((call) => ask(service, { method: "HEAD", ...call }).status),
  ).toEqual([405, 401]);
});

test("an id with a bad escape is told apart from other malformed ids", async () => {
  const replies = { "id-malformed": { status: 422 }, "id-bad-escape": { status: 400 } };
  const service = await createService({ profile: { ...EMPTY_PROFILE, replies } });
  const statuses = ["abc", "%61bc", "%zz", "a%"].map(
    (id) => ask(service, { method: "DELETE", path: `/store/orders/${id}` }).status,
  );
  expect(statuses).toEqual([422, 422, 400, 400]);
});

test("no credential but the key itself is accepted", async () => {
  const service = await createService({ apiKeys: ["demo-key", "other"] });
  expect(ask(service, { authorization: "Bearer other" }).status).toBe(200);
  for (const authorization of BAD_CREDENTIALS.split("|")) {
    const reply = ask(service, { authorization });
    expect(reply.status, authorization).toBe(401);
    expect(reply.text).not.toContain("demo-key");
  }
});

test("the key is checked before everything else", async () => {
  const service = await createService();
  for (const method of ["GET", "HEAD", "DELETE", "POST", "OPTIONS", "TRACE"])
    for (const path of ["/store/orders", PENDING, SHIPPED, "/store/orders/abc", "/pets/1", "/nowhere", undefined])
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

test("paths are compared exactly: an additional slash or another case is another path", async () => {
  const service = await createService();
  for (const path of "|/|/store/orders/|//store/orders|/Store/orders|/store|/store/orders//5|/store/orders/5/".split(
    "|",
  ))
    expect(ask(service, { path }).status, path).toBe(404);
  for (const id of "abc|12abc|1.5|1e3|0x10|+5|05|-0|%zz|%2F|9223372036854775808|5 |".split("|"))
    expect(ask(service, { method: "DELETE", path: `/store/orders/${id}` }).status, id).toBe(404);
  expect(ask(service, { method: "DELETE", path: "/store/orders/%35" }).status).toBe(409);
});

test("a page of another origin may call with its key and read the headers that it needs", async () => {
  const service = await createService();
  expect(ask(service, PREFLIGHT)).toMatchObject({
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "http://localhost:5173",
      "Access-Control-Allow-Methods": "DELETE",
      "Access-Control-Allow-Headers": "authorization",
    },
  });
  for (const authorization of ["Bearer demo-key", undefined]) {
    const { headers } = ask(service, { origin: "https://app.example", authorization });
    expect(headers["Access-Control-Allow-Origin"]).toBe("https://app.example");
    expect(headers["Access-Control-Expose-Headers"]).toContain("WWW-Authenticate");
    expect(headers.Vary).toBe("Origin");
  }
});

test("HEAD has the headers of GET and no body", async () => {
  const service = await createService();
  for (const call of [{}, { path: "/pets/1" }, { path: "/nowhere" }, { authorization: undefined }]) {
    const [get, head] = [ask(service, call), ask(service, { ...call, method: "HEAD" })];
    expect(head).toEqual({ ...get, text: "", json: undefined });
  }
});
