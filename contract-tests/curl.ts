/** The curl line that repeats a request of the gate, for a POSIX shell in which the variable of the target holds the key. */
import type { Credential, Exchange } from "./exchange.ts";
import { KEY_MARK } from "./secrets.ts";

/** The key itself; the shell says so when it is not set. */
const KEY = `\${ORDERS_API_KEY:?}`;

/** What a filter makes of the key. */
const piped = (filter: string) => `$(printf %s "${KEY}" | ${filter})`;

/** How a credential looks: the arguments that make curl send it, and the line that a reader sees in the request. */
interface Look {
  readonly curl: string;
  readonly line: string;
}

const header = (value: string, line: string): Look => ({ curl: `-H "Authorization: ${value}"`, line });
const bearer = (value: string, words: string) => header(`Bearer ${value}`, `Authorization: Bearer <${words}>`);

export const CREDENTIAL_LOOKS: Readonly<Record<Credential, Look>> = {
  good: header(`Bearer ${KEY}`, `Authorization: Bearer ${KEY_MARK}`),
  none: { curl: "", line: "(no Authorization header)" },
  wrong: bearer(piped("tr A-Za-z0-9 N-ZA-Mn-za-m5-90-4"), "a made-up key of the same length"),
  empty: { curl: "-H 'Authorization: Bearer '", line: "Authorization: Bearer <nothing>" },
  "scheme-only": { curl: "-H 'Authorization: Bearer'", line: "Authorization: Bearer" },
  "blank-header": { curl: "-H 'Authorization;'", line: "Authorization: <nothing>" },
  truncated: bearer(piped("sed 's/.$//'"), "the key without its last character"),
  "first-character": bearer(piped("cut -c 1"), "the first character of the key"),
  extended: bearer(`${KEY}x`, "the key and one character more"),
  prefixed: bearer(`x${KEY}`, "one character and the key"),
  "swapped-case": bearer(piped("tr A-Za-z a-zA-Z"), "the key, every letter in the other case"),
  "last-changed": bearer(piped("sed -e 's/x$/y/' -e t -e 's/.$/x/'"), "the key with another last character"),
  beheaded: bearer(piped("sed 's/^.//'"), "the key without its first character"),
  "first-changed": bearer(piped("sed -e 's/^x/y/' -e t -e 's/^./x/'"), "the key with another first character"),
  "first-case": bearer(
    `$(printf %s "${KEY}" | cut -c 1 | tr A-Za-z a-zA-Z)${piped("sed 's/^.//'")}`,
    "the key, its first letter in the other case",
  ),
  alphanumeric: bearer(piped("tr -dc A-Za-z0-9"), "the letters and digits of the key alone"),
  undefined: { curl: "-H 'Authorization: Bearer undefined'", line: "Authorization: Bearer undefined" },
  null: { curl: "-H 'Authorization: Bearer null'", line: "Authorization: Bearer null" },
  repeated: header(`Bearer ${KEY} ${KEY}`, `Authorization: Bearer ${KEY_MARK} ${KEY_MARK}`),
  list: header(`Bearer wrong, Bearer ${KEY}`, `Authorization: Bearer wrong, Bearer ${KEY_MARK}`),
  "list-first": header(`Bearer ${KEY},wrong`, `Authorization: Bearer ${KEY_MARK},wrong`),
  wildcard: { curl: "-H 'Authorization: Bearer *'", line: "Authorization: Bearer *" },
  basic: { curl: `-u "${KEY}:"`, line: "Authorization: Basic <the key as user, no password>" },
  "basic-password": { curl: `-u "user:${KEY}"`, line: "Authorization: Basic <user, the key as password>" },
  "token-scheme": header(`Token ${KEY}`, `Authorization: Token ${KEY_MARK}`),
  bare: header(KEY, `Authorization: ${KEY_MARK}`),
  "x-api-key": { curl: `-H "X-API-Key: ${KEY}"`, line: `X-API-Key: ${KEY_MARK}` },
  "query-api-key": { curl: `-G --data-urlencode "api_key=${KEY}"`, line: "(the key in the query)" },
  "query-access-token": { curl: `-G --data-urlencode "access_token=${KEY}"`, line: "(the key in the query)" },
  cookie: { curl: `-b "api_key=${KEY}"`, line: `Cookie: api_key=${KEY_MARK}` },
  "basic-wrong": { curl: "-u 'user:wrong'", line: "Authorization: Basic <user, a wrong password>" },
  "digest-wrong": {
    curl: `-H 'Authorization: Digest username="user", realm="orders", nonce="0", uri="/", response="0"'`,
    line: "Authorization: Digest <a made-up response>",
  },
  "x-api-key-wrong": { curl: "-H 'X-API-Key: wrong'", line: "X-API-Key: <a wrong key>" },
  "query-api-key-wrong": { curl: "-G --data-urlencode 'api_key=wrong'", line: "(a wrong key in the query)" },
  "lower-case-scheme": header(`bearer ${KEY}`, `Authorization: bearer ${KEY_MARK}`),
  "upper-case-scheme": header(`BEARER ${KEY}`, `Authorization: BEARER ${KEY_MARK}`),
  "two-spaces": header(`Bearer  ${KEY}`, `Authorization: Bearer  ${KEY_MARK}`),
};

/** The line, whole however long it is: it must repeat the request, method, path, query, credential and headers. */
export function curlLine(exchange: Exchange): string {
  const { call, url, failure } = exchange;
  const target = bareUrl(url) + (call.query === undefined ? "" : `?${call.query}`);
  return [
    "curl -i",
    ...(call.method === "GET" ? [] : call.method === "HEAD" ? ["--head"] : [`-X ${quote(call.method)}`]),
    // curl would give up a path's dot segments, and read brackets and braces as patterns.
    ...(/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(target) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(target) ? ["--globoff"] : []),
    ...(failure?.kind === "timeout" ? [`--max-time ${Math.max(1, Math.ceil((call.timeoutMs ?? 10_000) / 1000))}`] : []),
    ...[credentialArgument(exchange)].filter((argument) => argument !== ""),
    ...(call.headers ?? []).map(([name, value]) => `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...(call.body === undefined ? [] : [`-d ${quoted(call.body)}`]),
    quoted(printable(target)),
  ]
    .join(" ")
    .replaceAll(KEY, KEY.replace("ORDERS_API_KEY", exchange.keyVariable ?? "ORDERS_API_KEY"));
}

/**
 * As it was sent, where that can be said: a made-up key is then the very same one. Where something was done to the key,
 * or nothing is known of the headers, as the table has it.
 */
function credentialArgument({ call, requestHeaders }: Exchange): string {
  const sent = requestHeaders.find(([name]) => name.toLowerCase() === "authorization")?.[1];
  const literals = sent?.split(KEY_MARK);
  const [, pair] = sent?.match(/^Basic \$\(printf %s "([^"$`\\]+)" \| base64\)$/) ?? [];
  if (pair !== undefined) return `-u ${quoted(pair)}`;
  if (sent === undefined || sent === "" || literals?.join("").includes("$"))
    return CREDENTIAL_LOOKS[call.credential].curl;
  if (literals?.length === 1) return `-H ${quoted(`Authorization: ${sent}`)}`;
  return `-H "Authorization: ${literals?.map((text) => text.replace(/["\\`]/g, "\\$&")).join(KEY)}"`;
}

/** The absolute URL without its query, which may hold a credential. */
export function bareUrl(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

/** One word of a POSIX shell command. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What is not printable ASCII goes out percent-encoded, as any client would send it. */
function printable(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, (character) =>
    [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(""),
  );
}
