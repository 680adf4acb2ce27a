/**
 * Builds the curl line that repeats a request of the gate. It is for a POSIX shell with the
 * target's key variable set; a text derived from the key has its own variable, CHANGED_KEY.
 */
import { queryOf } from "./calls.ts";
import { requestCredential } from "./credential-entry.ts";
import { CREDENTIALS } from "./credentials.ts";
import { type Exchange, header } from "./exchange.ts";
import { KEY_PLACEHOLDER } from "./masking/redaction.ts";

/** The key in curl lines; `:?` makes the shell fail if the variable is not set. */
const CURL_KEY = `\${ORDERS_API_KEY:?}`;

/** Repeats method, path, query, credential, headers and body, never shortened. */
export function curlLine(exchange: Exchange): string {
  const { call, url, failure, keyVariable = "ORDERS_API_KEY" } = exchange;
  const target = bareUrl(url) + queryOf(call);
  return [
    "curl -i",
    ...(exchange.curlArguments ?? []),
    ...(call.method === "GET"
      ? []
      : call.method === "HEAD"
        ? ["--head"]
        : [`-X ${quoteIfNeeded(call.method)}`]),
    // By default curl removes dot segments and expands brackets and braces.
    ...(/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(target) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(target) ? ["--globoff"] : []),
    ...(failure?.kind === "timeout"
      ? [`--max-time ${Math.max(1, Math.ceil((call.timeoutMs ?? 10_000) / 1000))}`]
      : []),
    ...credentialArguments(exchange).map((argument) =>
      argument.replaceAll(CURL_KEY, CURL_KEY.replace("ORDERS_API_KEY", keyVariable)),
    ),
    ...(call.headers ?? []).map(
      ([name, value]) => `-H ${quoteIfNeeded(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...(call.body === undefined ? [] : [`-d ${quote(call.body)}`]),
    quote(percentEncoded(target)),
  ].join(" ");
}

/**
 * Returns commands that repeat more than the last call: also the call before it, on the same
 * connection if both shared one; or all calls that were sent at the same moment.
 */
export function repetitionOf(
  last: Exchange,
  before: Exchange | undefined,
  atOnce: readonly Exchange[] = [],
): string {
  if (atOnce.length > 1) return `${linesAtOnce(atOnce.map(curlLine)).join(" ")} wait`;
  const line = curlLine(last);
  if (before === undefined) return line;
  const { connection } = last.call;
  const isSameConnection = connection !== undefined && connection === before.call.connection;
  return isSameConnection
    ? `${curlLine(before)} --next ${line.slice("curl ".length)}`
    : `${curlLine(before)}; ${line}`;
}

/** Returns commands that run in the background, with a loop for equal lines. */
function linesAtOnce(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)].map((line) => {
    const times = lines.filter((one) => one === line).map((_, nth) => nth + 1);
    return times.length === 1 ? `${line} &` : `for i in ${times.join(" ")}; do ${line} & done;`;
  });
}

/** Takes the Authorization header from the exchange, so that a random key stays the same. */
function credentialArguments({ call, requestHeaders }: Exchange): string[] {
  const sent = header({ headers: requestHeaders }, "authorization");
  const { headers, query } = requestCredential(
    CREDENTIALS[call.credential],
    KEY_PLACEHOLDER,
    "wrong",
  );
  return [
    ...headers.map(({ name, masked }) => {
      const value = name === "Authorization" ? (sent ?? masked) : masked;
      return `-H ${shellWord(value === "" ? `${name};` : `${name}: ${value}`)}`;
    }),
    ...query.map(({ masked }) => `-G --data-urlencode ${shellWord(masked)}`),
  ];
}

/** Quotes a masked text; the key and texts derived from it become shell variables. */
function shellWord(text: string): string {
  const parts = text.split(/(\$\{CHANGED_KEY:[^}]*\}|\$\{ORDERS_API_KEY\})/);
  if (parts.length === 1) return quote(text);
  return `"${parts.map((part, i) => (i % 2 === 0 ? inQuotes(part) : part.replaceAll(KEY_PLACEHOLDER, CURL_KEY))).join("")}"`;
}

/**
 * Escapes a text for double quotes. Non-ASCII bytes go through printf, because they would depend on
 * the shell's encoding.
 */
function inQuotes(text: string): string {
  const octal = (one: string): string => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return text
    .replace(/["\\`$]/g, "\\$&")
    .replace(/[\x80-\xff]+/g, (bytes) => `$(printf '${[...bytes].map(octal).join("")}')`);
}

/** Returns the absolute URL without its query, which may hold a credential. */
export function bareUrl(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

/** Returns one word of a POSIX shell command. */
export function quoteIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quote(word);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function percentEncoded(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase()}`)
      .join(""),
  );
}
