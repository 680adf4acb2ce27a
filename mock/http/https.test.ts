/** The mock over TLS: what differs from HTTP below the requests. */
import { once } from "node:events";
import { Agent, request } from "node:https";
import { connect } from "node:net";
import { expect, test } from "playwright/test";
import { openConnection } from "../testing/raw-http.ts";
import { selfSigned } from "../testing/self-signed.ts";
import { withMock } from "../testing/with-mock.ts";
import { type RunningMock, startMock } from "./server.ts";

const HTTPS = await selfSigned();

interface Call {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  /** The trusted certificate. */
  readonly ca?: string;
}

/** Resolves with the status, or with the error's code. */
function call(
  { port }: RunningMock,
  { path = "/v1/store/orders", headers, agent, ca = HTTPS.cert }: Call = {},
) {
  return new Promise<number | string | undefined>((resolve) => {
    const all = { authorization: "Bearer demo-key", ...headers };
    const server = { host: "127.0.0.1", servername: "localhost", port };
    request({ ...server, path, headers: all, agent, ca }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
      response.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
    })
      .on("error", ({ code }: NodeJS.ErrnoException) => resolve(code))
      .end();
  });
}

test("the certificate that was given is served, and no other; an open connection does not hold up the end", async () => {
  const agent = new Agent({ keepAlive: true });
  await withMock({ https: HTTPS }, async (mock) => {
    expect(mock.baseUrl).toBe(`https://127.0.0.1:${mock.port}/v1`);
    expect(await call(mock, { agent })).toBe(200);
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
    expect(await call(mock, { ca: (await selfSigned()).cert })).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  });
});

test("a connection without a handshake neither stays open nor holds up the end", async () => {
  const mock = await startMock({ port: 0, https: HTTPS }, 300);
  const silent = () => connect(mock.port, "127.0.0.1").on("error", () => {});
  await once(silent().resume(), "close");
  const other = silent();
  await once(other, "connect");
  await Promise.all([once(other.resume(), "close"), mock.close()]);
  expect(other.destroyed).toBe(true);
});

test("a fault that loses the response reaches a client over TLS", async () => {
  await withMock({ https: HTTPS }, async (mock) => {
    for (const fail of ["reset", "truncate"] as const) {
      await mock.world.fault({ on: "listOrders", times: 1, fail });
      expect(await call(mock), fail).toBe("ECONNRESET");
      expect(await call(mock), fail).toBe(200);
    }
  });
});

test("plain HTTP on the port gets 400 and the reason", async () => {
  await withMock({ https: HTTPS }, async ({ port }) => {
    const { closed } = openConnection(port, "GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await closed).toMatch(/^HTTP\/1\.1 400 [\s\S]*"https_required"/);
  });
});

test("the control takes its own https origin, and no other", async () => {
  await withMock({ https: HTTPS }, async (mock) => {
    const own = `https://127.0.0.1:${mock.port}`;
    for (const [status, headers] of [
      [200, { origin: own, "sec-fetch-site": "same-origin" }],
      [403, { origin: "https://127.0.0.1:5173" }],
      [403, { host: "evil.example", origin: "https://evil.example" }],
    ] as const)
      expect(await call(mock, { path: "/__admin/state?limit=0", headers })).toBe(status);
  });
});
