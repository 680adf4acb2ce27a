/**
 * Collects what a run saw where the contract leaves things open: the answers to open questions, and
 * the texts of Errors.
 */
import type { ErrorSituation, ErrorText, ErrorTexts } from "../../scenarios/error-texts.ts";
import { type Answers, OPEN_QUESTIONS } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import { isGood } from "../client/credentials.ts";
import type { Exchange } from "../client/exchange.ts";
import { Redactor } from "../client/masking/redaction.ts";
import { deviationOf } from "../client/nature.ts";
import { jsonContent } from "../run/assertions/body.ts";
import { validateError } from "../run/assertions/schema.ts";
import type { Session } from "../run/session/session.ts";
import type { Report } from "./schema.ts";

/** In the form of a scenario. */
export interface ObservedAnswers {
  readonly answers: Partial<Answers>;
  readonly errors: ErrorTexts;
}

export function observedAnswers(
  { silences }: Pick<Report, "silences">,
  session: Session,
): ObservedAnswers {
  const seen = session.exchanges.flatMap((exchange) => errorTextIn(exchange, session));
  const observed = new Map<string, string>(silences.map(({ id, observed }) => [id, observed]));
  observed.set("error-codes", spellingOf(seen));

  // Leaves out answers without a name, and questions with several answers.
  const named = OPEN_QUESTIONS.flatMap(({ id, answers }) => {
    const answer = observed.get(id) ?? "";
    return Object.hasOwn(answers, answer) ? [[id, answer]] : [];
  });
  return { answers: Object.fromEntries(named) as Partial<Answers>, errors: textsOf(seen) };
}

/** An Error that a call got, with the texts that are safe to write. */
interface SeenError extends ErrorText {
  readonly situation: ErrorSituation;
  readonly status: number;
}

/** Longest text in characters that a scenario takes over. */
const MAX_ERROR_TEXT = 200;

function errorTextIn(exchange: Exchange, session: Session): SeenError[] {
  const { call, response, credentialEchoed, redactor = new Redactor() } = exchange;
  const situation = situationOf(exchange, session);
  if (situation === undefined || response === undefined || credentialEchoed) return [];
  const { status } = response;
  const value = status < 400 ? undefined : jsonContent(response);
  if (value === undefined || validateError(value).length > 0) return [];

  const { code, message } = value as { readonly code: string; readonly message: string };
  const mayShow = (text: string) => text.length <= MAX_ERROR_TEXT && redactor.shown(text) === text;
  // A number in a message may be an order's id; a number in a code is one if the address has it,
  // too.
  const numbers = code.match(/\d+/g) ?? [];
  const isCode = mayShow(code) && !numbers.some((one) => call.path.split("/").includes(one));
  const isMessage = mayShow(message) && !/\d/.test(message);
  return [{ situation, status, ...(isCode && { code }), ...(isMessage && { message }) }];
}

/** Returns why a plain call got an Error; undefined if we cannot tell. */
function situationOf(
  { call, response, sentAt }: Exchange,
  { orders }: Session,
): ErrorSituation | undefined {
  const { operation, orderId, isValid, parameter } = match(call.method, call.path);
  const deviation = deviationOf(call);
  const isMalformed = operation?.id === "cancelOrder" && deviation?.by === "text" && !isValid;
  if (operation === undefined || (deviation !== undefined && !isMalformed)) return undefined;
  if (!isGood(call.credential)) {
    if (response?.status !== 401) return undefined;
    return call.credential === "none" ? "key-missing" : "key-wrong";
  }
  if (operation.id === "getPet") return "pets";
  if (isMalformed) return /^-?\d+$/.test(parameter) ? "id-beyond-int64" : "id-malformed";
  if (orderId === undefined) return undefined;
  if (orders.rules.shipped.includes(orderId)) return "order-shipped";

  // An answer from before the end of the cancellation is about a pending order.
  const by = orders.of(orderId).cancelledBy;
  if (by !== undefined) return sentAt >= by.receivedAt ? "order-cancelled" : undefined;
  return orders.rules.pending.includes(orderId) ? undefined : "order-unknown";
}

/** Returns the spelling that all codes share, or an empty string. */
function spellingOf(errors: readonly SeenError[]): string {
  const spellings = errors.flatMap(({ code, status }) => {
    if (code === undefined) return [];
    if (code === String(status)) return "digits";
    if (/^[A-Z][A-Z0-9_]*$/.test(code)) return "capitals";
    return /^[a-z][a-z0-9_]*$/.test(code) ? "words" : "";
  });
  const [spelling = ""] = spellings;
  return spellings.every((one) => one === spelling) ? spelling : "";
}

/** Returns the most frequent text for each situation. */
function textsOf(errors: readonly SeenError[]): ErrorTexts {
  const texts: { [One in ErrorSituation]?: ErrorText } = {};
  for (const { situation } of errors) {
    const own = errors.filter((error) => error.situation === situation);
    const code = mostFrequent(own.map((error) => error.code));
    const message = mostFrequent(own.map((error) => error.message));
    if (code === undefined && message === undefined) continue;
    texts[situation] ??= {
      ...(code !== undefined && { code }),
      ...(message !== undefined && { message }),
    };
  }
  return texts;
}

/** On a tie, the first value wins. */
function mostFrequent(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
