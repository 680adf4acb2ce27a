/** Makes the profile of a deployment: a function of what a run has recorded and its checks have found. */
import { type Answers, SILENCES, type SilenceId } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { SITUATIONS, type SituationId, situationOf } from "../../spec/interface/situations.ts";
import type { Json } from "../../spec/json/json.ts";
import type { Latency, Profile, ProfileReply } from "../../spec/profile/shape.ts";
import type { Learned, Observation } from "../../spec/profile/writer.ts";
import { isOrderField, ORDER_FIELDS } from "../../spec/schema/fields.ts";
import { FIELD_KINDS, type Fields, fieldsOf } from "../../spec/schema/value-kinds.ts";
import { challengeOf } from "../assertions/response.ts";
import { CHECKS } from "../checks/plan.ts";
import { timingsOf } from "../ledger/answers.ts";
import type { CheckResult } from "../report/evidence.ts";
import type { Report } from "../report/report.ts";
import type { Run } from "../run/run.ts";
import { type ObservedReply, replyObserver } from "./observe.ts";

/** What the parts of a profile are learned from. */
interface Learning {
  /** Each of the different replies once, in the order of their first occurrence. */
  readonly replies: readonly ObservedReply[];
  readonly run: LearnedRun;
  readonly results: readonly CheckResult[];
  /** When the run began, in milliseconds since the epoch. */
  readonly began: number;
  readonly observations: Map<string, Observation>;
  readonly omitted: Map<string, string>;
}

export type LearnedRun = Pick<Run, "ledger" | "clock"> & {
  readonly config?: Pick<Run["config"], "origin">;
};

export function learn(
  run: LearnedRun,
  results: readonly CheckResult[],
  { target, startedAt, clauses }: Pick<Report, "target" | "startedAt" | "clauses">,
  accepted: Profile["accepted"] = {},
): Learned {
  const [observations, omitted] = [new Map<string, Observation>(), new Map<string, string>()];
  const began = Date.parse(startedAt);
  const origin = run.config?.origin;
  const learning: Learning = {
    replies: repliesIn(run),
    run,
    results,
    began,
    observations,
    omitted,
  };
  const profile: Profile = {
    learned: { from: target.url, at: startedAt },
    ...(origin !== undefined && { origin }),
    answers: learnAnswers(learning),
    replies: learnReplies(learning),
    order: learnOrder(learning),
    latency: learnLatency(learning),
    violates: clauses.flatMap(({ id, verdict }) => (verdict === "violated" ? [id] : [])),
    accepted,
  };
  return { profile, observations, omitted };
}

/** Each of the different replies once. */
function repliesIn({ ledger, clock }: LearnedRun): ObservedReply[] {
  // No value of an order must be kept.
  const observe = replyObserver(ledger.rules, ledger.lists[0]?.sample ?? [], clock.epoch);
  const distinct = new Map<string, ObservedReply>();
  for (const observed of ledger.answered.flatMap(({ exchange }) => observe(exchange))) {
    const key = JSON.stringify([observed.situation, [...observed.members], observed.fields]);
    if (!distinct.has(key)) distinct.set(key, observed);
  }
  return [...distinct.values()];
}

interface ObservedAnswer extends Observation {
  readonly silence: SilenceId;
  /** One of the catalogue's, or a phrase for any other. */
  readonly answer: string;
}

