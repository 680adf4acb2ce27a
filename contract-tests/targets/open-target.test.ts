// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml and of a shell

import { writeFileSync } from "node:fs";
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { join } from "node:path";
import { expect } from "playwright/test";
import { curlLine } from "../client/curl.ts";
import { test as base } from "../testing/closing.ts";
import { LIST } from "../testing/raw-server.ts";
import { selfSigned } from "../testing/self-signed.ts";
import { type Listening, listening, networkProxy } from "../testing/servers.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { locateTarget, openTarget } from "./open-target.ts";

const SESSION = "eyJhbGciOi.J9x-4711";
const KEY = "sk_live_9x-0pen";
const env = { PATH: process.env.PATH, SESSION, STAGING_KEY: KEY };

interface Fixtures {
  /** A folder with an orders-kit.yaml whose target `staging` has these settings. */
  readonly folderWith: (settings: string) => string;
  /** A service that answers with all header fields that it got, and what it got. */
  readonly echo: Listening & { readonly received: IncomingHttpHeaders[]; readonly url: string };
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  folderWith: async ({}, use) => {
    await use((settings) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "orders-kit.yaml"), `targets:\n  staging:\n${settings.replace(/^/gm, "    ")}\n`);
      return folder;
    });
  },
  echo: async ({ open }, use) => {
    const received: IncomingHttpHeaders[] = [];
    const server = http.createServer(({ headers }, reply) => {
      received.push(headers);
      reply.setHeader("x-echo", String(headers.cookie)).end(JSON.stringify(headers));
    });
    const service = open(await listening(server));
    await use({ ...service, received, url: `http://127.0.0.1:${service.port}/v1` });
  },
});

