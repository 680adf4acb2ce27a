import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { exchange, KEY, LIST, says } from "./raw-server.ts";

const base64 = Buffer.from(`user:${KEY}`).toString("base64");
for (const [title, body] of [
  ["plain", `{"message":"bad key ${KEY}"}`],
  ["percent-encoded", `{"message":"bad key ${encodeURIComponent(KEY)}"}`],
  [
    "percent-encoded in lower case",
    `{"message":"bad key ${encodeURIComponent(KEY).toLowerCase().replace("sk_live_tr4nsp0rt", "sk_live_Tr4nsp0rt").replace("k3y", "K3y")}"}`,
  ],
  ["base64", `{"message":"bad key ${base64}"}`],
] as const)
  test(`in a body: ${title}`, async () => {
    const { got } = await exchange(says(`HTTP/1.1 200 OK\r\nX-Key: ${KEY}\r\n\r\n${body}`));
    const text = Buffer.from(got.response!.body).toString();
    expect(text).not.toContain(body.slice(20, -2));
    expect(text).toContain("ORDERS_API_KEY");
    expect(JSON.stringify(got.response!.headers)).not.toContain(KEY);
    expect(got.credentialEchoed).toBe(true);
  });

test("in a compressed body, which stays compressed", async () => {
  const body = gzipSync(`{"message":"${KEY}"}`);
  const { got } = await exchange(says("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", body));
  expect(got.credentialEchoed).toBe(true);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
  expect(gunzipSync(got.response!.body).toString()).toBe('{"message":"${ORDERS_API_KEY}"}');
});

test("nor does most of it, when a part of it was sent and is repeated", async () => {
  const { got } = await exchange(says(`HTTP/1.1 401 Unauthorized\r\n\r\n{"message":"${KEY.slice(0, -1)}"}`), {
    ...LIST,
    credential: "truncated",
  });
  expect(Buffer.from(got.response!.body).toString()).not.toContain(KEY.slice(0, -1));
  expect(JSON.stringify(got.requestHeaders)).not.toContain(KEY.slice(0, -1));
  expect(got.credentialEchoed).toBe(true);
});

test("a wrong token that is repeated is told, and stays legible", async () => {
  const { got } = await exchange(
    (socket, head) => {
      socket.end(`HTTP/1.1 401 Unauthorized\r\n\r\n${/Bearer (.*)\r/.exec(head)?.[1]}`);
    },
    { ...LIST, credential: "wrong" },
  );
  expect(got.credentialEchoed).toBe(true);
  expect(Buffer.from(got.response!.body).toString()).toHaveLength(KEY.length);
});

test("an answer that repeats nothing is untouched", async () => {
  const { got } = await exchange(says("HTTP/1.1 200 OK\r\n\r\n[1]"));
  expect(got.credentialEchoed).toBe(false);
});
