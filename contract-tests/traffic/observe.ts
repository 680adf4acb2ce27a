/** Makes what passed an exchange that can be judged and shown: the key of the app is masked everywhere. */
import { match } from "../../spec/interface/match.ts";
import { type CredentialKind, credentialKind } from "../../spec/interface/request-notes.ts";
import type { OutgoingCall } from "../client/calls.ts";
import { isGood } from "../client/credentials.ts";
import type { Exchange } from "../client/exchange.ts";
import { type Connection, DIRECT } from "../client/http/connector.ts";
import {
  CREDENTIAL_PLACEHOLDER,
  KEY_PLACEHOLDER,
  keySecret,
  Redactor,
  type Secret,
} from "../client/redaction.ts";
import { responseRedactor } from "../client/response-redaction.ts";
import { maskAuthorization, maskField, maskPath, maskQuery, secretsIn } from "./app-secrets.ts";
import type { PassedExchange, Presented } from "./passed-exchange.ts";
import { presentedIn } from "./presented.ts";

/** The deployment that an app calls. */
export interface Deployment {
  readonly baseUrl: string;
  readonly name?: string;
  /** The good key. */
  readonly key?: string;
  readonly keyVariable?: string;
  readonly connection?: Connection;
  /** Secrets that must be in no output. */
  readonly secrets?: readonly Secret[];
}

export interface Observed {
  /** Undefined for a request outside of the base address. */
  readonly exchange?: Exchange;
  /** Path and query, masked. */
  readonly target: string;
  readonly presented: Presented;
  readonly credential: CredentialKind;
  readonly requestBytes: number;
  readonly kept: PassedExchange["kept"];
  /** The credentials that the app sent. */
  readonly secrets: readonly Secret[];
}

/** Request headers that can change a verdict and hold no data of a user. */
const RECORDED_HEADER =
  /^(?:accept|accept-encoding|content-type|content-length|expect|origin|range|if-none-match|if-modified-since|x-http-method-override|access-control-request-.*)$/i;
/** An Accept that allows JSON changes nothing. Another one makes other responses disputable. */
const ALLOWS_JSON = /\*\/\*|application\/\*|json/i;
/** Header fields that clients add. A service may refuse them, with a status that the contract does not have; any other answer is judged. */
const OF_CLIENTS = /^(?:origin|content-type|expect|if-none-match|if-modified-since)$/i;
const ERRORS_OF_CONTRACT: readonly number[] = [401, 404, 409];

export function observe(passed: PassedExchange, deployment: Deployment): Observed {
  const { key, keyVariable, connection = DIRECT } = deployment;
  const { method } = passed;
  const base = new URL(deployment.baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const [, path = "", query] = /^([^?]*)(?:\?(.*))?$/.exec(passed.target) ?? [];
  const { authorization, token = "", ...named } = presentedIn(passed, key);
  // Other recordings may be of other stores.
  const user = named.user && `${passed.session ?? ""} ${named.user}`;
  const presented = { ...named, ...(user !== undefined && { user }) };

  const own = [...new Set([key ?? "", token, ...secretsIn(passed)])].filter(Boolean).map(keySecret);
  const secrets = [...own, ...connection.secrets];
  const redactor = new Redactor(secrets);
  const shownPath = redactor.text(maskPath(path));
  const shownQuery = query === undefined ? undefined : redactor.text(maskQuery(query));
  const target = shownQuery === undefined ? shownPath : `${shownPath}?${shownQuery}`;
  const observed = {
    target,
    presented,
    credential: isGood(presented.credential) ? ("good" as const) : credentialKind(authorization),
    requestBytes: passed.requestBytes,
    kept: passed.kept,
    secrets: own,
  };
  if (!path.startsWith(`${prefix}/`)) return observed;

  const { status = 0 } = passed.response ?? {};
  const isRefused = status >= 300 && status < 500 && !ERRORS_OF_CONTRACT.includes(status);
  const headers = recordedHeaders(passed, isRefused);
  const call: OutgoingCall = {
    method,
    path: shownPath.slice(prefix.length),
    credential: presented.credential,
    ...(shownQuery !== undefined && { query: shownQuery }),
    ...(headers.length > 0 && { headers }),
    ...(isRefused && passed.requestBytes > 0 && { body: "" }),
  };
  const placeholder = isGood(presented.credential) ? KEY_PLACEHOLDER : CREDENTIAL_PLACEHOLDER;
  const shown = authorization && redactor.text(maskAuthorization(authorization, placeholder));
  const redact = responseRedactor(keySecret(token), secrets);
  const exchange: Exchange = {
    ...(passed.id !== undefined && { id: passed.id }),
    call,
    ...(keyVariable !== undefined && { keyVariable }),
    ...(connection.curl.length > 0 && { curlArguments: connection.curl }),
    url: `${base.origin}${target}`,
    requestHeaders: [
      ...(shown === undefined ? [] : [["Authorization", shown] as const]),
      ...headers,
    ],
    ...redact(kept(passed, call), { sent: token, masked: KEY_PLACEHOLDER }),
    sentAt: passed.sentAt,
    receivedAt: passed.receivedAt,
  };
  return { ...observed, exchange };
}

/** The request headers that can change the verdict. */
function recordedHeaders({ requestHeaders }: PassedExchange, isRefused: boolean) {
  return requestHeaders.filter(
    ([name, value]) =>
      RECORDED_HEADER.test(name) &&
      !(/^accept$/i.test(name) && ALLOWS_JSON.test(value)) &&
      (isRefused || !OF_CLIENTS.test(name)),
  );
}

/** The answer of an address that the interface does not have is not judged, and may be a credential. */
function kept({ response, ...passed }: PassedExchange, call: OutgoingCall): PassedExchange {
  if (response === undefined) return passed;
  const isOther = match(call.method, call.path).path === undefined;
  const headers = response.headers.map(([name, value]) => [name, maskField(name, value)] as const);
  const body = isOther ? new Uint8Array() : response.body;
  return { ...passed, response: { ...response, headers, body } };
}
