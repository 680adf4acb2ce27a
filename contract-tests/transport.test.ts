import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import https from "node:https";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import type { Call, Exchange } from "./exchange.ts";
import type { Limits } from "./receive.ts";
import { httpSender } from "./transport.ts";

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

const KEY = "sk_live_Tr4nsp0rt+K3y";
const LIST: Call = { method: "GET", path: "/store/orders", credential: "good" };
const CANCEL: Call = { method: "DELETE", path: "/store/orders/17", credential: "good" };

/** A server that speaks in bytes: `answer` gets the head of the request and the socket. */
async function against(
  answer: (socket: net.Socket, head: string) => void,
  run: (baseUrl: string, heads: string[]) => Promise<void>,
): Promise<void> {
  const heads: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      heads.push(data.toString("latin1"));
      answer(socket, data.toString("latin1"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/v1`, heads);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

async function exchange(
  answer: Parameters<typeof against>[0],
  call: Call = LIST,
  limits: Partial<Limits> = {},
): Promise<{ got: Exchange; heads: string[] }> {
  let result: { got: Exchange; heads: string[] } | undefined;
  await against(answer, async (baseUrl, heads) => {
    const { send, close } = httpSender({ baseUrl, key: KEY, limits });
    result = { got: await send(call), heads };
    await close();
  });
  return result!;
}

/** A server that says the same bytes to every request, and closes. */
const says =
  (...parts: (string | Buffer)[]) =>
  (socket: net.Socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

test("keeps the order, the case and the repetitions of headers, and the body as it came", async () => {
  const { got } = await exchange(
    says("HTTP/1.1 200 Fine\r\nX-b: 1\r\nx-A: 2\r\nX-b: 3\r\nContent-Length: 3\r\n\r\n[ ]"),
  );
  expect(got.failure).toBeUndefined();
  expect(got.response).toMatchObject({
    status: 200,
    reason: "Fine",
    httpVersion: "1.1",
    headers: [
      ["X-b", "1"],
      ["x-A", "2"],
      ["X-b", "3"],
      ["Content-Length", "3"],
    ],
  });
  expect(Buffer.from(got.response!.body).toString()).toBe("[ ]");
});

test("sends paths byte for byte, no more headers than it says, and shows the key by its name", async () => {
  const call: Call = { method: "DELETE", path: "/store/orders//../%zz;a", query: "limit=1", credential: "good" };
  const { got, heads } = await exchange(says("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"), call);
  expect(heads[0]!.split("\r\n").filter((line) => !line.startsWith("Host"))).toEqual([
    "DELETE /v1/store/orders//../%zz;a?limit=1 HTTP/1.1",
    "Accept: */*",
    "User-Agent: orders-kit",
    "Connection: close",
    `Authorization: Bearer ${KEY}`,
    "",
    "",
  ]);
  expect(got.url).toMatch(/^http:\/\/127.0.0.1:\d+\/v1\/store\/orders\/\/..\/%zz;a\?limit=1$/);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
  expect(got.requestHeaders).toContainEqual(["Authorization", "Bearer ${ORDERS_API_KEY}"]);
  expect(JSON.stringify(got)).not.toContain(KEY);
});

test("notes informational answers and reads chunked ones", async () => {
  const { got } = await exchange(
    says(
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      "1\r\n[\r\n1\r\n]\r\n0\r\n\r\n",
    ),
  );
  expect(got.response?.informational).toEqual([103]);
  expect(Buffer.from(got.response!.body).toString()).toBe("[]");
  expect(got.failure).toBeUndefined();
});

for (const [title, bytes] of [
  ["Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n[{}"],
  ["chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[{\r\n"],
  ["a reset", "HTTP/1.1 200 OK\r\nContent-Le"],
] as const)
  test(`an answer cut short is a failure: ${title}`, async () => {
    const { got } = await exchange(says(bytes));
    expect(got.failure?.kind).toMatch(/reset|malformed/);
  });

test("what did arrive of a truncated answer is kept", async () => {
  const { got } = await exchange(says("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n[{}"));
  expect(got).toMatchObject({ failure: { kind: "reset" }, response: { status: 200 } });
  expect(Buffer.from(got.response!.body).toString()).toBe("[{}");
});

test("a body that ends with the connection is whole", async () => {
  const { got } = await exchange(says("HTTP/1.1 200 OK\r\n\r\n[]"));
  expect(got.failure).toBeUndefined();
  expect(Buffer.from(got.response!.body).toString()).toBe("[]");
});

test.describe("bytes behind an answer without content", () => {
  for (const [title, parts, trailing] of [
    ["none", ["HTTP/1.1 204 No Content\r\n\r\n"], 0],
    ["at once", ["HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}"], 2],
    ["chunked", ["HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"], 12],
    ["an empty last chunk", ["HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"], 0],
    ["after a hint", ["HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n[]"], 2],
  ] as const)
    test(title, async () => {
      const { got } = await exchange(says(...parts), CANCEL);
      expect(got.failure).toBeUndefined();
      expect(got.response).toMatchObject({ status: 204, trailingBytes: trailing });
      expect(got.response?.body).toHaveLength(0);
    });

  test("in a later packet", async () => {
    const { got } = await exchange((socket) => {
      socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      setTimeout(() => socket.end('{"ok":true}'), 30);
    }, CANCEL);
    expect(got.response).toMatchObject({ status: 204, trailingBytes: 11 });
  });

  test("of a HEAD", async () => {
    const { got } = await exchange(says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"), { ...LIST, method: "HEAD" });
    expect(got.response).toMatchObject({ status: 200, trailingBytes: 2 });
  });

  test("a server that leaves the connection open costs no more than the quiet time", async () => {
    const { got } = await exchange((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"), CANCEL, {
      quietMs: 20,
    });
    expect(got.response).toMatchObject({ status: 204, trailingBytes: 0 });
    expect(got.failure).toBeUndefined();
    expect(got.durationMs).toBeLessThan(1000);
  });
});

test.describe("failures are told apart", () => {
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
});

test("a redirect is an answer, not an order", async () => {
  const { got, heads } = await exchange(
    says("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
  );
  expect(got.response?.status).toBe(302);
  expect(heads).toHaveLength(1);
});

test("calls with the same label share one connection, others have one each", async () => {
  const ports: (number | undefined)[] = [];
  await against(
    (socket) => {
      ports.push(socket.remotePort);
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]");
    },
    async (baseUrl) => {
      const { send, close } = httpSender({ baseUrl, key: KEY });
      await send({ ...LIST, connection: "a" });
      await send({ ...LIST, connection: "a", credential: "none" });
      await send(LIST);
      await send(LIST);
      await close();
    },
  );
  expect(ports[1]).toBe(ports[0]);
  expect(new Set(ports).size).toBe(3);
});

test.describe("the key never leaves", () => {
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
    const { gunzipSync } = await import("node:zlib");
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
});
