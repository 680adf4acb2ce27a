import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { exchangeWith, KEY, LIST, respondWith } from "../../testing/raw-server.ts";

test("the key is masked in a body and in headers", async () => {
  const { got } = await exchangeWith(
    respondWith(`HTTP/1.1 200 OK\r\nX-Key: ${KEY}\r\n\r\n{"message":"bad key ${KEY}"}`),
  );
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
  expect(Buffer.from(got.response!.body).toString()).toBe('{"message":"bad key ${ORDERS_API_KEY}"}');
  expect(JSON.stringify(got.response!.headers)).not.toContain(KEY);
  expect(got.credentialEchoed).toBe(true);
});

test("the key is masked in a compressed body, which stays compressed", async () => {
  const body = gzipSync(`{"message":"${KEY}"}`);
  const { got } = await exchangeWith(respondWith("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", body));
  expect(got.credentialEchoed).toBe(true);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
  expect(gunzipSync(got.response!.body).toString()).toBe('{"message":"${ORDERS_API_KEY}"}');
});

test("an echoed part of the key is masked", async () => {
  const { got } = await exchangeWith(
    respondWith(`HTTP/1.1 401 Unauthorized\r\n\r\n{"message":"${KEY.slice(0, -1)}"}`),
    {
      ...LIST,
      credential: "truncated",
    },
  );
  expect(Buffer.from(got.response!.body).toString()).not.toContain(KEY.slice(0, -1));
  expect(JSON.stringify(got.requestHeaders)).not.toContain(KEY.slice(0, -1));
  expect(got.credentialEchoed).toBe(true);
});

test("an echoed wrong key is reported and not masked", async () => {
  const { got } = await exchangeWith(
    (socket, head) => {
      socket.end(`HTTP/1.1 401 Unauthorized\r\n\r\n${/Bearer (.*)\r/.exec(head)?.[1]}`);
    },
    { ...LIST, credential: "wrong" },
  );
  expect(got.credentialEchoed).toBe(true);
  expect(Buffer.from(got.response!.body).toString()).toHaveLength(KEY.length);
});

test("a response without the credential is not changed", async () => {
  const { got } = await exchangeWith(respondWith("HTTP/1.1 200 OK\r\n\r\n[1]"));
  expect(got.credentialEchoed).toBe(false);
  expect(Buffer.from(got.response!.body).toString()).toBe("[1]");
});
