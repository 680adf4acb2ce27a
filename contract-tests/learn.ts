/** Writes what a run has learned of a deployment: the answers to the silences of its report, and the texts of Errors. */

import type { ErrorText, Profile } from "../scenarios/profile/shape.ts";
import { type Answers, type OperationId, SILENCES } from "../spec/clauses/index.ts";
import { match } from "../spec/interface/match.ts";
import { OPERATIONS } from "../spec/interface/operations.ts";
import { contentOf, jsonIn } from "./assertions/body.ts";
import { validateError } from "./assertions/schema.ts";
import type { Exchange } from "./client/exchange.ts";
import { KEY_PLACEHOLDER } from "./client/redaction.ts";
import type { Report } from "./report/report.ts";

/** The profile of a deployment that was judged. `exchanges` are those of the run. */
export function learnProfile(
  { silences }: Pick<Report, "silences">,
  exchanges: readonly Exchange[],
): Profile {
  const errors = errorTexts(exchanges);
  const observed = new Map<string, string>(silences.map(({ id, observed }) => [id, observed]));
  observed.set("error-codes", spellingOf(errors));

  // An answer without a name, or several, are not learned.
  const named = SILENCES.flatMap(({ id, answers }) => {
    const answer = observed.get(id) ?? "";
    return Object.hasOwn(answers, answer) ? [[id, answer]] : [];
  });
  return { answers: Object.fromEntries(named) as Partial<Answers>, errors };
}

/** The spelling that all codes have; empty if there is none. */
function spellingOf(errors: Readonly<Record<string, ErrorText>>): string {
  const spellings = Object.entries(errors).flatMap(([place, { code }]) => {
    if (code === undefined) return [];
    if (code === place) return "digits";
    if (/^[A-Z][A-Z0-9_]*$/.test(code)) return "capitals";
    return /^[a-z][a-z0-9_]*$/.test(code) ? "words" : "";
  });
  const [spelling = ""] = spellings;
  return spellings.every((one) => one === spelling) ? spelling : "";
}

/** An Error that a call has got, with what may be written of it. */
interface SeenError extends ErrorText {
  readonly operation: OperationId;
  readonly status: number;
  /** True if the call had an int64 in place of an id. */
  readonly isValid: boolean;
}

/** The texts of Errors by status, and by operation and status where an operation has others. */
function errorTexts(exchanges: readonly Exchange[]): Record<string, ErrorText> {
  const seen = exchanges.flatMap(errorIn);
  const texts: Record<string, ErrorText> = {};
  for (const { id } of Object.values(OPERATIONS)) {
    const own = seen.filter(({ operation }) => operation === id);
    for (const status of new Set(own.map((error) => error.status))) {
      const all = own.filter((error) => error.status === status);
      // Malformed ids count only where nothing else gets this status.
      const valid = all.filter(({ isValid }) => isValid);
      const text = usualText(valid.length > 0 ? valid : all);
      if (text.code === undefined && text.message === undefined) continue;
      const known = texts[status];
      if (known === undefined) texts[status] = text;
      else if (known.code !== text.code) texts[`${id} ${status}`] = text;
    }
  }
  return texts;
}

function errorIn({ call, response, credentialEchoed }: Exchange): SeenError[] {
  const { operation, isValid } = match(call.method, call.path);
  const isPlain = call.headers === undefined && call.query === undefined && call.body === undefined;
  if (operation === undefined || !isPlain || response === undefined || credentialEchoed) return [];
  const { status } = response;
  const content = status < 400 ? undefined : contentOf(response);
  const value = content && jsonIn(content.toString());
  if (value === undefined || validateError(value).length > 0) return [];
  const { code, message } = value as { readonly code: string; readonly message: string };
  // A number in a message may be that of an order; in a code it is, if the address has it, too.
  const numbers = code.match(/\d+/g) ?? [];
  const isCode = mayShow(code) && !numbers.some((one) => call.path.split("/").includes(one));
  const isMessage = mayShow(message) && !/\d/.test(message);
  const seen = { operation: operation.id, status, isValid };
  return [{ ...seen, ...(isCode && { code }), ...(isMessage && { message }) }];
}

function mayShow(text: string): boolean {
  return text.length <= 200 && !text.includes(KEY_PLACEHOLDER);
}

function usualText(errors: readonly ErrorText[]): ErrorText {
  const code = mostFrequent(errors.map((error) => error.code));
  const message = mostFrequent(errors.map((error) => error.message));
  return { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
}

/** The first of those that are most frequent. */
function mostFrequent(values: readonly (string | undefined)[]): string | undefined {
  const count = (value: string | undefined) => values.filter((one) => one === value).length;
  return values.toSorted((a, b) => count(b) - count(a))[0];
}
