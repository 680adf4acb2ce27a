/**
 * Reads the first answer of a target, to the list with the good key: is the service up, does it
 * take the key, and is it the Orders Service?
 */
import type { UserError } from "../../spec/errors/user-error.ts";
import type { Exchange, FailureKind } from "../client/exchange.ts";
import { describeListAnswer, gatewayFix, listAnswer } from "../client/gateway-answer.ts";
import { targetError } from "./target-errors.ts";

/**
 * True if nothing has answered yet, or only something in front of the service. A service that
 * refuses the key is up.
 */
export function isNotUp(exchange: Exchange, baseUrl: string): boolean {
  const why = reasonNotJudged(exchange, baseUrl, undefined);
  if (why?.code === "key-refused") return false;
  const isElsewhere = unexpectedAnswer(exchange, baseUrl) !== undefined;
  const isStarting = (exchange.response?.status ?? 0) >= 500;
  return why !== undefined || isElsewhere || isStarting;
}

/** Returns undefined if the service itself answered, whatever the answer is. */
export function reasonNotJudged(
  { response, failure }: Exchange,
  baseUrl: string,
  keyVariable: string | undefined,
): UserError | undefined {
  const answer = response === undefined ? undefined : listAnswer(response, baseUrl);
  const fix = answer === undefined ? undefined : gatewayFix(answer, baseUrl);
  if (answer !== undefined && fix !== undefined)
    return targetError("gateway-answers", {
      url: baseUrl,
      answer: describeListAnswer(answer),
      fix,
    });
  const source = keyVariable === undefined ? "that keyCommand prints" : `in ${keyVariable}`;
  if (response?.status === 401 || response?.status === 403)
    return targetError("key-refused", { status: response.status, source });
  if (response !== undefined || failure === undefined) return undefined;
  return targetError("target-unreachable", {
    url: baseUrl,
    problem: `${failure.message}. ${failure.fix ?? FIXES[failure.kind]}`,
  });
}

export function isPermanent({ failure }: Exchange): boolean {
  return (
    failure?.kind === "timeout" ||
    failure?.kind === "tls" ||
    failure?.message.includes("ENOTFOUND") === true
  );
}

/** Warns if a web application, a gateway or another path has answered. */
export function unexpectedAnswer({ response }: Exchange, baseUrl: string): UserError | undefined {
  if (response === undefined) return undefined;
  const answer = listAnswer(response, baseUrl);
  const isExpected = answer.location === undefined && !answer.isPage && answer.status !== 404;
  return isExpected
    ? undefined
    : targetError("not-the-service", { url: baseUrl, answer: describeListAnswer(answer) });
}

const FIXES: Readonly<Record<FailureKind, string>> = {
  unreachable:
    "Check the address, that the service is up (--wait SECONDS waits for it), and whether this network needs a proxy (HTTPS_PROXY).",
  tls: "Check the certificate; for one of a private CA, give its file with ca in orders-kit.yaml.",
  timeout:
    "Check that the service is up, or give it more time with timeout: SECONDS of a target in orders-kit.yaml.",
  reset:
    "Check the port, whether it is http or https, whether the server takes HTTP/1.1 (not HTTP/2 alone), and whether it requires a client certificate (clientCert in orders-kit.yaml).",
  malformed:
    "Check the port, whether it is http or https, and whether the server takes HTTP/1.1 (not HTTP/2 alone).",
  "too-large": "Check the address.",
  forbidden: "Please report this.",
  harness: "Please report this.",
};
