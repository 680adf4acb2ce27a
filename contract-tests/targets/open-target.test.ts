// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml and of a shell

import { createPrivateKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { join } from "node:path";
import { expect } from "playwright/test";
import { selfSigned } from "../../mock/testing/self-signed.ts";
import { curlLine } from "../client/curl.ts";
import { CREDENTIAL_PLACEHOLDER, type Secret } from "../client/masking/redaction.ts";
import { evidenceOf } from "../report/evidence.ts";
import { test as base } from "../testing/closing.ts";
import { LIST } from "../testing/servers/raw-server.ts";
import { type Listening, listening, networkProxy } from "../testing/servers/servers.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { locateTarget } from "./locate-target.ts";
import { looksLikeProduction, openTarget, type TargetOptions } from "./open-target.ts";
import type { Target } from "./target.ts";

const SESSION = "eyJhbGciOi.J9x-4711";
const KEY = "sk_live_9x-0pen";
const env = { PATH: process.env.PATH, SESSION, STAGING_KEY: KEY };

interface Fixtures {
  /** A service that answers with all header fields that it received. */
  readonly echo: Listening & { readonly received: IncomingHttpHeaders[]; readonly url: string };
  /** Opens the target `staging` of an orders-kit.yaml with these settings. */
  readonly openStaging: (settings: string, options?: Partial<TargetOptions>) => Promise<Target>;
}

const test = base.extend<Fixtures>({
  echo: async ({ open }, use) => {
    const received: IncomingHttpHeaders[] = [];
    const server = http.createServer(({ headers }, reply) => {
      received.push(headers);
      reply.setHeader("x-echo", String(headers.cookie)).end(JSON.stringify(headers));
    });
    const service = open(await listening(server));
    await use({ ...service, received, url: `http://127.0.0.1:${service.port}/v1` });
  },
  openStaging: async ({ open }, use) => {
    await use(async (settings, options) =>
      open(await openTarget({ target: "staging", env, cwd: folderWith(settings), ...options })),
    );
  },
});

function folderWith(settings: string): string {
  const folder = temporaryFolder();
  const key = settings.includes("keyCommand") ? "" : "\napiKeyEnv: STAGING_KEY";
  const indented = `${settings}${key}`.replace(/^/gm, "    ");
  writeFileSync(join(folder, "orders-kit.yaml"), `targets:\n  staging:\n${indented}\n`);
  return folder;
}

/** Returns the secrets without those that a run makes from the key. */
const textsOf = (secrets: readonly Secret[]): string[] =>
  secrets.flatMap(({ text, replacement }) =>
    replacement === CREDENTIAL_PLACEHOLDER ? [] : [text],
  );

test("ids are strings of digits or bigints, and anything else is an error", async ({ open }) => {
  const { rules } = open(
    await openTarget({ target: "mock", pending: ["9007199254740993", 17n], shipped: ["4"] }),
  );
  expect(rules).toMatchObject({ pending: [9007199254740993n, 17n], shipped: [4n] });
  // A number above 2^53 has been rounded.
  for (const id of ["17.0", "", "9223372036854775808", (2 ** 53) as never])
    await expect(openTarget({ target: "mock", absent: [id] })).rejects.toThrow(
      `absent takes an order id, an integer from -9223372036854775808 to 9223372036854775807, in decimal digits, not "${id}"`,
    );
});

test("headers are sent with every call, and their values are shown nowhere", async ({
  openStaging,
  echo,
}) => {
  const headers = `headers: { Cookie: "session=\${SESSION}", X-Tenant: eu, User-Agent: "ci/1" }`;
  const { send, secrets } = await openStaging(`url: ${echo.url}\n${headers}`, {
    headers: { "x-tenant": "us" },
  });
  for (const credential of ["good", "none", "x-api-key"] as const) {
    const exchange = await send({ ...LIST, credential });
    const { response: _response, ...request } = exchange;
    const { response } = evidenceOf(exchange);
    expect(JSON.stringify({ ...request, response })).not.toContain(SESSION);
    expect(response).toContain('"cookie":"session=${SESSION}"');
    expect(exchange.credentialEchoed).toBe(credential !== "none");
  }
  expect(textsOf(secrets)).toEqual([KEY, SESSION]);
  for (const received of echo.received)
    expect(received).toMatchObject({
      cookie: `session=${SESSION}`,
      "x-tenant": "us",
      "user-agent": "ci/1",
    });
  expect(echo.received.map(({ authorization }) => authorization)).toEqual([
    `Bearer ${KEY}`,
    undefined,
    undefined,
  ]);

  // The shell that repeats the call has the variables.
  expect(curlLine(await send(LIST))).toBe(
    `curl -i -H "Cookie: session=\${SESSION:?}" -H "User-Agent: ci/1" -H "x-tenant: us" -H "Authorization: Bearer \${STAGING_KEY:?}" '${echo.url}/store/orders'`,
  );
});

test("a credential in a header that the target needs is left out, and joined in Cookie; a part of the address is no secret", async ({
  openStaging,
  echo,
}) => {
  const url = echo.url.replace("/v1", "/tenant-4711/v1");
  const { send, secrets } = await openStaging(
    `url: ${url}\nheaders: { cookie: "a=b", x-api-key: "gateway", x-tenant: tenant-4711 }`,
  );
  expect(textsOf(secrets)).toEqual([KEY]);
  for (const credential of ["x-api-key", "wrong-x-api-key", "cookie"] as const)
    await send({ ...LIST, credential });
  expect(echo.received.map((headers) => [headers["x-api-key"], headers.cookie])).toEqual([
    ["gateway", "a=b"],
    ["gateway", "a=b"],
    ["gateway", `a=b; api_key=${KEY}`],
  ]);
});

test("keyCommand prints the key, which is masked like any key; --api-key-env is read in place of it", async ({
  open,
  echo,
}) => {
  const cwd = folderWith(`url: ${echo.url}\nkeyCommand: echo $TOKEN`);
  const printing = { env: { ...env, TOKEN: "ey-oauth-token-17" }, cwd };
  const { send, secrets, keyVariable } = open(await openTarget({ target: "staging", ...printing }));
  const { response } = evidenceOf(await send(LIST));
  expect(echo.received[0]?.authorization).toBe("Bearer ey-oauth-token-17");
  expect(response).toContain('"Bearer ${ORDERS_API_KEY}"');
  expect([textsOf(secrets), keyVariable]).toEqual([["ey-oauth-token-17"], undefined]);
  expect((await locateTarget("staging", printing)).key).toBe("ey-oauth-token-17");
  expect(
    open(await openTarget({ target: "staging", ...printing, apiKeyEnv: "STAGING_KEY" })).key,
  ).toBe(KEY);
});

test("the environment names the proxy, and the settings the rest", async ({ open }) => {
  const certificate = await selfSigned({ host: "orders.example" });
  const requiring = { ...certificate, requestCert: true, ca: certificate.cert };
  const server = https.createServer(requiring, ({ headers }, reply) => {
    reply.end(JSON.stringify(headers));
  });
  const service = open(await listening(server));
  const proxy = open(await networkProxy(service.port));
  const cwd = folderWith(
    "url: https://orders.example/v1\nca: ca.pem\nclientCert: both.pem\ngentle: true",
  );
  writeFileSync(join(cwd, "ca.pem"), certificate.cert);
  writeFileSync(join(cwd, "both.pem"), certificate.cert + certificate.key);
  const HTTPS_PROXY = `http://me:p%40ss-4711@127.0.0.1:${proxy.port}`;
  const { send, rules } = open(
    await openTarget({ target: "staging", env: { ...env, HTTPS_PROXY }, cwd }),
  );
  const exchange = await send(LIST);
  expect(exchange.response?.status).toBe(200);
  const authorization = `Basic ${Buffer.from("me:p@ss-4711").toString("base64")}`;
  expect(proxy.requests).toEqual([{ line: "CONNECT orders.example:443", authorization }]);
  expect(Buffer.from(exchange.response!.body).toString()).not.toContain("proxy-authorization");
  expect(rules.gentle).toBe(true);
  expect(curlLine(exchange)).toContain(
    'curl -i --cert both.pem --cacert ca.pem -x "${HTTPS_PROXY:?}" ',
  );
  expect(JSON.stringify(exchange)).not.toContain("ss-4711");
});

test("a client certificate that does not fit is named, with what is wrong", async ({
  openStaging,
}) => {
  const [{ cert, key }, other] = [await selfSigned(), await selfSigned()];
  const locked = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" } as const;
  const encrypted = createPrivateKey(key).export(locked).toString();
  const file = join(temporaryFolder(), "client.pem");
  for (const [text, message] of [
    [key, /clientCert .* it has no certificate in PEM form/],
    [cert, /clientCert .* it has no private key; cat CERT KEY/],
    [cert + encrypted, /its key is encrypted; openssl pkey/],
    [cert + other.key, /its key is not that of its certificate/],
  ] as const) {
    writeFileSync(file, text);
    const settings = `url: https://orders.example/v1\nclientCert: ${file}`;
    await expect(openStaging(settings)).rejects.toThrow(message);
  }
});

test("a name with prod in it is production, unless the word is another", () => {
  const names = ["prod-eu", "api.production.example", "shopPROD2", "produce-prod.example"];
  expect(names.filter(looksLikeProduction)).toEqual(names);
  const others = ["produce.example.com", "products", "reproduce", "staging"];
  expect(others.filter(looksLikeProduction)).toEqual([]);
});
