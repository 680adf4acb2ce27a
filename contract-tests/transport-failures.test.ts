import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import https from "node:https";
import type net from "node:net";
import { expect, test } from "playwright/test";
import { against, exchange, KEY, LIST, says } from "./raw-server.ts";
import { httpSender } from "./transport.ts";

test("nothing listens", async () => {
  const { send } = httpSender({ baseUrl: "http://127.0.0.1:1/v1", key: KEY });
  expect((await send(LIST)).failure?.kind).toBe("unreachable");
});

test("no such host", async () => {
  const { send } = httpSender({ baseUrl: "http://no-such-host.invalid/v1", key: KEY });
  expect((await send(LIST)).failure?.kind).toBe("unreachable");
});

test("garbage", async () => {
  const { got } = await exchange(says("SSH-2.0-OpenSSH_9.9\r\n"));
  expect(got.failure?.kind).toBe("malformed");
});

test("a reset", async () => {
  const { got } = await exchange((socket) => socket.resetAndDestroy());
  expect(got.failure?.kind).toBe("reset");
});

test("a hang", async () => {
  const { got } = await exchange(() => {}, { ...LIST, timeoutMs: 50 });
  expect(got.failure).toEqual({ kind: "timeout", message: "no answer within 0.1 s" });
});

test("an answer that never ends", async () => {
  const { got } = await exchange(
    (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n["),
    { ...LIST, timeoutMs: 50 },
    { wholeMs: 120 },
  );
  expect(got).toMatchObject({ failure: { kind: "timeout" }, response: { status: 200 } });
});

test("a body without end", async () => {
  const { got } = await exchange(
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65536, " ")));
      };
      socket.on("drain", more);
      more();
    },
    LIST,
    { bodyBytes: 1_000_000 },
  );
  expect(got.failure?.kind).toBe("too-large");
  expect(got.response!.body.length).toBeLessThanOrEqual(1_000_000);
});

test("plain HTTP where TLS is expected", async () => {
  await against(says("HTTP/1.1 400 Bad Request\r\n\r\n"), async (baseUrl) => {
    const { send } = httpSender({ baseUrl: baseUrl.replace("http:", "https:"), key: KEY });
    expect((await send(LIST)).failure?.kind).toBe("tls");
  });
});

test("a certificate that nobody vouches for", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  let served = 0;
  const server = https.createServer({ key, cert: selfSigned(privateKey, publicKey) }, (_, response) => {
    served++;
    response.end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const { send } = httpSender({ baseUrl: `https://localhost:${port}/v1`, key: KEY });
  const { failure } = await send(LIST);
  server.close();
  expect(failure?.kind).toBe("tls");
  expect(failure?.message).toMatch(/self-signed certificate/);
  expect(served).toBe(0);
});

test("a path that cannot be written is our own fault", async () => {
  const { got } = await exchange(says(""), { ...LIST, path: "/store orders" });
  expect(got.failure?.kind).toBe("harness");
});

/** A certificate for localhost in PEM (RFC 5280), signed by its own key. */
function selfSigned(privateKey: KeyObject, publicKey: KeyObject): string {
  const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts);
    const { length } = content;
    const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([tag, ...size]), content]);
  };
  const [sequence, set] = [0x30, 0x31];
  const ecdsaWithSha256 = der(sequence, der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = der(sequence, der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from("localhost")));
  const name = der(sequence, der(set, commonName));
  const time = (text: string): Buffer => der(0x17, Buffer.from(text));
  const toBeSigned = der(
    sequence,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(sequence, time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toBeSigned, privateKey));
  const base64 = der(sequence, toBeSigned, ecdsaWithSha256, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}
