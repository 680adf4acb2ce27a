/** From the settings of a target and the environment to a connection: its headers, certificates and proxy. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createSecureContext, type SecureContext } from "node:tls";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { isLoopback } from "../../spec/interface/caller.ts";
import type { Connection } from "../client/connection.ts";
import { quoteIfNeeded } from "../client/curl.ts";
import { openProxy } from "../client/http/proxy.ts";
import { CONNECT_TO_DESCRIPTION, parseConnectTo } from "./address.ts";
import { proxyFor } from "./network-proxy.ts";
import type { ConnectionSettings } from "./settings.ts";
import type { Env } from "./target.ts";
import { targetHeader } from "./target-headers.ts";

/** `folder` is that of orders-kit.yaml. Throws a UserError. */
export async function openConnection(
  baseUrl: string,
  settings: ConnectionSettings,
  env: Env,
  folder: string,
): Promise<Connection> {
  const { clientCert, clientKey, ca, connectTo: peer } = settings;
  const headers = Object.entries(settings.headers ?? {}).map(([name, template]) => targetHeader(name, template, env));
  const connectTo = peer === undefined ? undefined : parseConnectTo(peer);
  if (peer !== undefined && connectTo === undefined)
    throw USER_ERRORS.badValue("connectTo", CONNECT_TO_DESCRIPTION, peer);
  const secureContext = await readCertificates(settings, folder);
  const choice = isLoopback(connectTo?.host ?? "") ? undefined : proxyFor(new URL(baseUrl), env);
  const proxy = choice && (await openProxy(choice.url, choice.variable));
  const argument = (flag: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${flag} ${quoteIfNeeded(value)}`];
  return {
    headers: headers.map(({ header }) => header),
    // The address is shown, and what it contains is not a secret.
    secrets: headers.flatMap(({ secrets }) => secrets).filter(({ text }) => !baseUrl.includes(text)),
    ...(connectTo !== undefined && { connectTo }),
    ...(secureContext !== undefined && { secureContext }),
    ...(clientCert !== undefined && { hasClientCertificate: true }),
    ...(proxy !== undefined && { proxy }),
    curl: [
      ...argument("--cert", clientCert),
      ...argument("--key", clientKey),
      ...argument("--cacert", ca),
      ...argument("--connect-to", peer && `::${peer}`),
      ...(proxy === undefined ? [] : [`-x "\${${proxy.variable}:?}"`]),
      ...headers.map(({ curl }) => curl),
    ],
  };
}

type Files = Pick<ConnectionSettings, "clientCert" | "clientKey" | "ca">;

/** Undefined without any PEM file. Paths are relative to `folder`. Throws a UserError that names the setting and the file. */
async function readCertificates(
  { clientCert, clientKey = clientCert, ca }: Files,
  folder: string,
): Promise<SecureContext | undefined> {
  if (clientCert === undefined && clientKey !== undefined)
    throw USER_ERRORS.badCertificate("clientKey", clientKey, "it needs clientCert, the certificate that it belongs to");
  const read = async <T>(setting: keyof Files, path: string | undefined, parse: (pem: Buffer) => T) => {
    if (path === undefined) return undefined;
    const pem = await readFile(resolve(folder, path)).catch((error: unknown) => {
      throw USER_ERRORS.badCertificate(setting, path, describeSystemError(error));
    });
    try {
      return { pem, parsed: parse(pem) };
    } catch {
      const isEncrypted = setting === "clientKey" && pem.includes("ENCRYPTED");
      const what = setting === "clientKey" ? "private key" : "certificate";
      const why = isEncrypted
        ? "its key is encrypted; openssl pkey -in FILE -out FILE decrypts it"
        : `it has no ${what} in PEM form`;
      throw USER_ERRORS.badCertificate(setting, path, why);
    }
  };
  const trusted = await read("ca", ca, (pem) => new X509Certificate(pem));
  const cert = await read("clientCert", clientCert, (pem) => new X509Certificate(pem));
  const key = await read("clientKey", clientKey, createPrivateKey);
  if (cert !== undefined && key !== undefined && !cert.parsed.checkPrivateKey(key.parsed))
    throw USER_ERRORS.badCertificate(
      "clientKey",
      `${clientKey}`,
      `it is not the key of the certificate in ${clientCert}`,
    );
  if (trusted === undefined && cert === undefined) return undefined;
  return createSecureContext({ ca: trusted?.pem, cert: cert?.pem, key: key?.pem });
}
