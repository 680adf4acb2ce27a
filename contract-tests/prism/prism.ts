/**
 * Asks Prism, in this process, about one exchange after the fact. Prism gets the request, without query and with the key masked, and
 * the recorded response as if it had forwarded the request. So the app does not wait for it, and the deployment gets no second request.
 */
import { setTimeout } from "node:timers/promises";
import { header, joinedHeader } from "../client/exchange.ts";
import {
  bodyText,
  type CompleteExchange,
  hasJsonType,
  type PrismViolation,
  type RecordedExchange,
} from "./answer.ts";
import { failureFinding, findingsOf, type PrismFinding } from "./findings.ts";
import { type Diagnostic, loadPackages, messageOf } from "./prism-packages.ts";

export interface Prism {
  readonly version: string;
  /** Resolves with undefined if there is no complete response. Never rejects because of Prism. */
  validate(exchange: RecordedExchange): Promise<readonly PrismFinding[] | undefined>;
}

const CONFIG = {
  isProxy: true,
  // Nothing is sent to it.
  upstream: new URL("http://127.0.0.1/"),
  validateRequest: true,
  validateResponse: true,
  checkSecurity: false,
  errors: false,
  mock: { dynamic: false },
};
const ignore = (): void => {};
const LOGGER = { child: () => LOGGER, error: ignore, warn: ignore, info: ignore, debug: ignore };
const SEVERITIES = ["Error", "Warning", "Information", "Hint"] as const;
/** Of a list with more violations, the others are not read. */
const MAX_VIOLATIONS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;

/** The test matrix names another Prism with ORDERS_KIT_PRISM. Throws a UserError when Prism is not installed or cannot be loaded. */
export async function loadPrism({
  root = process.env.ORDERS_KIT_PRISM ?? "@stoplight/prism-cli",
  timeoutMs = ANSWER_TIMEOUT_MS,
} = {}): Promise<Prism> {
  const { http, taskEither, operations, version } = await loadPackages(root);
  const readAnswer = taskEither.match(throwError, (answer) => answer);

  const ask = async (exchange: CompleteExchange): Promise<PrismViolation[]> => {
    const recorded = taskEither.right(responseOf(exchange));
    // Each exchange has an instance of its own, so that none gets the response of another one.
    const instance = http.createInstance(CONFIG, { logger: LOGGER, forward: () => () => recorded });
    const task = instance.request(requestOf(exchange), operations);
    const { input, output } = (await readAnswer(task)()).validations;
    return [
      ...input.map((diagnostic) => violationOf("request", diagnostic)),
      ...output.slice(0, MAX_VIOLATIONS).map((diagnostic) => violationOf("response", diagnostic)),
    ];
  };

  const validate = async ({ response, ...call }: RecordedExchange) => {
    if (response === undefined || call.failure !== undefined) return undefined;
    const exchange = { ...call, response };
    const timer = new AbortController();
    const { signal } = timer;
    const late = setTimeout(timeoutMs, undefined, { signal }).then(() => {
      throw new Error(`none after ${timeoutMs / 1000} s`);
    });
    return Promise.race([ask(exchange), late])
      .then(
        (violations) => findingsOf(exchange, violations),
        (error: unknown) => [failureFinding(exchange, messageOf(error))],
      )
      .finally(() => timer.abort());
  };

  return { version, validate };
}

/** Without the query: the description declares no parameter. */
function requestOf({ call: { method, path }, requestHeaders }: CompleteExchange): object {
  const authorization = header({ headers: requestHeaders }, "authorization");
  const headers = authorization === undefined ? {} : { authorization };
  return { method: method.toLowerCase(), url: { path }, headers };
}

/** With the only header of which the description says something. */
function responseOf(exchange: CompleteExchange): object {
  const { response } = exchange;
  const type = joinedHeader(response, "content-type");
  const headers = type === undefined ? {} : { "content-type": type };
  return { statusCode: response.status, headers, body: bodyOf(exchange) };
}

/** As Prism's own forwarder reads it; but there, a text that is not JSON is an error. */
function bodyOf(exchange: CompleteExchange): unknown {
  const text = bodyText(exchange);
  if (!hasJsonType(exchange)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function violationOf(part: "request" | "response", diagnostic: Diagnostic): PrismViolation {
  const { path = [], code, message, severity } = diagnostic;
  return { location: [part, ...path], severity: SEVERITIES[severity], code, message };
}

function throwError(error: Error): never {
  throw error;
}
