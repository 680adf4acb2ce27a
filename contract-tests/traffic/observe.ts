/**
 * Turns what passed into an exchange that we can judge and show, with possible credentials hidden.
 */
import { match } from "../../spec/interface/match.ts";
import { type CredentialKind, credentialKind } from "../../spec/interface/request-notes.ts";
import { shortenMiddle } from "../../spec/shorten.ts";
import type { OutgoingCall } from "../client/calls.ts";
import { isGood } from "../client/credentials.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import { DIRECT } from "../client/http/connector.ts";
import { echoFinder } from "../client/masking/echoed-credential.ts";
import {
  CREDENTIAL_PLACEHOLDER,
  KEY_PLACEHOLDER,
  type Redactor,
} from "../client/masking/redaction.ts";
import type { DeploymentAddress } from "../targets/target.ts";
import { CredentialFinder, maskAuthorization } from "./find-credentials.ts";
import type { PassedExchange, PresentedCredential } from "./passed-exchange.ts";
import { presentedIn } from "./presented.ts";

export interface ObservedExchange extends Pick<PassedExchange, "requestBytes" | "kept"> {
  /** Undefined for a request outside the base address. */
  readonly exchange?: Exchange;
  /** Path and query, with credentials hidden. */
  readonly target: string;
  readonly presented: PresentedCredential;
  readonly credential: CredentialKind;
  readonly isTypeKnown: boolean;
  /** Possible credentials in the request and the response. */
  readonly credentials: readonly string[];
}

/** Request headers that can change a verdict and contain no user data. */
const RECORDED_HEADER =
  /^(?:accept|accept-encoding|content-type|content-length|expect|origin|range|if-none-match|if-modified-since|x-http-method-override|access-control-request-.*)$/i;
/** How many of these headers we record: a client sends each once. */
const MAX_HEADERS = 20;
/** An Accept that allows JSON changes nothing. Any other one makes other responses disputable. */
const ALLOWS_JSON = /\*\/\*|application\/\*|json/i;
/**
 * Headers that clients add. A service may refuse them with a status that the contract does not
 * have; we judge any other answer.
 */
const OF_CLIENTS = /^(?:origin|content-type|expect|if-none-match|if-modified-since)$/i;
const ERRORS_OF_CONTRACT: readonly number[] = [401, 404, 409];

/**
 * Returns a function that makes what passed an exchange to judge. `redactor` masks what is shown.
 */
export function observer(deployment: DeploymentAddress, redactor: Redactor) {
  const { key, keyVariable, connection = DIRECT } = deployment;
  const base = new URL(deployment.baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const isEchoed = echoFinder();

  return (passed: PassedExchange): ObservedExchange => {
    const { authorization, token = "", ...named } = presentedIn(passed, key);
    // Other recordings may come from other stores.
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
    const call = isBelow ? observedCall(passed, target, presented, finder) : undefined;
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

function observedCall(
  passed: PassedExchange,
  target: string,
  { credential }: PresentedCredential,
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

/**
 * Drops the body at an address outside the interface: we do not judge it, and it may be a
 * credential.
 */
function ofInterface(response: Response, { method, path }: OutgoingCall): Response {
  const isOther = match(method, path).path === undefined;
  return isOther ? { ...response, body: new Uint8Array() } : response;
}
