/** The headers that a target adds to every request: which ones may be sent, their values, and what of them is secret. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { Secret } from "../client/redaction.ts";
import type { MaskedHeader } from "../client/request-credential.ts";
import { OVERRIDE_HEADERS } from "../safety/policy.ts";
import { unsetVariable, VARIABLE } from "./address.ts";
import type { Env } from "./target.ts";

export interface TargetHeader {
  readonly header: MaskedHeader;
  readonly secrets: readonly Secret[];
  /** The arguments of curl, for a POSIX shell with the variables. */
  readonly curl: string;
}

/** Headers that the gate sends itself, with values that its checks depend on. */
const OWN_HEADER =
  /^(?:connection|keep-alive|te|trailer|proxy-.*|accept|accept-.*|content-.*|range|if-.*|origin|access-control-.*)$/i;
const MAX_LENGTH = 8192;

/** `${NAME}` in the value is an environment variable. Throws a UserError, without the value, for a header that cannot be sent. */
export function targetHeader(name: string, template: string, env: Env): TargetHeader {
  const parts = partsOf(template.trim(), env);
  const problem = headerProblem(name, parts.map(({ sent }) => sent).join(""), unsetVariable(template, env));
  if (problem !== undefined) throw USER_ERRORS.badHeader(name, problem);
  const [only] = parts;
  // A value that is written out may be a secret too.
  if (parts.length === 1 && only?.variable === undefined && template.length >= MIN_SECRET_LENGTH)
    return fromParts(name, [{ sent: template.trim(), variable: name.toUpperCase().replace(/\W|^(?=\d)/g, "_") }]);
  return fromParts(name, parts);
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

/** A part of a value; `variable` is the environment variable that has it. */
interface Part {
  readonly sent: string;
  readonly variable?: string | undefined;
}

function partsOf(template: string, env: Env): Part[] {
  return template
    .split(VARIABLE)
    .map((text, at) => (at % 2 === 0 ? { sent: text } : { sent: env[text] ?? "", variable: text }))
    .filter(({ sent }) => sent !== "");
}

function fromParts(name: string, parts: readonly Part[]): TargetHeader {
  const text = (show: (part: Part) => string): string => parts.map(show).join("");
  const masked = ({ sent, variable }: Part): string => (variable === undefined ? sent : `\${${variable}}`);
  const quoted = ({ sent, variable }: Part): string =>
    variable === undefined ? sent.replace(/["\\$`]/g, "\\$&") : `\${${variable}:?}`;
  return {
    header: { name, sent: text(({ sent }) => sent), masked: text(masked) },
    secrets: parts.flatMap((part) =>
      part.variable === undefined
        ? []
        : secretsIn(part.sent).map((secret) => ({ text: secret, replacement: masked(part) })),
    ),
    curl: `-H "${name}: ${text(quoted)}"`,
  };
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
