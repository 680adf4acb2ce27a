import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { withContractRun } from "../../contract-tests/playwright/contract-run.ts";
import { selfSigned } from "../../contract-tests/testing/self-signed.ts";
import { verify } from "../../contract-tests/verify.ts";
import { parseJson } from "../../spec/json/json.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { call, command, type ErrorCase, failing, inFolder, KEY, type Shown, shownBy, spawned } from "./error-case.ts";

const env = { ORDERS_API_KEY: KEY };
const URL = "http://127.0.0.1:1/v1";
const staging = (more: string, variables: Readonly<Record<string, string>> = env) => ({
  env: variables,
  files: { "orders-kit.yaml": `targets:\n  staging:\n    ${more}` },
});

interface Given {
  readonly origin?: string;
  readonly argv?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** The file of certificates that are trusted. */
  readonly trust?: string;
  /** Further variables of the environment, for the port of the server. */
  readonly variables?: (port: number) => Readonly<Record<string, string>>;
}

/** verify of an address where something else is: why it is not judged, or the note on it. */
export function verifying(code: string, where: string, server: Server | https.Server, given: Given = {}): ErrorCase {
  const { origin = "http://127.0.0.1", argv = [], files = {}, trust, variables = () => ({}) } = given;
  const run = async (): Promise<Shown> => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const { code, stdout, stderr } = await spawned(
        ["verify", `${origin}:${port}/v1`, "--json", "--only", "list-ok", ...argv],
        {
          ...env,
          ...(trust !== undefined && { NODE_EXTRA_CA_CERTS: join(process.cwd(), trust) }),
          ...variables(port),
        },
      );
      const { why } = parseJson(stdout) as { why?: string };
      const text = stderr + (why === undefined ? "" : `${why}\n`);
      return { ended: `exit code ${code}`, text: text.replaceAll(`:${port}`, ":4010") };
    } finally {
      server.close();
    }
  };
  const line = ["orders-kit verify", `${origin}:4010/v1`, ...argv].join(" ");
  return { code, title: `${line}, where ${where}`, run: () => inFolder({ files }, run) };
}

export const answers = (listener: RequestListener): Server => createServer(listener);
/** Sends a text to each connection; without one, it hangs. */
const sends = (text: string): Server =>
  net.createServer((socket) => {
    socket.on("error", () => {});
    if (text !== "") socket.end(text);
  });

function interruptedSetup(): ErrorCase {
  const { files } = staging(`{ url: "${URL}", setup: sleep 20 }`);
  const run = () => failing(() => verify({ target: "staging", env, signal: AbortSignal.abort() }));
  return { code: "interrupted", title: "a signal while setup runs", run: () => inFolder({ files }, run) };
}

const LOCALHOST = "https://localhost";
const expired = selfSigned("200201000000Z");

/** A command of a package without its optional peers. */
export function withoutPeers(code: string, argv: readonly string[]): ErrorCase {
  const run = async (): Promise<Shown> => {
    const home = join(process.cwd(), "orders-kit-report");
    cpSync(join(ROOT, "dist"), join(home, "dist"), { recursive: true, filter: (path) => !path.endsWith(".map") });
    for (const file of ["package.json", "spec"]) cpSync(join(ROOT, file), join(home, file), { recursive: true });
    mkdirSync(join(home, "node_modules"));
    for (const name of ["yaml", "@faker-js", "fast-string-width", "fast-string-truncated-width"])
      symlinkSync(join(ROOT, "node_modules", name), join(home, "node_modules", name));
    return shownBy(await spawned(argv, env, join(home, MANIFEST.bin["orders-kit"])));
  };
  return { code, title: `orders-kit ${argv.join(" ")}, where no peer is installed`, run: () => inFolder({}, run) };
}

/** proxy with a Prism that ends at once. */
function brokenPrism(): ErrorCase {
  const files = {
    "prism/package.json": '{"version":"5.14.2"}',
    "prism/dist/index.js": 'console.error("Error: Cannot find module"); process.exit(1);',
  };
  const run = async (): Promise<Shown> => {
    const variables = { ...env, ORDERS_KIT_PRISM: join(process.cwd(), "prism") };
    return shownBy(await spawned(["proxy", URL, "--port", "0"], variables));
  };
  return {
    code: "prism-failed",
    title: `orders-kit proxy ${URL}, where Prism is broken`,
    run: () => inFolder({ files }, run),
  };
}