function learnAnswers(learning: Learning): Partial<Answers> {
  const { replies, results, began, observations, omitted } = learning;
  const byReplies = [
    ...replies.flatMap(answerOfReply),
    ...answerOfCodes(replies),
    ...answerOfCallCount(learning),
  ];
  const byChecks = results.flatMap((result) => answersOfCheck(result, began));
  const learned: Partial<Record<SilenceId, string>> = {};
  for (const { id, answers } of SILENCES) {
    const entry = `answers.${id}`;
    // Every reply to a situation says more than the check that looked for it.
    const answersIn = (all: readonly ObservedAnswer[]) =>
      all.filter(({ silence }) => silence === id);
    const fromReplies = answersIn(byReplies);
    const own = fromReplies.length > 0 ? fromReplies : answersIn(byChecks);
    const [first] = own;
    const different = [...new Set(own.map(({ answer }) => answer))];
    if (first === undefined) omitted.set(entry, "not observed");
    else if (different.length > 1)
      omitted.set(entry, `answered in several ways: ${different.join(", ")}`);
    else if (!Object.hasOwn(answers, first.answer)) omitted.set(entry, `observed: ${first.answer}`);
    else {
      learned[id] = first.answer;
      observations.set(entry, first);
    }
  }
  return learned as Partial<Answers>;
}

/** The answer to the silence of the situation. */
function answerOfReply({ situation: id, members, at, how }: ObservedReply): ObservedAnswer[] {
  const { silence, answers, request } = situationOf(id);
  const [status, body] = [Number(members.get("status")), String(members.get("body"))];
  const answer = (): string | undefined => {
    if (id === "order-shipped") return body;
    if (id === "other-path" && status === 404) return body === "none" ? "empty" : body;
    if (id === "key-wrong") return challengeOf(members.get("headers.WWW-Authenticate")?.toString());
    if (id === "rate-limited") return "limited";
    return answers && (answers[status] ?? String(status));
  };
  const given = answer();
  if (silence === undefined || given === undefined) return [];
  return [{ silence, answer: given, at, how: `${how}: ${request}` }];
}

/** Phrases of the checks for which the catalogue has a name. */
const NAMED_ANSWERS: Readonly<Record<string, string>> = { neither: "shuffled" };

function answersOfCheck({ check, findings }: CheckResult, began: number): ObservedAnswer[] {
  const how = `${check}: ${CHECKS.find(({ id }) => id === check)?.title ?? check}`;
  return findings.flatMap((finding) => {
    if (finding.kind !== "observed" || finding.observed === "unknown") return [];
    const { silence, observed, at = began } = finding;
    return [{ silence, answer: NAMED_ANSWERS[observed] ?? observed, at, how }];
  });
}

/** The spelling of the codes of all Errors. */
function answerOfCodes(replies: readonly ObservedReply[]): ObservedAnswer[] {
  const withCode = replies.filter(({ members }) => members.has("code"));
  const spellings = new Set(
    withCode.map(({ members }) => spellingOf(`${members.get("code")}`, members.get("status"))),
  );
  const answer = spellings.size === 1 ? [...spellings].join() : "in several ways";
  return withCode.slice(0, 1).map(({ at, how }) => ({ silence: "error-codes", answer, at, how }));
}

function spellingOf(code: string, status: string | number | undefined): string {
  if (code === String(status)) return "digits";
  if (/^[A-Z][A-Z0-9_]*$/.test(code)) return "capitals";
  return /^[a-z][a-z0-9_]*$/.test(code) ? "words" : "otherwise";
}

/** With fewer calls, nothing is known of a rate limit. */
const CALLS_WITHOUT_LIMIT = 100;

function answerOfCallCount({ run, replies, began }: Learning): ObservedAnswer[] {
  const { length: calls } = run.ledger.entries;
  if (calls < CALLS_WITHOUT_LIMIT || replies.some(({ situation }) => situation === "rate-limited"))
    return [];
  return [
    { silence: "rate-limits", answer: "none", at: began, how: `${calls} calls without a refusal` },
  ];
}

