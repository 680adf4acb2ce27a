// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml and of a shell
/** `orders-kit verify` of deployments behind gateways and proxies, as a process. Needs dist/. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import tls from "node:tls";
import { expect, test } from "playwright/test";
import { deployed, provideFlags } from "../../contract-tests/corpus/changed-reference.ts";
import { type ProcessResult, runVerify } from "../../contract-tests/testing/cli-runner.ts";
import { KEY, leaksOf } from "../../contract-tests/testing/key-leaks.ts";
import { selfSigned } from "../../contract-tests/testing/self-signed.ts";
import { listening, networkProxy } from "../../contract-tests/testing/servers.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";

test.describe.configure({ timeout: 60_000 });

const env = { ORDERS_API_KEY: KEY };
const SECRET = "ey-session-4711.Zq";

/** The arguments that provide the orders of a deployment at another address. */
const provideFlagsAt = (url: string, deployment: Parameters<typeof provideFlags>[0]) => [
  url,
  ...provideFlags(deployment).slice(1),
];
const portOf = ({ baseUrl }: { readonly baseUrl: string }): number => Number(new URL(baseUrl).port);

/** The names of what was written and contains the text. */
function written({ stdout, stderr, dir }: ProcessResult, text: string): string[] {
  const files = readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), "latin1")] as const);
  return [["stdout", stdout] as const, ["stderr", stderr] as const, ...files].flatMap(([name, content]) =>
    content.includes(text) || content.includes(Buffer.from(text).toString("base64").slice(0, -4)) ? [name] : [],
  );
}

test("a header of --header is in every call; its value, which the deployment repeats, is in no output", async () => {
  const cookies = new Set<string | undefined>();
  const deployment = await deployed((service) => {
    const { answer } = service;
    service.answer = async (request) => {
      const cookie = request.headers.find(([name]) => name.toLowerCase() === "cookie")?.[1];
      cookies.add(cookie?.split("; api_key=")[0]);
      const reply = await answer(request);
      const echo = ["X-Seen", `${cookie} ${Buffer.from(SECRET).toString("base64")}`] as const;
      if (reply.status !== 401) return { ...reply, headers: [...reply.headers, echo] };
      const body = JSON.stringify({ code: 7, message: `no key in ${SECRET}`, status: 401 });
      return { ...reply, headers: [...reply.headers, echo], body: Buffer.from(body) };
    };
  });
  const argv = [...provideFlags(deployment), "--header", "Cookie: gate=${SESSION}", "--only", "error-code"];
  const ended = await runVerify(argv, { env: { ...env, SESSION: SECRET } });
  await deployment.close();
  expect(ended.code).toBe(1);
  expect([...cookies]).toEqual([`gate=${SECRET}`]);
  expect(ended.report?.traffic?.[0]?.curl).toContain('-H "Cookie: gate=${SESSION:?}"');
  expect(written(ended, "no key in ${SESSION}")).toContain("report.json");
  expect(written(ended, SECRET)).toEqual([]);
  expect(leaksOf(ended)).toEqual([]);
});

test("over TLS with a client certificate, a private authority, and a tunnel, every clause is proven", async () => {
  const deployment = await deployed();
  const certificate = selfSigned(undefined, "orders.example");
  const client = selfSigned(undefined, "client");
  const front = await listening(
    tls.createServer({ ...certificate, ca: client.cert, requestCert: true, rejectUnauthorized: true }, (socket) => {
      const upstream = net.connect(portOf(deployment), "127.0.0.1");
      upstream.on("error", () => socket.destroy());
      socket.on("error", () => upstream.destroy());
      socket.pipe(upstream).pipe(socket);
    }),
  );
  const proxy = await networkProxy(front.port);
  const cwd = temporaryFolder();
  for (const [name, text] of [
    ["ca.pem", certificate.cert],
    ["client.pem", client.cert],
    ["client.key", client.key],
  ] as const)
    writeFileSync(join(cwd, name), text);
  const argv = provideFlagsAt("https://orders.example/v1", deployment);
  const certificates = ["--ca", "ca.pem", "--client-cert", "client.pem", "--client-key", "client.key"];
  const tunnelled = await runVerify([...argv, ...certificates, "--require-proven"], {
    env: { ...env, HTTPS_PROXY: `127.0.0.1:${proxy.port}` },
    cwd,
  });
  proxy.close();
  front.close();
  await deployment.close();
  expect(tunnelled.report?.clauses.filter(({ verdict }) => verdict !== "held")).toEqual([]);
  expect(tunnelled.code).toBe(0);
  expect(tunnelled.stderr).not.toContain("Warning");
});
