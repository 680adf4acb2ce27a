/** What users write of a deployment, checked before anything is sent: its address, variables, a place to connect to. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { Env } from "./target.ts";

/** Targets by name; targets-file.ts reads it. */
export const TARGETS_FILE = "orders-kit.yaml";

export const isAddress = (target: string): boolean => /^https?:\/\//i.test(target);

/** The address without a slash at the end. `name` is the name of the target. Throws a UserError. */
export function checkAddress(url: string, name: string | undefined): string {
  const refused = (shown: string, why: string): Error =>
    USER_ERRORS.badTargetUrl(
      name === undefined ? shown : `The url of ${name} in orders-kit.yaml, ${shown},`,
      why,
    );
  if (!URL.canParse(url)) throw refused(url, "it is not a valid URL");
  const { protocol, username, password, origin, pathname, search, hash, href } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    throw refused(url, "it is neither http nor https");
  if (username !== "" || password !== "")
    throw refused(`${origin}/…`, "it holds credentials, which would end up in reports");
  if (search !== "" || hash !== "")
    throw refused(`${origin}${pathname}…`, "it has a query or a fragment");
  return href.replace(/\/+$/, "");
}

/** `${NAME}` in a value: an environment variable. Its group is the name. */
export const VARIABLE = /\$\{(\w+)\}/g;

/** The first variable of a text that is not set, or is empty. */
export function unsetVariable(text: string, env: Env): string | undefined {
  return [...text.matchAll(VARIABLE)].map(([, name = ""]) => name).find((name) => !env[name]);
}

const CONNECT_TO = /^(?:\[(?<ipv6>[\da-fA-F:.]+)\]|(?<name>[\w.-]+)):(?<port>\d{1,5})$/;
export const CONNECT_TO_DESCRIPTION = "a host and a port, such as 10.0.0.7:8443";

/** `connectTo` of a target. Undefined when it is not a host and a port. */
export function parseConnectTo(
  text: string,
): { readonly host: string; readonly port: number } | undefined {
  const { ipv6, name, port } = CONNECT_TO.exec(text)?.groups ?? {};
  const host = ipv6 ?? name;
  const number = Number(port);
  return host === undefined || number < 1 || number > 65_535 ? undefined : { host, port: number };
}
