/** What a user reads where something is between the gate and the service, and of the settings for it. */
import { createServer } from "node:http";
import http2 from "node:http2";
import https from "node:https";
import net from "node:net";
import { selfSigned } from "../../contract-tests/testing/self-signed.ts";
import { command, type ErrorCase, KEY } from "./error-case.ts";
import { answers, verifying } from "./targets.ts";

const env = { ORDERS_API_KEY: KEY };
const URL = "https://orders.example/v1";
const LOCALHOST = "https://localhost";
const certificate = selfSigned();
const ca = ["--ca", "ca.pem"];
const caFile = { "ca.pem": certificate.cert };

/** verify of a target with a setting. */
const setting = (code: string, text: string, files: Readonly<Record<string, string>> = {}): ErrorCase =>
  command(code, ["verify", "staging"], {
    env,
    files: { "orders-kit.yaml": `targets:\n  staging:\n    url: ${URL}\n    ${text}\n`, ...files },
  });

const page = (status: number, title: string) =>
  answers(
    (_, reply) =>
      void reply
        .writeHead(status, { "content-type": "text/html" })
        .end(`<html><head><title>${title}</title></head><body></body></html>`),
  );

/** A proxy that answers each CONNECT with a status. */
const proxyWith = (status: number) =>
  createServer().on("connect", (_, socket) => void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
const through = (credentials = "") => ({
  origin: "https://orders.example",
  variables: (port: number) => ({ HTTPS_PROXY: `http://${credentials}127.0.0.1:${port}` }),
});
const directly = (variables: Readonly<Record<string, string>>) => ({
  origin: "https://no-such-host.invalid",
  variables: () => variables,
});

const requiring = (version: "TLSv1.2" | "TLSv1.3") =>
  https.createServer({
    ...certificate,
    ca: certificate.cert,
    requestCert: true,
    minVersion: version,
    maxVersion: version,
  });

export const NETWORKS: readonly ErrorCase[] = [
  verifying("target-unreachable", "TLS 1.3 requires a client certificate", requiring("TLSv1.3"), {
    origin: LOCALHOST,
    argv: ca,
    files: caFile,
  }),
  verifying("target-unreachable", "TLS 1.2 requires a client certificate", requiring("TLSv1.2"), {
    origin: LOCALHOST,
    argv: ca,
    files: caFile,
  }),
  verifying(
    "gateway-answers",
    "nginx requires a client certificate",
    page(400, "400 No required SSL certificate was sent"),
  ),
  verifying("gateway-answers", "nginx does not accept the certificate", page(400, "400 The SSL certificate error")),
  verifying("target-unreachable", "the server speaks only HTTP/2", http2.createServer()),
  verifying("target-unreachable", "the server speaks only HTTP/2 over TLS", http2.createSecureServer(certificate), {
    origin: LOCALHOST,
    argv: ca,
    files: caFile,
  }),
  verifying(
    "gateway-answers",
    "a login comes first",
    answers((_, reply) => void reply.writeHead(302, { location: "https://login.example/?to=s3cret" }).end()),
  ),
  verifying("gateway-answers", "a firewall blocks the call", page(403, "Attention Required!")),
  verifying("gateway-answers", "a proxy on the way asks for credentials", page(407, "Log in")),
  verifying("target-unreachable", "the proxy asks for credentials", proxyWith(407), through()),
  verifying("target-unreachable", "the proxy does not accept the credentials", proxyWith(407), through("me:s3cret@")),
  verifying("target-unreachable", "the proxy refuses the host", proxyWith(403), through("me:s3cret@")),
  verifying(
    "target-unreachable",
    "the proxy is not one",
    net.createServer((socket) => void socket.end("220 mail.example ESMTP\r\n")),
    through(),
  ),
  verifying(
    "target-unreachable",
    "the proxy cannot be reached",
    createServer(),
    directly({ HTTPS_PROXY: "http://me:s3cret@127.0.0.1:1" }),
  ),
  verifying(
    "target-unreachable",
    "NO_PROXY excludes the host",
    createServer(),
    directly({ HTTPS_PROXY: "http://me:s3cret@127.0.0.1:1", NO_PROXY: "invalid" }),
  ),
  command("bad-proxy", ["verify", URL], { env: { ...env, HTTPS_PROXY: "socks5://me:s3cret@127.0.0.1:1080" } }),
  command("bad-proxy", ["proxy", URL], { env: { ...env, https_proxy: "http://me:s3cret@" } }),
  command("bad-header", ["verify", URL, "--header", "Authorization: Bearer s3cret"], { env }),
  command("bad-header", ["verify", URL, "--header", "X-HTTP-Method-Override: DELETE"], { env }),
  command("bad-header", ["verify", URL, "--header", "Cookie=s3cret"], { env }),
  setting("bad-header", 'headers: { X-Token: "$' + '{GATEWAY_TOKEN}" }'),
  setting("bad-file", "headers: [X-Token]"),
  setting("bad-file", "connectTo: 10.0.0.7"),
  setting("bad-file", "keyCommand: cat key\n    keyEnv: KEY"),
  setting("bad-file", "clientCert: $" + "{PKI}/client.pem"),
  setting("bad-certificate", "clientCert: client.pem"),
  setting("bad-certificate", "ca: ca.pem", { "ca.pem": "s3cret" }),
  setting("key-command-failed", "keyCommand: echo access denied >&2; exit 4"),
  setting("key-command-output", "keyCommand: echo log in first >&2"),
  setting("key-command-output", "keyCommand: echo Logged in.; echo 4711"),
  setting("bad-key", "keyCommand: echo Bearer s3cret"),
];
