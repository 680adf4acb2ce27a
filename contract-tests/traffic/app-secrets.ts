/** Finds what may be a credential in the requests of an app, wherever it stands: it is masked in what is kept and shown. */
import { percentDecoded } from "../../spec/interface/match.ts";
import { isSearchable } from "../client/redaction.ts";
import type { PassedExchange } from "./passed-exchange.ts";

/** The names of header fields and of parameters whose value may be a credential. */
const SECRET = /key|token|secret|pass|pwd|auth|session|sig|credential|cookie|jwt|code|\bsid\b/i;

/** Placeholders that tools write for a key. */
export const MASKED = /^(?:\W|x)*$|^\[.*\]$|redact|mask|hidden|removed|filtered|\$\{/i;

/** Any other text may be data of the app that the deployment repeats: an id, a date, a path. */
const LIKELY = /^(?=.*\d)(?=.*[a-z])(?!\/|\d{4}-\d\d-\d\d)[\w.~+=%/-]{12,}$/i;

const SCHEME = /^(?:bearer|basic|token|digest)$/i;
const OF_AUTHORIZATION = /^authorization$/i;

/** The texts in a request that may be credentials. */
export function secretsIn({
  target,
  requestHeaders,
}: Pick<PassedExchange, "target" | "requestHeaders">): readonly string[] {
  const [, query = ""] = target.split("?", 2);
  const keys = requestHeaders
    .filter(([name]) => OF_AUTHORIZATION.test(name))
    .flatMap(([, value]) => tokensIn(value));
  const others = requestHeaders
    .filter(([name]) => SECRET.test(name) && !OF_AUTHORIZATION.test(name))
    .flatMap(([, value]) => value.split(/[\s,;]+|(?<=^[\w.-]+|; ?[\w.-]+)=/));
  const parameters = query
    .split(/[&;]/)
    .filter((parameter) => SECRET.test(parameter.split("=")[0] ?? ""))
    .map((parameter) => parameter.replace(/^[^=]*=/, ""));
  const likely = [...others, ...parameters].filter((text) => LIKELY.test(text));
  return [...new Set([...keys, ...likely])].filter((text) => !MASKED.test(text));
}

/** Behind a scheme that is known, or alone, any word may be the key; else one that looks like one. */
function tokensIn(authorization: string): readonly string[] {
  const [first = "", ...others] = authorization.trim().split(/[\s,;="]+/);
  const isKnown = SCHEME.test(first) || others.length === 0;
  const words = SCHEME.test(first) ? others : [first, ...others];
  return words.filter((word) =>
    isKnown ? word !== "undefined" && isSearchable(word) : LIKELY.test(word),
  );
}

/** A value of Authorization as it is shown. */
export function maskAuthorization(value: string, placeholder: string): string {
  const [, first = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/.exec(value) ?? [];
  const [scheme, token] = SCHEME.test(first) ? [`${first} `, rest] : ["", value.trim()];
  const isShown = token === "" || /^(?:undefined|null)$/.test(token) || MASKED.test(token);
  return isShown ? value : `${scheme}${placeholder}`;
}

/** Values of parameters that may be shown: a number, a word, a date. */
const PLAIN = /^[\w.,:+-]{0,30}$/;
const HIDDEN = "…";

/** The query with the values masked that may be credentials. */
export function maskQuery(query: string): string {
  return query.replace(/(?<=^|&)([^=&]*)=([^&]*)/g, (parameter, name: string, value: string) => {
    const isSecret = SECRET.test(percentDecoded(name) ?? name);
    return isSecret || !PLAIN.test(value) ? `${name}=${HIDDEN}` : parameter;
  });
}

/** The path with the values of its parameters masked: `;jsessionid=…`. */
export function maskPath(path: string): string {
  return path.replace(/;([\w-]+)=[^/;]*/g, `;$1=${HIDDEN}`);
}

/** A field of a response as it is shown: what a deployment issues may be a credential, too. */
export function maskField(name: string, value: string): string {
  if (/^set-cookie$/i.test(name)) return value.replace(/=[^;]*/, `=${HIDDEN}`);
  if (/^location$|^link$/i.test(name)) return value.replace(/\?[^>]*/, `?${HIDDEN}`);
  const isIssued = /^authorization$|token|secret|api-?key|session/i.test(name);
  return isIssued && !/^access-control-/i.test(name) ? HIDDEN : value;
}
