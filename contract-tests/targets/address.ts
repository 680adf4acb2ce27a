/** What users write of a deployment, checked before anything is sent: its address, its key, variables, a place to connect to. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { keyProblem } from "../../spec/interface/api-key.ts";
import type { Env } from "./target.ts";

/** Targets by name; targets-file.ts reads it. */
export const TARGETS_FILE = "orders-kit.yaml";
export const KEY_VARIABLE = "ORDERS_API_KEY";

export const isAddress = (target: string): boolean => /^https?:\/\//i.test(target);

/** The address without a slash at the end. `name` is the name of the target. Throws a UserError. */
export function checkAddress(url: string, name: string | undefined): string {
  if (!URL.canParse(url)) throw USER_ERRORS.badTargetUrl(url, "it is not a valid URL", name);
  const { protocol, username, password, origin, pathname, search, hash, href } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    throw USER_ERRORS.badTargetUrl(url, "it is neither http nor https", name);
  if (username !== "" || password !== "")
    throw USER_ERRORS.badTargetUrl(`${origin}/…`, "it holds credentials, which would end up in reports", name);
  if (search !== "" || hash !== "")
    throw USER_ERRORS.badTargetUrl(`${origin}${pathname}…`, "it has a query or a fragment", name);
  return href.replace(/\/+$/, "");
}

/**
 * The name of the environment variable that holds the key. Throws a UserError, which does not show the name: users may have
 * given the key itself.
 */
export function keyVariableOf(
  apiKeyEnv: string | undefined,
  keyEnv: string | undefined,
  name: string | undefined,
): string {
  const variable = apiKeyEnv ?? keyEnv ?? KEY_VARIABLE;
  if (/^[A-Za-z_]\w*$/.test(variable)) return variable;
  throw USER_ERRORS.badKeyVariable(apiKeyEnv === undefined ? `keyEnv of ${name} in ${TARGETS_FILE}` : "--api-key-env");
}

/** The key of a variable. Throws a UserError, which does not show the key, when it is missing or cannot be sent in a header. */
export function keyInVariable(key: string | undefined, variable: string): string {
  if (!key) throw USER_ERRORS.missingKey(/^[A-Z_0-9]+$/.test(variable) ? variable : "the variable that was named");
  return checkKey(key, `$${variable}`);
}

/** `source` is the start of a sentence. */
export function checkKey(key: string, source: string): string {
  const problem = keyProblem(key);
  if (problem !== undefined) throw USER_ERRORS.badKey(source, problem);
  return key;
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
export function parseConnectTo(text: string): { readonly host: string; readonly port: number } | undefined {
  const { ipv6, name, port } = CONNECT_TO.exec(text)?.groups ?? {};
  const host = ipv6 ?? name;
  const number = Number(port);
  return host === undefined || number < 1 || number > 65_535 ? undefined : { host, port: number };
}
