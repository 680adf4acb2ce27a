/**
 * From a call to an exchange: puts the key, and the headers of the target, into the request, and masks them in what is kept of it. The
 * response is kept as it was received, and is masked where it is shown.
 */

import { randomBytes } from "node:crypto";
import type { OutgoingCall } from "../calls.ts";
import { type Clock, SYSTEM_CLOCK } from "../clock.ts";
import type { MaskedHeader, MaskedText, RequestCredential } from "../credential-entry.ts";
import type { Interval, Received, Send } from "../exchange.ts";
import { type Connection, DIRECT } from "../http/connector.ts";
import { credentialBuilder, credentialSecrets } from "../key-credentials.ts";
import { echoFinder } from "./echoed-credential.ts";
import { keySecret, Redactor } from "./redaction.ts";

export interface ClientOptions {
  /** http or https, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** The environment variable that holds the key. */
  readonly keyVariable?: string;
  readonly connection?: Connection;
  /** The clock of the run. Default: that of the process. */
  readonly now?: Clock["now"];
}

type Header = readonly [name: string, value: string];

/**
 * The exchange, with its times where they are known. Never rejects: an error is the `failure` of its result. `request` is as it is sent,
 * byte for byte, with the key in it.
 */
export type Transport = (
  request: { readonly url: string; readonly method: string; readonly headers: readonly Header[] },
  call: OutgoingCall,
) => Promise<Received & Partial<Interval>>;

/** `ownHeaders` are those of the client; a header of the call or of the target with the same name replaces one of them. */
export function maskingClient(
  transport: Transport,
  { baseUrl, key, keyVariable, connection = DIRECT, now = SYSTEM_CLOCK.now }: ClientOptions,
  ownHeaders: (call: OutgoingCall, id: string) => readonly Header[] = () => [],
): Send {
  const buildCredential = credentialBuilder(key);
  const redactor = new Redactor([
    keySecret(key, keyVariable),
    ...credentialSecrets(key),
    ...connection.secrets,
  ]);
  const isEchoed = echoFinder();
  const run = randomBytes(3).toString("hex");
  let calls = 0;
  return async (call) => {
    calls++;
    const id = `${run}-${calls}`;
    const credential = buildCredential(call.credential);
    const url = (as: keyof MaskedText): string => {
      const query = [call.query ?? [], credential.query.map((parameter) => parameter[as])].flat();
      return `${baseUrl}${call.path}${query.length === 0 ? "" : `?${query.join("&")}`}`;
    };
    const headers = headersOf(call, credential, ownHeaders(call, id), connection.headers);
    const began = now();
    const request = {
      url: url("sent"),
      method: call.method,
      headers: headers.map(({ name, sent }) => [name, sent] as const),
    };
    const { sentAt = began, receivedAt = now(), ...received } = await transport(request, call);
    return {
      id,
      call,
      url: url("masked"),
      ...(keyVariable !== undefined && { keyVariable }),
      ...(connection.curl.length > 0 && { curlArguments: connection.curl }),
      requestHeaders: headers.map(({ name, masked }) => [name, masked] as const),
      redactor,
      ...received,
      credentialEchoed: isEchoed(received, credential.token),
      sentAt,
      receivedAt,
    };
  };
}

/** A credential in a header that the target needs is not sent, except in Cookie, which can hold both. */
function headersOf(
  { headers = [] }: OutgoingCall,
  credential: RequestCredential,
  ownHeaders: readonly Header[],
  targetHeaders: readonly MaskedHeader[],
): readonly MaskedHeader[] {
  const withoutKey = ([name, value]: Header) => ({ name, sent: value, masked: value });
  const called = headers.map(withoutKey);
  return [
    ...without([...called, ...targetHeaders], ownHeaders.map(withoutKey)),
    ...targetHeaders.map((header) => withCookie(header, credential)),
    ...without(targetHeaders, credential.headers),
    ...called,
  ];
}

/** The headers that have none of the names. */
function without(
  named: readonly MaskedHeader[],
  headers: readonly MaskedHeader[],
): readonly MaskedHeader[] {
  const names = new Set(named.map(({ name }) => name.toLowerCase()));
  return headers.filter(({ name }) => !names.has(name.toLowerCase()));
}

/** RFC 6265, section 5.4: a request has one Cookie field. */
function withCookie(header: MaskedHeader, { headers }: RequestCredential): MaskedHeader {
  const { name, sent, masked } = header;
  const other = headers.find((one) => one.name === "Cookie");
  if (other === undefined || name.toLowerCase() !== "cookie") return header;
  return { name, sent: `${sent}; ${other.sent}`, masked: `${masked}; ${other.masked}` };
}
