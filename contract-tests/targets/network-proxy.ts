/** Which HTTP proxy the environment names for an address: HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { isLoopback } from "../../spec/interface/caller.ts";
import type { Env } from "./target.ts";

/**
 * The variable that names the proxy, and its address with its credentials. As curl
 * reads the variables: in lower case before capitals, NO_PROXY for the host and all names below it. Unlike curl, which also runs in
 * servers, it reads HTTP_PROXY in capitals too, and goes to the loopback interface directly. Throws a UserError, without the value,
 * when it names no HTTP proxy.
 */
export function proxyFor({ protocol, hostname }: URL, env: Env): { variable: string; url: URL } | undefined {
  const host = hostname.replace(/^\[|[\].]$/g, "");
  if (isLoopback(host)) return undefined;
  const name = `${protocol.slice(0, -1)}_proxy`;
  const variable = [name, name.toUpperCase()].find((one) => env[one]);
  if (variable === undefined || isExcluded(host, env.no_proxy || env.NO_PROXY || "")) return undefined;
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
    throw USER_ERRORS.badProxy(variable, "is not the address of a proxy");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw USER_ERRORS.badProxy(variable, `names a proxy of the kind ${url.protocol.slice(0, -1)}`);
  return url;
}