test("headers are sent with every call, and their values are shown nowhere", async ({ folderWith, open, echo }) => {
  const cwd = folderWith(
    `url: ${echo.url}\nkeyEnv: STAGING_KEY\nheaders: { Cookie: "session=\${SESSION}", X-Tenant: eu, User-Agent: "ci/1" }`,
  );
  const { send, secrets } = open(await openTarget({ target: "staging", env, cwd, headers: { "x-tenant": "us" } }));
  for (const credential of ["good", "none", "x-api-key"] as const) {
    const exchange = await send({ ...LIST, credential });
    expect(JSON.stringify({ ...exchange, body: Buffer.from(exchange.response!.body).toString() })).not.toContain(
      SESSION,
    );
    expect(Buffer.from(exchange.response!.body).toString()).toContain('"cookie":"session=${SESSION}"');
    expect(exchange.credentialEchoed).toBe(credential !== "none");
  }
  expect(secrets.map(({ text }) => text)).toEqual([KEY, SESSION]);
  for (const headers of echo.received)
    expect(headers).toMatchObject({ cookie: `session=${SESSION}`, "x-tenant": "us", "user-agent": "ci/1" });
  expect(echo.received.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`, undefined, undefined]);
});

test("curl repeats the call with the headers, in a shell with the variables", async ({ folderWith, open, echo }) => {
  const cwd = folderWith(`url: ${echo.url}\nkeyEnv: STAGING_KEY\nheaders: { X-Api: "\${ORDERS_API_KEY}-7" }`);
  const own = { ...env, ORDERS_API_KEY: "another" };
  const { send } = open(await openTarget({ target: "staging", env: own, cwd }));
  expect(curlLine(await send(LIST))).toBe(
    `curl -i -H "X-Api: \${ORDERS_API_KEY:?}-7" -H "Authorization: Bearer \${STAGING_KEY:?}" '${echo.url}/store/orders'`,
  );
});

test("a credential in a header that the target needs is left out, and joined in Cookie", async ({
  folderWith,
  open,
  echo,
}) => {
  const cwd = folderWith(`url: ${echo.url}\nkeyEnv: STAGING_KEY\nheaders: { cookie: "a=b", x-api-key: "gateway" }`);
  const { send } = open(await openTarget({ target: "staging", env, cwd }));
  for (const credential of ["x-api-key", "wrong-x-api-key", "cookie"] as const) await send({ ...LIST, credential });
  expect(echo.received.map((headers) => [headers["x-api-key"], headers.cookie])).toEqual([
    ["gateway", "a=b"],
    ["gateway", "a=b"],
    ["gateway", `a=b; api_key=${KEY}`],
  ]);
});

test("a value that is a part of the address is not a secret", async ({ folderWith, open, echo }) => {
  const cwd = folderWith(
    `url: ${echo.url.replace("/v1", "/tenant-4711/v1")}\nkeyEnv: STAGING_KEY\nheaders: { X-Tenant: "tenant-4711" }`,
  );
  const { secrets } = open(await openTarget({ target: "staging", env, cwd }));
  expect(secrets.map(({ text }) => text)).toEqual([KEY]);
});

test("keyCommand prints the key, which is masked like any key", async ({ folderWith, open, echo }) => {
  const cwd = folderWith(`url: ${echo.url}\nkeyCommand: echo $TOKEN`);
  const { send, secrets, keyVariable } = open(
    await openTarget({ target: "staging", env: { ...env, TOKEN: "ey-oauth-token-17" }, cwd }),
  );
  const { response } = await send(LIST);
  expect(echo.received[0]?.authorization).toBe("Bearer ey-oauth-token-17");
  expect(Buffer.from(response!.body).toString()).toContain('"Bearer ${ORDERS_API_KEY}"');
  expect([secrets.map(({ text }) => text), keyVariable]).toEqual([["ey-oauth-token-17"], undefined]);
  const located = await locateTarget("staging", { env: { ...env, TOKEN: "ey-oauth-token-17" }, cwd });
  expect(located.key).toBe("ey-oauth-token-17");
});

test("--api-key-env is read in place of keyCommand", async ({ folderWith, open, echo }) => {
  const cwd = folderWith(`url: ${echo.url}\nkeyCommand: exit 1`);
  const { key } = open(await openTarget({ target: "staging", env, cwd, apiKeyEnv: "STAGING_KEY" }));
  expect(key).toBe(KEY);
});

test("the environment names the proxy, and the settings the rest", async ({ folderWith, open }) => {
  const certificate = selfSigned(undefined, "orders.example");
  const service = open(
    await listening(
      https.createServer(
        { ...certificate, requestCert: true, ca: certificate.cert },
        (_, reply) => void reply.end("[]"),
      ),
    ),
  );
  const proxy = open(await networkProxy(service.port));
  const cwd = folderWith(
    "url: https://orders.example/v1\nkeyEnv: STAGING_KEY\nca: ca.pem\nclientCert: both.pem\nconnectTo: 10.0.0.7:8443\ngentle: true",
  );
  writeFileSync(join(cwd, "ca.pem"), certificate.cert);
  writeFileSync(join(cwd, "both.pem"), certificate.cert + certificate.key);
  const HTTPS_PROXY = `http://me:pass-4711@127.0.0.1:${proxy.port}`;
  const { send, rules } = open(await openTarget({ target: "staging", env: { ...env, HTTPS_PROXY }, cwd }));
  const exchange = await send(LIST);
  expect(exchange.response?.status).toBe(200);
  expect(proxy.requests[0]?.line).toBe("CONNECT 10.0.0.7:8443");
  expect(rules.gentle).toBe(true);
  expect(curlLine(exchange)).toContain(
    'curl -i --cert both.pem --cacert ca.pem --connect-to ::10.0.0.7:8443 -x "${HTTPS_PROXY:?}" ',
  );
  expect(JSON.stringify(exchange)).not.toContain("pass-4711");
});

test("flags replace the settings of the file", async ({ folderWith }) => {
  const cwd = folderWith(
    "url: https://orders.example/v1\nkeyEnv: STAGING_KEY\nclientCert: a.pem\nclientKey: a.key\nca: no.pem",
  );
  const { cert, key } = selfSigned();
  writeFileSync(join(cwd, "both.pem"), cert + key);
  const { connection } = await locateTarget("staging", {
    env,
    cwd,
    clientCert: "both.pem",
    ca: "both.pem",
    connectTo: "h:1",
  });
  expect(connection).toMatchObject({ hasClientCertificate: true, connectTo: { host: "h", port: 1 } });
});
