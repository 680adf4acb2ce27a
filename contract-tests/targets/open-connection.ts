/**
 * Opens a connection from the settings of a target and the environment: its headers, certificates
 * and proxy.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createSecureContext, type SecureContext } from "node:tls";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { isLoopback } from "../../spec/interface/caller.ts";
import type { MaskedHeader } from "../client/credential-entry.ts";
import { quoteIfNeeded } from "../client/curl.ts";
import type { Connection } from "../client/http/connector.ts";
import { openProxy } from "../client/http/proxy.ts";
import { looksLikeSecret, MIN_SECRET_LENGTH } from "../client/masking/redaction.ts";
import { OVERRIDE_HEADERS } from "../safety/policy.ts";
import { unsetVariable, VARIABLE } from "./address.ts";
import type { Settings } from "./settings/settings.ts";
import type { Env } from "./target.ts";
import { targetError } from "./target-errors.ts";

/** `folder`: the folder of orders-kit.yaml. Throws a UserError. */
export async function openConnection(
  baseUrl: string,
  settings: Settings,
  env: Env,
  folder: string,
): Promise<Connection> {
  const { clientCert, ca } = settings;
  const headers = Object.entries(settings.headers ?? {}).map(([name, template]) =>
    targetHeader(name, template, env),
  );
  const secureContext = await readCertificates(settings, folder);
  const choice = proxyFor(new URL(baseUrl), env);
  const proxy = choice && (await openProxy(choice.url, choice.variable));
  const argument = (flag: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${flag} ${quoteIfNeeded(value)}`];
  return {
    headers: headers.map(({ header }) => header),
    // We show the address, so nothing in it is a secret.
    secrets: headers
      .flatMap(({ secrets }) => secrets)
      .filter(({ text }) => !baseUrl.includes(text)),
    ...(secureContext !== undefined && { secureContext }),
    ...(clientCert !== undefined && { hasClientCertificate: true }),
    ...(proxy !== undefined && { proxy }),
    curl: [
      ...argument("--cert", clientCert),
      ...argument("--cacert", ca),
      ...(proxy === undefined ? [] : [`-x "\${${proxy.variable}:?}"`]),
      ...headers.map(({ curl }) => curl),
    ],
  };
}

type Files = Pick<Settings, "clientCert" | "ca">;

/**
 * Returns undefined without any PEM file. Paths are relative to `folder`. Throws a UserError that
 * names the setting and the file.
 */
async function readCertificates(
  { clientCert, ca }: Files,
  folder: string,
): Promise<SecureContext | undefined> {
  const read = async (setting: keyof Files, path: string): Promise<Buffer> => {
    const pem = await readFile(resolve(folder, path)).catch((error: unknown) => {
      throw targetError("bad-certificate", { setting, path, why: describeSystemError(error) });
    });
    if (!isReadable(() => new X509Certificate(pem)))
      throw targetError("bad-certificate", {
        setting,
        path,
        why: "it has no certificate in PEM form",
      });
    return pem;
  };
  const trusted = ca === undefined ? undefined : await read("ca", ca);
  if (clientCert === undefined) return trusted && createSecureContext({ ca: trusted });

  const pem = await read("clientCert", clientCert);
  const refused = (why: string) =>
    targetError("bad-certificate", { setting: "clientCert", path: clientCert, why });
  if (!isReadable(() => createPrivateKey(pem))) throw refused(keyProblem(pem));
  if (!new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem)))
    throw refused("its key is not that of its certificate");
  return createSecureContext({ ca: trusted, cert: pem, key: pem });
}

function isReadable(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

function keyProblem(pem: Buffer): string {
  return pem.includes("ENCRYPTED")
    ? "its key is encrypted; openssl pkey -in FILE -out FILE decrypts it"
    : "it has no private key; cat CERT KEY > FILE puts both into one";
}

/** Headers that the gate sends itself, with values on which its checks depend. */
const OWN_HEADER =
  /^(?:connection|keep-alive|te|trailer|proxy-.*|accept|accept-.*|content-.*|range|if-.*|origin|access-control-.*)$/i;
const MAX_HEADER_LENGTH = 8192;

/**
 * Reads a header of the settings. `${NAME}` in the value is an environment variable. `curl` has the
 * arguments for a POSIX shell with the variables. Throws a UserError, without the value, if the
 * header cannot be sent.
 */
export function targetHeader(name: string, template: string, env: Env) {
  const written = template.trim();
  const sent = written.replace(VARIABLE, (_, variable: string) => env[variable] ?? "");
  const problem = headerProblem(name, sent, unsetVariable(written, env));
  if (problem !== undefined) throw targetError("bad-header", { name, why: problem });
  // A value that is written out may also be a secret.
  const isHidden = sent === written && sent.length >= MIN_SECRET_LENGTH;
  const masked = isHidden ? `\${${name.toUpperCase().replace(/\W|^(?=\d)/g, "_")}}` : written;
  const quoted = masked
    .split(VARIABLE)
    .map((text, at) => (at % 2 === 0 ? text.replace(/["\\$`]/g, "\\$&") : `\${${text}:?}`));
  return {
    header: { name, sent, masked } satisfies MaskedHeader,
    secrets: [...masked.matchAll(VARIABLE)].flatMap(([replacement, variable = ""]) =>
      secretsIn(isHidden ? sent : `${env[variable]}`).map((text) => ({ text, replacement })),
    ),
    curl: `-H "${name}: ${quoted.join("")}"`,
  };
}

