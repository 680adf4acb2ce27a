/** Checks the address of a deployment and its key before anything is sent. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { keyProblem } from "../../spec/interface/api-key.ts";

/** Targets by name; targets-file.ts reads it. */
export const TARGETS_FILE = "orders-kit.yaml";
export const KEY_VARIABLE = "ORDERS_API_KEY";

export const isAddress = (target: string): boolean => /^https?:\/\//i.test(target);

/** The address without a slash at the end. `name` is the name of the target. Throws a UserError. */
export function checkAddress(url: string, name: string | undefined): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw USER_ERRORS.badTargetUrl(url, "it is not a valid URL", name);
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
    throw USER_ERRORS.badTargetUrl(url, "it is neither http nor https", name);
  if (parsed.username !== "" || parsed.password !== "")
    throw USER_ERRORS.badTargetUrl(`${parsed.origin}/…`, "it holds credentials, which would end up in reports", name);
  if (parsed.search !== "" || parsed.hash !== "")
    throw USER_ERRORS.badTargetUrl(`${parsed.origin}${parsed.pathname}…`, "it has a query or a fragment", name);
  return parsed.href.replace(/\/+$/, "");
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
