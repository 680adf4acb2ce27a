// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a shell's notation
import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { evidenceOf } from "../../report/evidence.ts";
import { exchangeWith, KEY, LIST, respondWith } from "../../testing/servers/raw-server.ts";

const bodyOf = async (
  head: string,
  body: string | Buffer,
  credential: (typeof LIST)["credential"] = "good",
) => {
  const { got } = await exchangeWith(respondWith(`HTTP/1.1 ${head}\r\n\r\n`, body), {
    ...LIST,
    credential,
  });
  return { ...got, body: Buffer.from(got.response!.body), shown: evidenceOf(got).response };
};

test("a response is judged as it was received, and shown without the key", async () => {
  const message = `{"message":"bad key ${KEY}"}`;
  const plain = await bodyOf(`200 OK\r\nLocation: /${KEY}`, message);
  expect(plain.body.toString()).toBe(message);
  expect(plain.shown).toContain('{"message":"bad key ${ORDERS_API_KEY}"}');
  const packed = await bodyOf("200 OK\r\nContent-Encoding: gzip", gzipSync(message));
  expect(packed.body).toEqual(gzipSync(message));
  expect(packed.shown).toContain('{"message":"bad key ${ORDERS_API_KEY}"}');
  for (const { shown, credentialEchoed } of [plain, packed]) {
    expect(shown).not.toContain(KEY);
    expect(credentialEchoed).toBe(true);
  }
});

test("an echoed part of the key is masked", async () => {
  const part = KEY.slice(0, -1);
  const { shown, requestHeaders, credentialEchoed } = await bodyOf(
    "401 Unauthorized",
    part,
    "truncated",
  );
  expect(`${shown}${JSON.stringify(requestHeaders)}`).not.toContain(part);
  expect(credentialEchoed).toBe(true);
});

test("an echoed wrong key is reported and not masked", async () => {
  const { got } = await exchangeWith(
    (socket, head) =>
      void socket.end(`HTTP/1.1 401 Unauthorized\r\n\r\n${/Bearer (.*)\r/.exec(head)?.[1]}`),
    { ...LIST, credential: "wrong" },
  );
  expect(got.credentialEchoed).toBe(true);
  expect(Buffer.from(got.response!.body).toString()).toHaveLength(KEY.length);
});
