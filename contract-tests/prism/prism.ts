/**
 * Asks Prism, in this process, about a finished exchange. Prism gets the request without its query
 * and with the key masked, and the recorded response as if it had forwarded the request. So the app
 * does not wait for Prism, and the deployment gets no second request.
 */
import { setTimeout } from "node:timers/promises";
import { type Exchange, header, joinedHeader, type Response } from "../client/exchange.ts";
import { type CompleteExchange, findingsOf, jsonValue, type PrismFinding } from "./findings.ts";
import { loadPackages, messageOf } from "./prism-packages.ts";

export interface Prism {
  readonly version: string;
  /** Resolves to undefined if there is no complete response. Never rejects because of Prism. */
  validate(
    exchange: Pick<Exchange, "call" | "requestHeaders" | "response" | "failure">,
  ): Promise<readonly PrismFinding[] | undefined>;
}

const CONFIG = {
  isProxy: true,
  // Never called: `forward` returns the recorded response.
  upstream: new URL("http://127.0.0.1/"),
  // Faulty requests are sent on purpose, or orders-kit finds the fault itself.
  validateRequest: false,
  validateResponse: true,
  checkSecurity: false,
  errors: false,
  mock: { dynamic: false },
};
const ignore = (): void => {};
const LOGGER = { child: () => LOGGER, error: ignore, warn: ignore, info: ignore, debug: ignore };
/** How many violations of one list we read. */
const MAX_VIOLATIONS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Errors that Prism throws for a path with a wrong escape, and for a Content-Type that is invalid
 * or sent twice.
 */
const KNOWN_ERRORS: readonly string[] = [
  "URI malformed",
  "invalid media type",
  "invalid parameter format",
  "argument string is required",
];

/**
 * The test matrix selects another Prism with ORDERS_KIT_PRISM. Throws a UserError if Prism is not
 * installed or cannot be loaded.
 */
export async function loadPrism({
  root = process.env.ORDERS_KIT_PRISM ?? "@stoplight/prism-cli",
  timeoutMs = ANSWER_TIMEOUT_MS,
} = {}): Promise<Prism> {
  const { http, taskEither, operations, version } = await loadPackages(root);
  const readAnswer = taskEither.match(throwError, ({ validations }) => validations.output);

  const ask = async (exchange: CompleteExchange): Promise<PrismFinding[]> => {
    const recorded = taskEither.right(prismResponse(exchange.response));
    // One instance per exchange, so that no exchange gets another's response.
    const instance = http.createInstance(CONFIG, { logger: LOGGER, forward: () => () => recorded });
    const reported = await readAnswer(instance.request(requestOf(exchange), operations))();
    return findingsOf(exchange, reported.slice(0, MAX_VIOLATIONS));
  };

  return {
    version,
    async validate({ response, ...call }) {
      if (response === undefined || call.failure !== undefined) return undefined;
      const timer = new AbortController();
      const late = setTimeout(timeoutMs, undefined, timer).then(() => {
        throw new Error(`none after ${timeoutMs / 1000} s`);
      });
      try {
        return await Promise.race([ask({ ...call, response }), late]);
      } catch (error) {
        const why = messageOf(error);
        return KNOWN_ERRORS.includes(why) ? [] : [{ why: `Prism gives no answer (${why}).` }];
      } finally {
        timer.abort();
      }
    },
  };
}

/** Leaves out the query: the description declares no query parameters. */
function requestOf({ call: { method, path }, requestHeaders }: CompleteExchange): object {
  const authorization = header({ headers: requestHeaders }, "authorization");
  const headers = authorization === undefined ? {} : { authorization };
  return { method: method.toLowerCase(), url: { path }, headers };
}

/** Keeps only Content-Type: the description mentions no other header. */
function prismResponse(response: Response): object {
  const type = joinedHeader(response, "content-type");
  const headers = type === undefined ? {} : { "content-type": type };
  return { statusCode: response.status, headers, body: jsonValue(response) };
}

function throwError(error: Error): never {
  throw error;
}
