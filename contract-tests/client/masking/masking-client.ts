/**
 * Turns a call into an exchange: adds the key and the target's headers to the request, and masks
 * both in the kept request. The response stays as received and is masked when shown.
 */

import { randomBytes } from "node:crypto";
import type { OutgoingCall } from "../calls.ts";
import { type Clock, SYSTEM_CLOCK } from "../clock.ts";
import type { MaskedHeader, MaskedText, RequestCredential } from "../credential-entry.ts";
import type { Answer, Interval, Send } from "../exchange.ts";
import { type Connection, DIRECT } from "../http/connector.ts";
import { credentialBuilder, credentialSecrets } from "../key-credentials.ts";
import { echoFinder } from "./echoed-credential.ts";
import { keySecret, Redactor } from "./redaction.ts";

export interface ClientOptions {
  /** http or https, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  readonly keyVariable?: string;
  readonly connection?: Connection;
  /** The run's clock. Default: the process clock. */
  readonly now?: Clock["now"];
}

type HeaderField = readonly [name: string, value: string];

/**
 * Sends a request byte for byte, key included; returns times if the transport knows them. Never
 * rejects: an error becomes `failure`.
 */
export type Transport = (
  request: {
    readonly url: string;
    readonly method: string;
    readonly headers: readonly HeaderField[];
  },
  call: OutgoingCall,
) => Promise<Answer & Partial<Interval>>;

/**
 * `ownHeaders` are the client's; a header of the call or of the target replaces one with the same
 * name.
 */
export function maskingClient(
  transport: Transport,
  { baseUrl, key, keyVariable, connection = DIRECT, now = SYSTEM_CLOCK.now }: ClientOptions,
  ownHeaders: (call: OutgoingCall, id: string) => readonly HeaderField[] = () => [],
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

/**
 * We do not send a credential in a header that the target itself needs, except in Cookie, which can
 * hold both.
 */
function headersOf(
  { headers = [] }: OutgoingCall,
  credential: RequestCredential,
  ownHeaders: readonly HeaderField[],
  targetHeaders: readonly MaskedHeader[],
): readonly MaskedHeader[] {
  const withoutKey = ([name, value]: HeaderField) => ({ name, sent: value, masked: value });
  const called = headers.map(withoutKey);
  return [
    ...without([...called, ...targetHeaders], ownHeaders.map(withoutKey)),
    ...targetHeaders.map((header) => withCookie(header, credential)),
    ...without(targetHeaders, credential.headers),
    ...called,
  ];
}

/** Returns the headers whose names are not in `named`. */
function without(
  named: readonly MaskedHeader[],
  headers: readonly MaskedHeader[],
): readonly MaskedHeader[] {
  const names = new Set(named.map(({ name }) => name.toLowerCase()));
  return headers.filter(({ name }) => !names.has(name.toLowerCase()));
}

/** A request has one Cookie field (RFC 6265, section 5.4). */
function withCookie(header: MaskedHeader, { headers }: RequestCredential): MaskedHeader {
  const { name, sent, masked } = header;
  const other = headers.find((one) => one.name === "Cookie");
  if (other === undefined || name.toLowerCase() !== "cookie") return header;
  return { name, sent: `${sent}; ${other.sent}`, masked: `${masked}; ${other.masked}` };
}