export const TARGETS: readonly ErrorCase[] = [
  command("unknown-target", ["verify", "stagin"], staging(`url: ${URL}\n`)),
  command("unknown-target", ["verify", "Mock"]),
  command("unknown-target", ["verify", "staging.example/v1"]),
  command("unknown-target", ["verify", "ftp://staging.example/v1"]),
  command("unknown-target", ["proxy", "mock"]),
  command("bad-target-url", ["verify", "https://staging.example:99999/v1"], { env }),
  command("bad-target-url", ["verify", "https://user:s3cret@staging.example/v1"], { env }),
  command("bad-target-url", ["verify", "https://staging.example/v1?api_key=s3cret"], { env }),
  command("bad-target-url", ["verify", "staging"], staging("url: staging.example/v1\n")),
  command("missing-key", ["verify", URL]),
  command("missing-key", ["verify", URL], { env: { ORDERS_API_KEY: "" } }),
  command("missing-key", ["verify", URL, "--api-key-env", "STAGING_KEY"]),
  command("missing-key", ["proxy", URL, "--api-key-env", "STAGING_KEY"]),
  command("missing-key", ["verify", URL, "--api-key-env", "sk_live_7q"]),
  command("missing-key", ["verify", "staging"], staging(`url: ${URL}\n    keyEnv: STAGING_KEY\n`)),
  command("bad-key-variable", ["verify", URL, "--api-key-env", "sk-live-7q"]),
  command("bad-key-variable", ["verify", "staging"], staging(`url: ${URL}\n    keyEnv: sk-live-7q\n`)),
  command("bad-key", ["verify", URL], { env: { ORDERS_API_KEY: "sk-live-7q\n" } }),
  command("bad-key", ["verify", URL], { env: { ORDERS_API_KEY: "Bearer sk-live-7q" } }),
  command("bad-key", ["verify", URL], { env: { ORDERS_API_KEY: "schlüssel" } }),
  command("bad-key", ["proxy", URL], { env: { ORDERS_API_KEY: "two words" } }),
  command("bad-key", ["mock"], { env: { ORDERS_API_KEY: "schlüssel" } }),
  command("bad-key", ["mock", "--api-key", "two words"]),
  command("bad-key", ["mock", "--admin-key", "schlüssel"]),
  command(
    "both-pending-and-shipped",
    ["verify", "staging"],
    staging(`url: ${URL}\n    setup: echo '{"pending":[17],"shipped":[17]}'\n`),
  ),
  command(
    "absent-order",
    ["verify", "staging", "--absent", "17"],
    staging(`url: ${URL}\n    setup: echo '{"pending":[17]}'\n`),
  ),
  command("setup-failed", ["verify", "staging"], staging(`url: ${URL}\n    setup: echo no such shop >&2; exit 4\n`)),
  command("setup-output", ["verify", "staging"], staging(`url: ${URL}\n    setup: echo ready\n`)),
  command("setup-output", ["verify", "staging"], staging(`url: ${URL}\n    setup: echo '{"pending":[1.5]}'\n`)),
  verifying("target-unreachable", "nothing can be heard", sends(""), { argv: ["--timeout", "0.5"] }),
  verifying("target-unreachable", "a mail server listens", sends("220 mail.example ESMTP\r\n")),
  verifying(
    "target-unreachable",
    "a plain HTTP server listens",
    answers((_, reply) => void reply.end("[]")),
    {
      origin: LOCALHOST,
    },
  ),
  verifying("target-unreachable", "the certificate is its own", https.createServer(selfSigned()), {
    origin: LOCALHOST,
  }),
  verifying("target-unreachable", "the certificate has expired", https.createServer(expired), {
    origin: LOCALHOST,
    files: { "ca.pem": expired.cert },
    trust: "ca.pem",
  }),
  verifying(
    "key-refused",
    "the key is not known",
    answers((_, reply) => void reply.writeHead(401).end()),
  ),
  verifying(
    "not-the-service",
    "a login page answers",
    answers((_, reply) => void reply.setHeader("content-type", "text/html").end("<title>Log in</title>")),
    { argv: ["--only", "body-media-type"] },
  ),
  verifying(
    "not-the-service",
    "another address is the right one",
    answers((_, reply) => void reply.writeHead(301, { location: "https://orders.example/v1/store/orders" }).end()),
  ),
  verifying(
    "not-the-service",
    "another path has it",
    answers((_, reply) => void reply.writeHead(404).end()),
  ),
  interruptedSetup(),
  command("not-comparable", ["compare", "profile.yaml", URL], { env, files: { "profile.yaml": "version: 1\n" } }),
  command("key-leaked", ["verify", `http://127.0.0.1:1/${KEY}/v1`], { env }),
  withoutPeers("msw-missing", ["init", "orders-kit-report/public"]),
  withoutPeers("msw-missing", ["verify", "msw"]),
  withoutPeers("msw-missing", ["compare", "mock", "msw"]),
  call("gentle-shards", "contractTests({ gentle: true }) with --shard=1/2", () =>
    withContractRun({ target: "mock", gentle: true, outputDir: process.cwd(), shards: 2 }, async () => {}),
  ),
  withoutPeers("prism-missing", ["proxy", URL, "--port", "0"]),
  withoutPeers("prism-missing", ["verify", "--through-prism"]),
  brokenPrism(),
];
