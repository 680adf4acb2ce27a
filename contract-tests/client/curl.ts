/** The curl line that repeats a request of the gate, for a POSIX shell in which the key variable of the target is set. */
import { CURL_KEY } from "./credential-entry.ts";
import { CREDENTIALS } from "./credentials.ts";
import type { Exchange } from "./exchange.ts";
import { KEY_PLACEHOLDER } from "./redaction.ts";

/** Repeats method, path, query, credential, headers and body. Never shortened. */
export function curlLine(exchange: Exchange): string {
  const { call, url, failure, keyVariable = "ORDERS_API_KEY" } = exchange;
  const target = bareUrl(url) + (call.query === undefined ? "" : `?${call.query}`);
  return [
    "curl -i",
    ...(exchange.curlArguments ?? []),
    ...(call.method === "GET" ? [] : call.method === "HEAD" ? ["--head"] : [`-X ${quoteIfNeeded(call.method)}`]),
    // By default curl removes dot segments and expands brackets and braces.
    ...(/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(target) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(target) ? ["--globoff"] : []),
    ...(failure?.kind === "timeout" ? [`--max-time ${Math.max(1, Math.ceil((call.timeoutMs ?? 10_000) / 1000))}`] : []),
    ...[credentialArgument(exchange)]
      .filter((argument) => argument !== "")
      .map((argument) => argument.replaceAll(CURL_KEY, CURL_KEY.replace("ORDERS_API_KEY", keyVariable))),
    ...(call.headers ?? []).map(
      ([name, value]) => `-H ${quoteIfNeeded(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...(call.body === undefined ? [] : [`-d ${quote(call.body)}`]),
    quote(percentEncoded(target)),
  ].join(" ");
}

/**
 * The Authorization header that was sent, so that a random key is the same one. The curl argument of the table where a shell makes the
 * credential of the key, or it is not in that header.
 */
function credentialArgument({ call, requestHeaders }: Exchange): string {
  const sent = requestHeaders.find(([name]) => name.toLowerCase() === "authorization")?.[1];
  if (sent === undefined) return CREDENTIALS[call.credential].curl;
  const [, pair] = sent.match(/^Basic \$\(printf %s "([^"$`\\]+)" \| base64\)$/) ?? [];
  if (pair !== undefined) return `-u ${quote(pair)}`;
  if (sent.includes("$(printf")) return CREDENTIALS[call.credential].curl;
  if (sent === "") return "-H 'Authorization;'";
  const literals = sent.split(KEY_PLACEHOLDER);
  if (literals.length === 1) return `-H ${quote(`Authorization: ${sent}`)}`;
  return `-H "Authorization: ${literals.map(inQuotes).join(CURL_KEY)}"`;
}

/** For a text in quotation marks of a shell. Other characters than ASCII would depend on its encoding. */
function inQuotes(text: string): string {
  const octal = (one: string): string => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return text
    .replace(/["\\`$]/g, "\\$&")
    .replace(/[\x80-\xff]+/g, (bytes) => `$(printf '${[...bytes].map(octal).join("")}')`);
}

/** The absolute URL without its query, which may hold a credential. */
export function bareUrl(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

/** One word of a POSIX shell command. */
export function quoteIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quote(word);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Percent-encodes characters that are not printable ASCII. */
function percentEncoded(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, (character) =>
    [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(""),
  );
}
