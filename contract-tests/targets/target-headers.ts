/** The headers that a target adds to every request: which ones may be sent, their values, and what of them is secret. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { MaskedHeader } from "../client/credential-entry.ts";
import { OVERRIDE_HEADERS } from "../safety/policy.ts";
import { unsetVariable, VARIABLE } from "./address.ts";
import type { Env } from "./target.ts";

/** Headers that the gate sends itself, with values that its checks depend on. */
const OWN_HEADER =
  /^(?:connection|keep-alive|te|trailer|proxy-.*|accept|accept-.*|content-.*|range|if-.*|origin|access-control-.*)$/i;
const MAX_LENGTH = 8192;

/**
 * `${NAME}` in the value is an environment variable. `curl` has the arguments for a POSIX shell with the variables. Throws a UserError,
 * without the value, for a header that cannot be sent.
 */
export function targetHeader(name: string, template: string, env: Env) {
  const written = template.trim();
  const sent = written.replace(VARIABLE, (_, variable: string) => env[variable] ?? "");
  const problem = headerProblem(name, sent, unsetVariable(written, env));
  if (problem !== undefined) throw USER_ERRORS.badHeader(name, problem);
  // A value that is written out may be a secret too.
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
  return value.length > MAX_LENGTH ? `its value has more than ${MAX_LENGTH} characters` : undefined;
}

const MIN_SECRET_LENGTH = 8;

/**
 * What is searched for: the value and its parts, such as the value of a cookie, of eight characters or more with a letter and a
 * digit. A word, a number, a date or a short text can occur in an answer by itself: where it was masked, the answer would be
 * judged wrongly.
 */
function secretsIn(value: string): string[] {
  const words = value.split(/[\s;,]+/);
  const parts = [value, ...words, ...words.map((word) => word.slice(word.indexOf("=") + 1))];
  return [...new Set(parts)].filter(
    (text) => text.length >= MIN_SECRET_LENGTH && /[A-Za-z]/.test(text) && /\d/.test(text),
  );
}
