/** The mock over TLS: what differs from HTTP below the requests. */
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:https";
import { connect, isIP, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import type { checkServerIdentity } from "node:tls";
import { expect, test } from "playwright/test";
import { parseScenario } from "../../scenarios/parse.ts";
import { withMock } from "../testing/with-mock.ts";
import { type RunningMock, startMock } from "./server.ts";

interface Call {
  readonly host?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

/** Resolves with the status, or with the code of the error. */
function call(
  { port, ca }: RunningMock,
  { host = "127.0.0.1", path = "/v1/store/orders", headers, agent }: Call = {},
) {
  return new Promise<number | string | undefined>((resolve) => {
    const all = { authorization: "Bearer demo-key", ...headers };
    const options = {
      host,
      port,
      path,
      headers: all,
      agent,
      ca,
      servername: isIP(host) ? "" : host,
    };
    request(
      { ...options, ...(isIPv6(host) && { checkServerIdentity: checkAddress(host) }) },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
        response.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
      },
    )
      .on("error", ({ code }: NodeJS.ErrnoException) => resolve(code))
      .end();
  });
}

/** Node 22.23 finds no IPv6 address in a certificate by itself. */
const checkAddress =
  (host: string): typeof checkServerIdentity =>
  (_, { raw }) =>
    new X509Certificate(raw).checkIP(host) === undefined
      ? new Error(`${host} is not in the certificate`)
      : undefined;

test("a certificate is made for every name of this machine, and no other authority is needed", async () => {
  const loopback = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const hasIpv6 = loopback.some(({ address }) => address === "::1");
  await withMock({ https: true, host: hasIpv6 ? "::" : "0.0.0.0" }, async (mock) => {
    const network = mock.networkUrls.map((url) => new URL(url).hostname);
    for (const host of ["localhost", "127.0.0.1", ...(hasIpv6 ? ["::1"] : []), ...network])
      expect(await call(mock, { host }), host).toBe(200);
    expect(mock.baseUrl).toMatch(/^https:\/\/(\[::\]|0\.0\.0\.0):\d+\/v1$/);
    expect(await call({ ...mock, ca: "" })).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  });
});

test("the authority of another start is not trusted, and may be beside the right one", async () => {
  await withMock({ https: true }, (one) =>
    withMock({ https: true }, async (other) => {
      expect(await call({ ...one, ca: other.ca! })).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
      expect(await call({ ...one, ca: other.ca! + one.ca! })).toBe(200);
    }),
  );
});

test("closing the mock ends it with a connection open", async () => {
  const agent = new Agent({ keepAlive: true });
  await withMock({ https: true }, async (mock) => {
    for (let sent = 0; sent < 2; sent++) expect(await call(mock, { agent })).toBe(200);
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
    await mock.close();
    expect(await call(mock)).toBe("ECONNREFUSED");
  });
});

test("a connection without a handshake neither stays open nor holds up the end", async () => {
  const mock = await startMock({ port: 0, https: true }, 300);
  const silent = () => connect(mock.port, "127.0.0.1").on("error", () => {});
  await once(silent().resume(), "close");
  const other = silent();
  await once(other, "connect");
  await Promise.all([once(other.resume(), "close"), mock.close()]);
  expect(other.closed).toBe(true);
});

for (const [fault, outcome] of [
  ["fail: reset", "ECONNRESET"],
  ["fail: truncate", "ECONNRESET"],
  ["status: 503", 503],
] as const)
  test(`a fault with ${fault} reaches a client over TLS`, async () => {
    const scenario = parseScenario(
      `faults: [{ on: listOrders, times: 1, ${fault} }]`,
      "fault.yaml",
    );
    await withMock({ https: true, scenario }, async (mock) => {
      expect(await call(mock)).toBe(outcome);
      expect(await call(mock)).toBe(200);
    });
  });

test("plain HTTP on the port gets 400 and the reason", async () => {
  await withMock({ https: true }, async ({ port }) => {
    const received = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(port, "127.0.0.1", () =>
        socket.write("GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n\r\n"),
      );
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.on("close", () => resolve(text)).on("error", reject);
    });
    expect(received).toMatch(/^HTTP\/1\.1 400 [\s\S]*"https_required"/);
  });
});

test("the control takes its own https origin, and no other", async () => {
  await withMock({ https: true }, async (mock) => {
    const own = `127.0.0.1:${mock.port}`;
    const state = (headers: Record<string, string>) =>
      call(mock, { path: "/__admin/state?limit=0", headers });
    expect(await state({ origin: `https://${own}`, "sec-fetch-site": "same-origin" })).toBe(200);
    expect(
      await state({ host: `localhost:${mock.port}`, origin: `https://localhost:${mock.port}` }),
    ).toBe(200);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "https://127.0.0.1:5173" },
      { host: "evil.example", origin: "https://evil.example" },
      { "sec-fetch-site": "same-site" },
    ])
      expect(await state(headers), JSON.stringify(headers)).toBe(403);
  });
});
