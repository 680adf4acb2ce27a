/** Which HTTP proxy the environment names for an address: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY. */
import { BlockList, isIP, isIPv4 } from "node:net";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { isLoopback } from "../../spec/interface/caller.ts";
import type { Env } from "./target.ts";

/**
 * The variable that names the proxy, and its address with its credentials; without one where NO_PROXY excludes the host. As curl
 * reads the variables: in lower case before capitals, NO_PROXY for the host and all names below it. Unlike curl, which also runs in
 * servers, it reads HTTP_PROXY in capitals too, and goes to the loopback interface directly. Throws a UserError, without the value,
 * when it names no HTTP proxy.
 */
export function proxyFor({ protocol, hostname }: URL, env: Env): { variable: string; url?: URL } | undefined {
  const host = hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  if (isLoopback(host)) return undefined;
  const names = [`${protocol.slice(0, -1)}_proxy`, "all_proxy"].flatMap((name) => [name, name.toUpperCase()]);
  const variable = names.find((name) => env[name]);
  if (variable === undefined) return undefined;
  if (isExcluded(host, env.no_proxy || env.NO_PROXY || "")) return { variable };
  return { variable, url: proxyUrl(variable, env[variable] ?? "") };
}

function isExcluded(host: string, excluded: string): boolean {
  return excluded
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === "*") return true;
      const [address = "", prefix] = entry.replace(/^\[|\]$/g, "").split("/");
      if (isIP(address) > 0) return isInSubnet(host, address, prefix);
      const name = address.replace(/^\*?\.|\.$/g, "");
      return host === name || host.endsWith(`.${name}`);
    });
}

function isInSubnet(host: string, address: string, prefix: string | undefined): boolean {
  const family = (ip: string) => (isIPv4(ip) ? "ipv4" : "ipv6");
  const most = isIPv4(address) ? 32 : 128;
  const length = prefix === undefined ? most : Number(prefix);
  if (isIP(host) === 0 || !Number.isInteger(length) || length < 0 || length > most) return false;
  const subnet = new BlockList();
  subnet.addSubnet(address, length, family(address));
  return subnet.check(host, family(host));
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
