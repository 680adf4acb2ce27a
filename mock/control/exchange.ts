/** One logged request in full: its headers and those of the response, the body, without credentials. */
import { concat } from "../replies/messages.ts";
import type { LoggedRequest } from "../service/request-log.ts";

/** Bytes of a body that are shown. */
const MAX_SHOWN = 1 << 16;
const SECRET = /key|token|secret|password|auth|cookie/i;

export interface ExchangeDetails {
  /** Names and values. */
  readonly requestHeaders: readonly (readonly [string, string])[];
  readonly responseHeaders: readonly (readonly [string, string])[];
  /** The body of the response, or its beginning. */
  readonly body: string;
  /** The length of the whole body in bytes. */
  readonly bytes: number;
}

/** Undefined for a request from before the world was watched. */
export function exchangeDetails({ exchange }: LoggedRequest, apiKeys: readonly string[]): ExchangeDetails | undefined {
  if (exchange === undefined) return undefined;
  const { requestHeaders, reply, bytes } = exchange;
  const content = concat(reply.body);
  return {
    requestHeaders: pairs(requestHeaders).map(([name, value]) => [name, withoutSecrets(name, value, apiKeys)]),
    responseHeaders: pairs(reply.headers),
    body: new TextDecoder().decode(content.subarray(0, MAX_SHOWN)),
    bytes: bytes ?? content.length,
  };
}

function pairs(headers: readonly string[]): (readonly [string, string])[] {
  return Array.from({ length: headers.length >> 1 }, (_, at) => [headers[2 * at]!, headers[2 * at + 1]!]);
}

/** A key of the mock is named by its variable; any other credential may be one of another service. */
function withoutSecrets(name: string, value: string, apiKeys: readonly string[]): string {
  // Another replica has named the key.
  if (value.startsWith(`Bearer \${ORDERS_API_KEY}`)) return value;
  const key = apiKeys.find((one) => value === `Bearer ${one}` || value.startsWith(`Bearer ${one}.`));
  if (key !== undefined) return value.replace(key, () => `\${ORDERS_API_KEY}`);
  if (/^authorization$/i.test(name)) return value.includes(" ") ? value.replace(/ .*/s, " …") : "…";
  if (SECRET.test(name)) return "…";
  return apiKeys.reduce((text, one) => text.replaceAll(one, () => `\${ORDERS_API_KEY}`), value);
}
