/** What a user reads where something else than the service answers, or is between the gate and the service. */
import { truncateSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import http2 from "node:http2";
import https from "node:https";
import net, { type Server } from "node:net";
import { join } from "node:path";
import { listening } from "../../contract-tests/testing/servers.ts";
import { verify } from "../../contract-tests/verify.ts";
import { selfSigned } from "../../mock/testing/self-signed.ts";
import { parseJson } from "../../spec/json/json.ts";
import { type ErrorCase, failing, inFolder, KEY, type Shown, shownBy, spawned } from "./user.ts";

const env = { ORDERS_API_KEY: KEY };
const URL = "http://127.0.0.1:1/v1";

interface Given {
  /** In place of the address of the server. */
  readonly target?: string;
  readonly origin?: string;
  readonly argv?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** Further variables of the environment, for the port of the server. */
  readonly variables?: (port: number) => Readonly<Record<string, string>>;
}

/** verify of an address where something else is: why it is not judged, or the note on it. */
function verifying(where: string, server: Server | https.Server, given: Given = {}): ErrorCase {
  const { target, origin = "http://127.0.0.1", argv = [] } = given;
  const { files = {}, variables = () => ({}) } = given;
  const run = async (): Promise<Shown> => {
    const { port, close } = await listening(server);
    const args = [
      "verify",
      target ?? `${origin}:${port}/v1`,
      "--json",
      "--only",
      "list-ok",
      ...argv,
    ];
    const { code, stdout, stderr } = await spawned(args, { ...env, ...variables(port) });
    close();
    const { why } = parseJson(stdout) as { why?: string };
    const notes = stderr.replace(/^\d+ s: .*\n/gm, "");
    const text = notes + (why === undefined ? "" : `${why}\n`);
    return { ended: `exit code ${code}`, text: text.replaceAll(`:${port}`, ":4010") };
  };
  return [
    `orders-kit verify ${[target ?? `${origin}:4010/v1`, ...argv].join(" ")}, where ${where}`,
    () => inFolder(files, run),
  ];
}

const answers = (listener: RequestListener): Server => createServer(listener);
const status = (code: number, headers = {}) =>
  answers((_, reply) => void reply.writeHead(code, headers).end());
const page = (code: number, title: string) =>
  answers((_, reply) => {
    reply.writeHead(code, { "content-type": "text/html" });
    reply.end(`<html><head><title>${title}</title></head><body></body></html>`);
  });
/** Sends a text to each connection; without one, it hangs. */
const sends = (text: string): Server =>
  net.createServer((socket) => {
    socket.on("error", () => {});
    if (text !== "") socket.end(text);
  });

const local = { origin: "https://localhost" };
const own = await selfSigned();
const trusted = { ...local, argv: ["--ca", "ca.pem"], files: { "ca.pem": own.cert } };
const requiring = (version: "TLSv1.2" | "TLSv1.3") =>
  https.createServer({
    ...own,
    ca: own.cert,
    requestCert: true,
    minVersion: version,
    maxVersion: version,
  });
const expired = await selfSigned({ until: "2020-02-01" });

/** A proxy that answers each CONNECT with a status. */
const proxyWith = (code: number) =>
  createServer().on("connect", (_, socket) => void socket.end(`HTTP/1.1 ${code} No\r\n\r\n`));
const through = (credentials = "") => ({
  origin: "https://orders.example",
  variables: (port: number) => ({ HTTPS_PROXY: `http://${credentials}127.0.0.1:${port}` }),
});
const beyond = {
  origin: "https://no-such-host.invalid",
  variables: () => ({ HTTPS_PROXY: "http://me:s3cret@127.0.0.1:1" }),
};

export const NETWORKS: readonly ErrorCase[] = [
  verifying("TLS 1.3 requires a client certificate", requiring("TLSv1.3"), trusted),
  verifying("TLS 1.2 requires a client certificate", requiring("TLSv1.2"), trusted),
  verifying(
    "nginx requires a client certificate",
    page(400, "400 No required SSL certificate was sent"),
  ),
  verifying("nginx does not accept the certificate", page(400, "400 The SSL certificate error")),
  verifying("the server speaks only HTTP/2", http2.createServer()),
  verifying("the server speaks only HTTP/2 over TLS", http2.createSecureServer(own), trusted),
  verifying("a login comes first", status(302, { location: "https://login.example/?to=s3cret" })),
  verifying("a firewall blocks the call", page(403, "Attention Required!")),
  verifying("a proxy on the way asks for credentials", page(407, "Log in")),
  verifying("the proxy asks for credentials", proxyWith(407), through()),
  verifying("the proxy does not accept the credentials", proxyWith(407), through("me:s3cret@")),
  verifying("the proxy refuses the host", proxyWith(403), through("me:s3cret@")),
  verifying("the proxy is not one", sends("220 mail.example ESMTP\r\n"), through()),
  verifying("the proxy cannot be reached", createServer(), beyond),
];

const brokenPrism = {
  "prism/package.json": '{"version":"5.14.2"}',
  "prism/node_modules/@stoplight/prism-http/index.js": 'require("fp-ts/TaskEither");',
};

const impatient = {
  target: "staging",
  files: {
    "orders-kit.yaml": `targets:
  staging:
    url: http://127.0.0.1:\${STAGING_PORT}/v1
    timeout: 0.5
`,
  },
  variables: (port: number) => ({ STAGING_PORT: String(port) }),
};

const withSetup = (setup: string) => ({
  target: "staging",
  files: {
    "orders-kit.yaml": `targets: { staging: { url: "${URL}", setup: "${setup}" } }`,
  },
});

/** Lists these orders, one fewer in each plain list from the second on, and refuses to cancel any. */
const losing = (ids: readonly number[]): Server => {
  let left = ids.length + 1;
  return answers(({ method, headers }, reply) => {
    if (method === "GET" && headers["accept-encoding"] === undefined) left--;
    const listed = ids.slice(0, left).map((id) => `{"id":${id}}`);
    reply.writeHead(method === "GET" ? 200 : 404, { "content-type": "application/json" });
    reply.end(method === "GET" ? `[${listed}]` : '{"code":"none","message":"No.","status":404}');
  });
};

export const TARGETS: readonly ErrorCase[] = [
  verifying("known of the target is an alias", status(500), {
    target: "staging",
    argv: ["--known-update", "--reason", "ORD-1", "--expires", "2999-12-31"],
    files: {
      "orders-kit.yaml": `targets:
  other: { url: 'http://127.0.0.1:1/v1', known: &known [] }
  staging: { url: 'http://127.0.0.1:\${PORT}/v1', known: *known }
`,
    },
    variables: (port) => ({ PORT: String(port) }),
  }),
  verifying("nothing can be heard", sends(""), impatient),
  verifying("the setup fails", sends(""), withSetup("echo no such shop >&2; exit 4")),
  verifying("the setup prints no ids", sends(""), withSetup("echo ready")),
  verifying("a mail server listens", sends("220 mail.example ESMTP\r\n")),
  verifying(
    "a plain HTTP server listens",
    answers((_, reply) => void reply.end("[]")),
    local,
  ),
  verifying("the certificate is its own", https.createServer(await selfSigned()), local),
  verifying("the certificate has expired", https.createServer(expired), {
    ...local,
    files: { "ca.pem": expired.cert },
    variables: () => ({ NODE_EXTRA_CA_CERTS: join(process.cwd(), "ca.pem") }),
  }),
  verifying("the key is not known", status(401)),
  verifying("a login page answers", page(200, "Log in"), { argv: ["--only", "body-media-type"] }),
  verifying(
    "another address is the right one",
    status(301, { location: "https://orders.example/v1/store/orders" }),
  ),
  verifying("another path has it", status(404)),
  verifying(
    "the orders are used up",
    answers(({ method }, reply) => {
      reply.writeHead(method === "GET" ? 200 : 404, { "content-type": "application/json" });
      reply.end(method === "GET" ? "[]" : '{"code":"none","message":"No.","status":404}');
    }),
    { argv: ["--pending", "17", "--pending", "18"] },
  ),
  verifying("another run uses the orders", losing([17, 18]), {
    argv: ["--pending", "17", "--pending", "18"],
  }),
  [
    "a signal while setup runs",
    () => {
      const files = {
        "orders-kit.yaml": `targets:\n  staging:\n    { url: "${URL}", setup: sleep 20 }`,
      };
      const act = () => verify({ target: "staging", env, signal: AbortSignal.abort() });
      return inFolder(files, () => failing(act));
    },
  ],
  [
    `orders-kit proxy ${URL} --through-prism, where Prism is broken`,
    () =>
      inFolder(brokenPrism, async () => {
        const variables = { ...env, ORDERS_KIT_PRISM: join(process.cwd(), "prism") };
        return shownBy(await spawned(["proxy", URL, "--port", "0", "--through-prism"], variables));
      }),
  ],
];

export const RECORDINGS: readonly ErrorCase[] = [
  [
    "orders-kit judge app.har, of 201 MB",
    () =>
      inFolder({ "app.har": "" }, async () => {
        truncateSync("app.har", 201_000_000);
        const shown = shownBy(await spawned(["judge", "app.har"], {}));
        truncateSync("app.har", 0);
        return shown;
      }),
  ],
];
