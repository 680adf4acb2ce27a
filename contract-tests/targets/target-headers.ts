/** The headers that a target adds to every request: which ones may be sent, their values, and what of them is secret. */
import type { Secret } from "../client/redaction.ts";
import type { MaskedHeader } from "../client/request-credential.ts";
import { OVERRIDE_HEADERS } from "../safety/policy.ts";
import type { Env } from "./target.ts";
import { unsetVariable, VARIABLE } from "./variables.ts";

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

/** Why the header cannot be sent, without its value; undefined when it can. */
export function headerProblem(name: string, template: string, env: Env): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "its name is not one that a header can have";
  if (OWN_HEADER.test(name) || OVERRIDE_HEADERS.test(name))
    return "orders-kit sends it itself, or it can change the method or the target of a request";
  const variable = unsetVariable(template, env);
  if (variable !== undefined) return `the variable ${variable} is not set`;
  const value = partsOf(template, env)
    .map(({ sent }) => sent)
    .join("");
  if (value.trim() === "") return "it has no value";
  if (!/^[\t\x20-\x7e]*$/.test(value)) return "its value has a character that is not visible ASCII";
  return value.length > MAX_LENGTH ? `its value has more than ${MAX_LENGTH} characters` : undefined;
}

/** `${NAME}` in the value is an environment variable. The header has no problem, see {@link headerProblem}. */
export function targetHeader(name: string, template: string, env: Env): TargetHeader {
  const parts = partsOf(template.trim(), env);
  const [only] = parts;
  // A value that is written out may be a secret too.
  if (parts.length === 1 && only?.variable === undefined && template.length >= MIN_SECRET_LENGTH)
    return fromParts(name, [{ sent: template.trim(), variable: name.toUpperCase().replace(/\W|^(?=\d)/g, "_") }]);
  return fromParts(name, parts);
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