/** What the replies to each situation have in common. */
function learnReplies({ replies, observations, omitted }: Learning): Profile["replies"] {
  const learned: { [Id in SituationId]?: ProfileReply } = {};
  for (const { id, status, bodies } of SITUATIONS) {
    const entry = `replies.${id}`;
    const own = replies.filter((reply) => reply.situation === id);
    const [first] = own;
    if (first === undefined) {
      omitted.set(
        entry,
        id.endsWith("-app") ? "not observed: --origin names the origin of the app" : "not observed",
      );
      continue;
    }
    const common = new Map(first.members);
    for (const name of new Set(own.flatMap(({ members }) => [...members.keys()])))
      if (own.some(({ members }) => members.get(name) !== first.members.get(name))) {
        common.delete(name);
        omitted.set(`${entry}.${name}`, "it was not the same each time");
      }
    for (const name of own.flatMap(({ hidden }) => hidden))
      omitted.set(`${entry}.${name}`, "it could hold data");
    const body = common.get("body");
    if (!common.has("status") || body === undefined) continue;
    if (!(bodies as readonly unknown[]).includes(body)) {
      omitted.set(entry, `a body of the form "${body}" is not one that the contract leaves open`);
      continue;
    }
    // What the situation fixes is not stated.
    if (status !== "open") common.delete("status");
    if (bodies.length === 1) common.delete("body");
    const values: Record<string, string | number> = {};
    const headers: typeof values = {};
    for (const [name, value] of common)
      if (name.startsWith("headers.")) headers[name.slice("headers.".length)] = value;
      else values[name] = value;
    const fields = joinedFields(own);
    learned[id] = { ...values, ...(fields !== undefined && { fields }), headers } as ProfileReply;
    observations.set(entry, first);
  }
  return learned;
}

/** The kinds of fields in all replies, since one reply may show some of them; a field that only some have may be absent. */
function joinedFields(replies: readonly ObservedReply[]): Fields | undefined {
  const all = replies.map(({ fields }) => fields);
  if (all.every((fields) => fields === undefined)) return undefined;
  const names = [...new Set(all.flatMap((fields = {}) => Object.keys(fields)))];
  return Object.fromEntries(
    names.map((name) => {
      const kinds = all.flatMap((fields) => fields?.[name] ?? ["absent" as const]);
      return [name, FIELD_KINDS.filter((kind) => kinds.includes(kind))];
    }),
  );
}

/**
 * The fields of all listed orders. A field of the contract has its declared kind, or is absent, or both; other fields have the kinds
 * of their values. An optional field is not mentioned where no order has it.
 */
function learnOrder({ run: { ledger, clock }, observations, omitted }: Learning): Profile["order"] {
  const lists = ledger.lists.filter(({ sample }) => sample.length > 0);
  const [first] = lists;
  if (first === undefined) {
    omitted.set("order", "no order was listed");
    return {};
  }
  const at = clock.epoch + first.exchange.sentAt;
  observations.set("order", { at, how: `GET ${OPERATIONS.listOrders.path}` });
  const found = fieldsOf(lists.flatMap(({ sample }) => sample as Readonly<Record<string, Json>>[]));
  const declared = Object.entries(ORDER_FIELDS).flatMap(([field, { kind, optional }]) => {
    const kinds = found[field] ?? ["absent"];
    if (optional && found[field] === undefined) return [];
    return [
      [
        field,
        [...(kinds[0] === "absent" ? [] : [kind]), ...kinds.filter((one) => one === "absent")],
      ] as const,
    ];
  });
  return Object.fromEntries([
    ...declared,
    ...Object.entries(found).filter(([field]) => !isOrderField(field)),
  ]);
}

function learnLatency({ run, began, observations, omitted }: Learning): Profile["latency"] {
  const timings = timingsOf(run.ledger);
  const latency: { -readonly [Id in keyof Profile["latency"]]: Latency } = {};
  for (const { id } of Object.values(OPERATIONS)) {
    const times = (timings[id] ?? []).toSorted((a, b) => a - b);
    if (times.length === 0) {
      omitted.set(`latency.${id}`, "not observed");
      continue;
    }
    const percentile = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
    latency[id] = { p50: percentile(0.5), p90: percentile(0.9), p99: percentile(0.99) };
    observations.set(`latency.${id}`, { at: began, how: `${times.length} calls` });
  }
  return latency;
}
