/** From the settings of a target and the environment to a connection. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { isLoopback } from "../../spec/interface/caller.ts";
import type { Connection } from "../client/connection.ts";
import { quoteIfNeeded } from "../client/curl.ts";
import { openProxy } from "../client/http/proxy.ts";
import { readCertificates } from "./certificates.ts";
import { CONNECT_TO_DESCRIPTION, parseConnectTo } from "./connect-to.ts";
import { proxyFor } from "./network-proxy.ts";
import type { ConnectionSettings } from "./settings.ts";
import type { Env } from "./target.ts";
import { headerProblem, targetHeader } from "./target-headers.ts";

/** `folder` is that of orders-kit.yaml. Throws a UserError. */
export async function openConnection(
  baseUrl: string,
  settings: ConnectionSettings,
  env: Env,
  folder: string,
): Promise<Connection> {
  const { clientCert, clientKey, ca, connectTo: peer } = settings;
  const headers = Object.entries(settings.headers ?? {}).map(([name, template]) => {
    const problem = headerProblem(name, template, env);
    if (problem !== undefined) throw USER_ERRORS.badHeader(name, problem);
    return targetHeader(name, template, env);
  });
  const connectTo = peer === undefined ? undefined : parseConnectTo(peer);
  if (peer !== undefined && connectTo === undefined)
    throw USER_ERRORS.badValue("connectTo", peer, CONNECT_TO_DESCRIPTION);
  const secureContext = await readCertificates(settings, folder);
  const choice = isLoopback(connectTo?.host ?? "") ? undefined : proxyFor(new URL(baseUrl), env);
  const { variable = "", url } = choice ?? {};
  const proxy = url === undefined ? undefined : await openProxy(url, variable);
  const files = [
    ["--cert", clientCert],
    ["--key", clientKey],
    ["--cacert", ca],
  ] as const;
  return {
    headers: headers.map(({ header }) => header),
    // The address is shown, and what it contains is not a secret.
    secrets: headers.flatMap(({ secrets }) => secrets).filter(({ text }) => !baseUrl.includes(text)),
    ...(connectTo !== undefined && { connectTo }),
    ...(secureContext !== undefined && { secureContext }),
    ...(clientCert !== undefined && { hasClientCertificate: true }),
    ...(proxy !== undefined && { proxy }),
    ...(choice !== undefined && url === undefined && { excludedProxy: variable }),
    curl: [
      ...files.flatMap(([flag, path]) => (path === undefined ? [] : [`${flag} ${quoteIfNeeded(path)}`])),
      ...(peer === undefined ? [] : [`--connect-to ${quoteIfNeeded(`::${peer}`)}`]),
      ...(proxy === undefined ? [] : [`-x "\${${variable}:?}"`]),
      ...headers.map(({ curl }) => curl),
    ],
  };
}
