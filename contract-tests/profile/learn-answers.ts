/** The answers to silences that the checks observed. */
import { type Answers, SILENCES, type SilenceId } from "../../spec/clauses/index.ts";
import { SITUATIONS, type Situation, type SituationId } from "../../spec/interface/situations.ts";
import type { Profile } from "../../spec/profile/shape.ts";
import { isOrderField, ORDER_FIELD_NAMES } from "../../spec/schema/fields.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";
import { CHECKS } from "../checks/index.ts";
import type { CheckResult } from "../report/results.ts";
import type { LearnNotes, Observation } from "./learn-notes.ts";
import type { ObservedRun } from "./observations.ts";
import type { ObservedReply } from "./observed-reply.ts";

interface ObservedAnswer extends Observation {
  readonly silence: SilenceId;
  /** One of the catalogue's, or a phrase for any other. */
  readonly answer: string;
}

/** With fewer calls, nothing is known of a rate limit. */
const CALLS_WITHOUT_LIMIT = 100;

export function learnAnswers(
  { requests, results, replies }: ObservedRun,
  order: Profile["order"],
  at: number,
  { observations, omitted }: LearnNotes,
): Partial<Answers> {
  const observed = [
    ...replies.flatMap(answersOfReply),
    ...results.flatMap((result) => answersOfCheck(result, at)),
    ...answersOfFields(order, at),
    ...answersOfCodes(replies),
    ...answersOfCallCount(requests, replies, at),
  ];
  const learned: Partial<Record<SilenceId, string>> = {};
  for (const { id, answers } of SILENCES) {
    const entry = `answers.${id}`;
    const own = observed.filter(({ silence }) => silence === id);
    const [first] = own;
    const different = [...new Set(own.map(({ answer }) => answer))];
    if (first === undefined) omitted.set(entry, "not observed");
    else if (different.length > 1) omitted.set(entry, `answered in several ways: ${different.join(", ")}`);
    else if (!Object.hasOwn(answers, first.answer)) omitted.set(entry, `observed: ${first.answer}`);
    else {
      learned[id] = first.answer;
      observations.set(entry, first);
    }
  }
  return learned as Partial<Answers>;
}

/** Silences that a single reply answers, in the words of the gate's report. */
function answersOfReply(observed: ObservedReply): ObservedAnswer[] {
  const { reply, at } = observed;
  const { status = 0, headers = {} } = reply;
  const situation: Situation | undefined = SITUATIONS.find(({ id }) => id === observed.situation);
  const answers: ObservedAnswer[] = [];
  const add: Add = (silence, answer) => {
    answers.push({ silence, answer, at, how: `${observed.how}: ${situation?.request}` });
  };
  if (situation?.answers !== undefined && situation.silence !== undefined)
    add(situation.silence, situation.answers[status] ?? String(status));
  BEYOND_STATUS[observed.situation]?.(observed, headers, add);
  return answers;
}

type Add = (silence: SilenceId, answer: string) => void;
type Headers = Readonly<Record<string, string>>;

/** Silences that more than the status of a reply answers. */
const BEYOND_STATUS: { readonly [Id in SituationId]?: (observed: ObservedReply, headers: Headers, add: Add) => void } =
  {
    "order-shipped": ({ reply }, _, add) => add("conflict-body", String(reply.body)),
    "other-path": ({ reply: { status, body } }, _, add) =>
      add("other-paths", status !== 404 ? String(status) : body === "none" ? "empty" : String(body)),
    "key-wrong": (_, headers, add) => add("challenge", challengeOf(headers["WWW-Authenticate"])),
    pets: (_, { Deprecation, Sunset }, add) => {
      const withoutSunset = Deprecation === undefined ? "none" : "deprecation";
      const withSunset = Deprecation === undefined ? "sunset" : "both";
      add("deprecation-headers", Sunset === undefined ? withoutSunset : withSunset);
    },
    "rate-limited": (_, __, add) => add("rate-limits", "limited"),
  };

function challengeOf(value: string | undefined): string {
  if (value === undefined) return "none";
  return /^bearer\s*$/i.test(value) ? "bare" : /^bearer\s/i.test(value) ? "rfc6750" : value;
}

/** Silences that need more than one response: the checks observe them. */
const OBSERVED_BY_CHECKS: readonly SilenceId[] = [
  "cancelled-in-list",
  "scheme-case",
  "list-order",
  "ship-date-form",
  "cors",
  "other-paths-key",
  "trailing-slash",
  "path-case",
  "request-body",
];
/** Phrases of the checks for which the catalogue has a name. */
const NAMED_ANSWERS: Readonly<Record<string, string>> = { neither: "shuffled" };

function answersOfCheck({ check, findings }: CheckResult, at: number): ObservedAnswer[] {
  const how = `${check}: ${CHECKS.find(({ id }) => id === check)?.title ?? check}`;
  return findings.flatMap((finding) => {
    if (finding.kind !== "observed" || finding.observed === "unknown") return [];
    const { silence, observed } = finding;
    if (!OBSERVED_BY_CHECKS.includes(silence)) return [];
    return [{ silence, answer: NAMED_ANSWERS[observed] ?? observed, at: finding.at ?? at, how }];
  });
}

function answersOfFields(order: Fields, at: number): ObservedAnswer[] {
  const names = Object.keys(order);
  if (names.length === 0) return [];
  const isSome = ORDER_FIELD_NAMES.some((field) => order[field]?.includes("absent"));
  const isExtra = names.some((field) => !isOrderField(field));
  const answer = isSome ? (isExtra ? "some-and-extra" : "some") : isExtra ? "extra" : "all";
  return [{ silence: "order-fields", answer, at, how: "the listed orders" }];
}

/** The spelling of the codes of all Errors. */
function answersOfCodes(replies: readonly ObservedReply[]): ObservedAnswer[] {
  const withCode = replies.filter(({ reply }) => reply.code !== undefined);
  const [first] = withCode;
  if (first === undefined) return [];
  const { at, how } = first;
  const [spelling = "", ...others] = new Set(
    withCode.map(({ reply }) => spellingOf(String(reply.code), reply.status ?? 0)),
  );
  return [{ silence: "error-codes", answer: others.length === 0 ? spelling : "in several ways", at, how }];
}

function spellingOf(code: string, status: number): string {
  if (code === String(status)) return "digits";
  if (/^[A-Z][A-Z0-9_]*$/.test(code)) return "capitals";
  return /^[a-z][a-z0-9_]*$/.test(code) ? "words" : "otherwise";
}

function answersOfCallCount(calls: number, replies: readonly ObservedReply[], at: number): ObservedAnswer[] {
  if (calls < CALLS_WITHOUT_LIMIT || replies.some(({ situation }) => situation === "rate-limited")) return [];
  return [{ silence: "rate-limits", answer: "none", at, how: `${calls} calls without a refusal` }];
}