function headerProblem(name: string, value: string, unset: string | undefined): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "its name is not one that a header can have";
  if (OWN_HEADER.test(name) || OVERRIDE_HEADERS.test(name))
    return "orders-kit sends it itself, or it can change the method or the target of a request";
  if (unset !== undefined) return `the variable ${unset} is not set`;
  if (value.trim() === "") return "it has no value";
  if (!/^[\t\x20-\x7e]*$/.test(value)) return "its value has a character that is not visible ASCII";
  return value.length > MAX_HEADER_LENGTH
    ? `its value has more than ${MAX_HEADER_LENGTH} characters`
    : undefined;
}

/**
 * Returns the texts to search for: the value and its parts, such as the value of a cookie, that
 * look like a secret.
 */
function secretsIn(value: string): string[] {
  const words = value.split(/[\s;,]+/);
  const parts = [value, ...words, ...words.map((word) => word.slice(word.indexOf("=") + 1))];
  return [...new Set(parts)].filter(looksLikeSecret);
}

/**
 * Returns the HTTP proxy for an address, with its credentials, and the variable that names it.
 * Reads the variables as curl does: lower case before capitals, NO_PROXY for the host and all names
 * below it. Unlike curl, which also runs in servers, we also read HTTP_PROXY in capitals, and reach
 * the loopback interface directly. Throws a UserError, without the value, if the variable names no
 * HTTP proxy.
 */
export function proxyFor(
  { protocol, hostname }: URL,
  env: Env,
): { variable: string; url: URL } | undefined {
  const host = hostname.replace(/^\[|[\].]$/g, "");
  if (isLoopback(host)) return undefined;
  const name = `${protocol.slice(0, -1)}_proxy`;
  const variable = [name, name.toUpperCase()].find((one) => env[one]);
  if (variable === undefined || isExcluded(host, env.no_proxy || env.NO_PROXY || ""))
    return undefined;
  return { variable, url: proxyUrl(variable, env[variable] ?? "") };
}

function isExcluded(host: string, excluded: string): boolean {
  const names = excluded.toLowerCase().match(/[^\s,]+/g) ?? [];
  return names.some((entry) => {
    const name = entry.replace(/^\*?\.|\.$|[[\]]/g, "");
    return entry === "*" || host === name || host.endsWith(`.${name}`);
  });
}

function proxyUrl(variable: string, value: string): URL {
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
    decodeURIComponent(`${url.username}${url.password}`);
  } catch {
    throw targetError("bad-proxy", { variable, problem: "is not the address of a proxy" });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw targetError("bad-proxy", {
      variable,
      problem: `names a proxy of the kind ${url.protocol.slice(0, -1)}`,
    });
  return url;
}
