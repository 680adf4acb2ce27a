import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { selfSigned } from "../../contract-tests/self-signed.ts";
import { parseJson } from "../../spec/json.ts";
import { command, inScene, KEY, type Provocation, ROOT, spawned, type Told } from "./provocation.ts";

const env = { ORDERS_API_KEY: KEY };
const URL = "http://127.0.0.1:1/v1";
const staging = (more: string, variables: Readonly<Record<string, string>> = env) => ({
  env: variables,
  files: { "orders-kit.yaml": `targets:\n  staging:\n    ${more}` },
});

interface Judged {
  readonly origin?: string;
  readonly argv?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** The file of certificates that are trusted. */
  readonly trust?: string;
}

/** A target at which something else is: why it is not judged, or what is noted of it. */
function judged(code: string, where: string, server: Server | https.Server, given: Judged = {}): Provocation {
  const { origin = "http://127.0.0.1", argv = [], files = {}, trust } = given;
  const run = async (): Promise<Told> => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const { ended, stdout, stderr } = await spawned(
        ["verify", `${origin}:${port}/v1`, "--json", "--only", "list-ok", ...argv],
        { ...env, ...(trust !== undefined && { NODE_EXTRA_CA_CERTS: join(process.cwd(), trust) }) },
      );
      const { why } = parseJson(stdout) as { why?: string };
      const text = stderr + (why === undefined ? "" : `${why}\n`);
      return { ended, text: text.replaceAll(`:${port}`, ":4010") };
    } finally {
      server.close();
    }
  };
  const by = ["orders-kit verify", `${origin}:4010/v1`, ...argv].join(" ");
  return { code, by: `${by}, where ${where}`, cause: () => inScene({ files }, run) };
}

const answers = (listener: RequestListener): Server => createServer(listener);
/** Says this to whoever connects; nothing is a server that hangs. */
const says = (text: string): Server =>
  net.createServer((socket) => {
    socket.on("error", () => {});
    if (text !== "") socket.end(text);
  });

const LOCALHOST = "https://localhost";
const old = selfSigned("200201000000Z");

/** A command of a package beside which nothing optional is installed. */
function alone(code: string, argv: readonly string[]): Provocation {
  const run = async (): Promise<Told> => {
    const home = join(process.cwd(), "orders-kit-report");
    cpSync(join(ROOT, "dist"), join(home, "dist"), { recursive: true, filter: (path) => !path.endsWith(".map") });
    for (const file of ["package.json", "spec"]) cpSync(join(ROOT, file), join(home, file), { recursive: true });
    mkdirSync(join(home, "node_modules"));
    for (const name of ["yaml", "@faker-js"])
      symlinkSync(join(ROOT, "node_modules", name), join(home, "node_modules", name));
    const { ended, stdout, stderr } = await spawned(argv, env, join(home, "dist/cli.js"));
    return { ended, text: stdout + stderr };
  };
  return { code, by: `orders-kit ${argv.join(" ")}, where no peer is installed`, cause: () => inScene({}, run) };
}

/** A Prism that ends at once. */
function brokenPrism(): Provocation {
  const files = {
    "prism/package.json": '{"version":"5.14.2"}',
    "prism/dist/index.js": 'console.error("Error: Cannot find module"); process.exit(1);',
  };
  const run = async (): Promise<Told> => {
    const variables = { ...env, ORDERS_KIT_PRISM: join(process.cwd(), "prism") };
    const { ended, stdout, stderr } = await spawned(["proxy", URL, "--port", "0"], variables);
    return { ended, text: stdout + stderr };
  };
  return {
    code: "prism-failed",
    by: `orders-kit proxy ${URL}, where Prism is broken`,
    cause: () => inScene({ files }, run),
  };
}

export const TARGETS: readonly Provocation[] = [
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
  command("setup-failed", ["verify", "staging"], staging(`url: ${URL}\n    setup: echo no such shop >&2; exit 4\n`)),
  command("setup-output", ["verify", "staging"], staging(`url: ${URL}\n    setup: echo ready\n`)),
  command("setup-output", ["verify", "staging"], staging(`url: ${URL}\n    setup: echo '{"pending":[1.5]}'\n`)),
  judged("target-unreachable", "nothing can be heard", says(""), { argv: ["--timeout", "0.5"] }),
  judged("target-unreachable", "a mail server listens", says("220 mail.example ESMTP\r\n")),
  judged(
    "target-unreachable",
    "a plain HTTP server listens",
    answers((_, reply) => void reply.end("[]")),
    {
      origin: LOCALHOST,
    },
  ),
  judged("target-unreachable", "the certificate is its own", https.createServer(selfSigned()), { origin: LOCALHOST }),
  judged("target-unreachable", "the certificate has expired", https.createServer(old), {
    origin: LOCALHOST,
    files: { "ca.pem": old.cert },
    trust: "ca.pem",
  }),
  judged(
    "key-refused",
    "the key is not known",
    answers((_, reply) => void reply.writeHead(401).end()),
  ),
  judged(
    "not-the-service",
    "a login page answers",
    answers((_, reply) => void reply.setHeader("content-type", "text/html").end("<title>Log in</title>")),
    { argv: ["--only", "body-media-type"] },
  ),
  judged(
    "not-the-service",
    "a login comes first",
    answers((_, reply) => void reply.writeHead(302, { location: "https://login.example/?to=orders" }).end()),
  ),
  judged(
    "not-the-service",
    "another path has it",
    answers((_, reply) => void reply.writeHead(404).end()),
  ),
  command("not-comparable", ["compare", "profile.yaml", URL], { env, files: { "profile.yaml": "version: 1\n" } }),
  command("key-leaked", ["verify", `http://127.0.0.1:1/${KEY}/v1`], { env }),
  alone("msw-missing", ["init", "orders-kit-report/public"]),
  alone("playwright-missing", ["verify", URL]),
  alone("prism-missing", ["proxy", URL, "--port", "0"]),
  brokenPrism(),
];
