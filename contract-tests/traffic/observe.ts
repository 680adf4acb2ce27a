/** Makes what passed an exchange that can be judged and shown: what may be a credential in it is hidden. */
import { match } from "../../spec/interface/match.ts";
import { type CredentialKind, credentialKind } from "../../spec/interface/request-notes.ts";
import { shortenMiddle } from "../../spec/shorten.ts";
import type { OutgoingCall } from "../client/calls.ts";
import { isGood } from "../client/credentials.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import { type Connection, DIRECT } from "../client/http/connector.ts";
import { echoFinder } from "../client/masking/echoed-credential.ts";
import {
  CREDENTIAL_PLACEHOLDER,
  KEY_PLACEHOLDER,
  type Redactor,
  type Secret,
} from "../client/masking/redaction.ts";
import { CredentialFinder, maskAuthorization } from "./find-credentials.ts";
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

export interface Observed extends Pick<PassedExchange, "requestBytes" | "kept"> {
  /** Undefined for a request outside of the base address. */
  readonly exchange?: Exchange;
  /** Path and query, without credentials. */
  readonly target: string;
  readonly presented: Presented;
  readonly credential: CredentialKind;
  readonly isTypeKnown: boolean;
  /** What may be a credential, in the request and in the response. */
  readonly credentials: readonly string[];
}

/** Request headers that can change a verdict and hold no data of a user. */
const RECORDED_HEADER =
  /^(?:accept|accept-encoding|content-type|content-length|expect|origin|range|if-none-match|if-modified-since|x-http-method-override|access-control-request-.*)$/i;
/** How many of them are recorded: a client sends each once. */
const MAX_HEADERS = 20;
/** An Accept that allows JSON changes nothing. Another one makes other responses disputable. */
const ALLOWS_JSON = /\*\/\*|application\/\*|json/i;
/** Header fields that clients add. A service may refuse them, with a status that the contract does not have; any other answer is judged. */
const OF_CLIENTS = /^(?:origin|content-type|expect|if-none-match|if-modified-since)$/i;
const ERRORS_OF_CONTRACT: readonly number[] = [401, 404, 409];

/** From what passed to a deployment to what is judged. `redactor` masks what is shown of it. */
export function observer(deployment: Deployment, redactor: Redactor) {
  const { key, keyVariable, connection = DIRECT } = deployment;
  const base = new URL(deployment.baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const isEchoed = echoFinder();

  return (passed: PassedExchange): Observed => {
    const { authorization, token = "", ...named } = presentedIn(passed, key);
    // Other recordings may be of other stores.
    const user = named.user && `${passed.session ?? ""} ${named.user}`;
    const presented = { ...named, ...(user !== undefined && { user }) };

    const finder = new CredentialFinder();
    for (const header of passed.requestHeaders) finder.requestHeader(header);
    const isBelow = passed.target.startsWith(`${prefix}/`);
    const path = finder.target(isBelow ? passed.target.slice(prefix.length) : passed.target);
    const target = shortenMiddle(path);
    const response = passed.response && {
      ...passed.response,
      headers: passed.response.headers.map((field) => finder.responseHeader(field)),
    };
    const call = isBelow ? callOf(passed, target, presented, finder) : undefined;
    const observed = {
      target: isBelow ? prefix + target : target,
      presented,
      credential: isGood(presented.credential) ? ("good" as const) : credentialKind(authorization),
      requestBytes: passed.requestBytes,
      kept: passed.kept,
      isTypeKnown: passed.isTypeKnown ?? true,
      credentials: [...finder.found, ...(token === "" ? [] : [token])],
    };
    if (call === undefined) return observed;

    const placeholder = isGood(presented.credential) ? KEY_PLACEHOLDER : CREDENTIAL_PLACEHOLDER;
    const shown = authorization && maskAuthorization(authorization, placeholder);
    const received = {
      ...(response && { response: ofInterface(response, call) }),
      ...(passed.failure && { failure: passed.failure }),
    };
    const exchange: Exchange = {
      ...(passed.id !== undefined && { id: passed.id }),
      call,
      ...(keyVariable !== undefined && { keyVariable }),
      ...(connection.curl.length > 0 && { curlArguments: connection.curl }),
      url: `${base.origin}${observed.target}`,
      redactor,
      requestHeaders: [
        ...(shown === undefined ? [] : [["Authorization", shown] as const]),
        ...(call.headers ?? []),
      ],
      ...received,
      credentialEchoed: isEchoed(received, { sent: token, masked: KEY_PLACEHOLDER }),
      sentAt: passed.sentAt,
      receivedAt: passed.receivedAt,
    };
    return { ...observed, exchange };
  };
}

function callOf(
  passed: PassedExchange,
  target: string,
  { credential }: Presented,
  finder: CredentialFinder,
): OutgoingCall {
  const [, path = "", query] = /^([^?]*)(?:\?(.*))?$/s.exec(target) ?? [];
  const { status = 0 } = passed.response ?? {};
  const isRefused = status >= 300 && status < 500 && !ERRORS_OF_CONTRACT.includes(status);
  const headers = passed.requestHeaders
    .filter(
      ([name, value]) =>
        RECORDED_HEADER.test(name) &&
        !(/^accept$/i.test(name) && ALLOWS_JSON.test(value)) &&
        (isRefused || !OF_CLIENTS.test(name)),
    )
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => [name, shortenMiddle(finder.withoutTokens(value))] as const);
  return {
    method: shortenMiddle(passed.method),
    path,
    credential,
    ...(query !== undefined && { query }),
    ...(headers.length > 0 && { headers }),
    ...(isRefused && passed.requestBytes > 0 && { body: "" }),
  };
}

/** The answer of an address that the interface does not have is not judged, and may be a credential. */
function ofInterface(response: Response, { method, path }: OutgoingCall): Response {
  const isOther = match(method, path).path === undefined;
  return isOther ? { ...response, body: new Uint8Array() } : response;
}
