/** Checks the address of a deployment, and the variables in it, before anything is sent. */

import type { Env } from "./target.ts";
import { targetError } from "./target-errors.ts";

export const isAddress = (target: string): boolean => /^https?:\/\//i.test(target);

/**
 * Returns the address without a slash at the end. `place` says where the address is written: "The
 * url of NAME in FILE". Throws a UserError.
 */
export function checkAddress(url: string, place: string | undefined): string {
  const refused = (shown: string, why: string): Error =>
    targetError("bad-target-url", {
      source: place === undefined ? shown : `${place}, ${shown},`,
      why,
    });
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

/** Matches `${NAME}` in a value, an environment variable. Its group is the name. */
export const VARIABLE = /\$\{(\w+)\}/g;

/** Returns the first variable of a text that is not set, or is empty. */
export function unsetVariable(text: string, env: Env): string | undefined {
  return [...text.matchAll(VARIABLE)].map(([, name = ""]) => name).find((name) => !env[name]);
}
