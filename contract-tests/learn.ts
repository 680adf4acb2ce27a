/** From what the checks saw of a deployment to its profile, with when and how each entry was observed, and what was not. */
import { type Answers, type ClauseId, SILENCES, type SilenceId } from "../spec/clauses/index.ts";
import { OPERATIONS, type OperationId } from "../spec/operations.ts";
import type { Latency, Profile, ProfileReply } from "../spec/profile-shape.ts";
import { SITUATIONS, type Situation, type SituationId } from "../spec/situations.ts";
import type { CheckResult } from "./check.ts";
import { joinFields } from "./notebook.ts";
import type { Seen } from "./seen.ts";
import { answersSeen } from "./silence-answers.ts";

/** When and how an entry was observed. */
interface Observation {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The request, or the check that found it out. */
  readonly how: string;
}

export interface Learned {
  readonly profile: Profile;
  /** By entry: `answers.conflict-body`, `replies.key-missing`, `order`, `latency.listOrders`. */
  readonly observations: ReadonlyMap<string, Observation>;
  /** By entry, why it is not in the profile. */
  readonly left: ReadonlyMap<string, string>;
}

export interface LearnOptions {
  /** The base address. */
  readonly from: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly violates?: readonly ClauseId[];
  readonly accepted?: Profile["accepted"];
}

/** Fewer calls with a good key than that say nothing of a limit. */
const CALLS_WITHOUT_LIMIT = 100;

export function learn(results: readonly CheckResult[], options: LearnOptions): Learned {
  const observations = new Map<string, Observation>();
  const left = new Map<string, string>();
  const seen = results.flatMap((result) => result.seen ?? []);
  const replies = learnReplies(seen, observations, left);
  const { order, at } = learnOrder(results);
  if (at === undefined) left.set("order", "no order was listed");
  else observations.set("order", { at, how: `GET ${OPERATIONS.listOrders.path}` });
  const profile: Profile = {
    learned: { from: options.from, at: new Date(options.at).toISOString() },
    answers: learnAnswers(results, seen, order, options.at, observations, left),
    replies,
    order,
    latency: learnLatency(results, options.at, observations, left),
    violates: options.violates ?? [],
    accepted: options.accepted ?? {},
  };
  return { profile, observations, left };
}

function learnAnswers(
  results: readonly CheckResult[],
  seen: readonly Seen[],
  order: Profile["order"],
  at: number,
  observations: Map<string, Observation>,
  left: Map<string, string>,
): Partial<Answers> {
  const found = answersSeen(results, seen, order, at);
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  if (!seen.some(({ situation }) => situation === "rate-limited") && requests >= CALLS_WITHOUT_LIMIT)
    found.push({ silence: "rate-limits", answer: "none", at, how: `none of ${requests} calls was refused for it` });
  const answers: Partial<Record<SilenceId, string>> = {};
  for (const { id, answers: valid } of SILENCES) {
    const own = found.filter(({ silence }) => silence === id);
    const given = [...new Set(own.map(({ answer }) => answer))];
    const [answer] = given;
    const [first] = own;
    if (first === undefined || answer === undefined) left.set(`answers.${id}`, "not observed");
    else if (given.length > 1) left.set(`answers.${id}`, `answered in several ways: ${given.join(", ")}`);
    else if (!Object.hasOwn(valid, answer)) left.set(`answers.${id}`, `observed: ${answer}`);
    else {
      answers[id] = answer;
      observations.set(`answers.${id}`, first);
    }
  }
  return answers as Partial<Answers>;
}

function learnReplies(
  seen: readonly Seen[],
  observations: Map<string, Observation>,
  left: Map<string, string>,
): Profile["replies"] {
  const replies: { [Id in SituationId]?: ProfileReply } = {};
  for (const situation of SITUATIONS as readonly (Situation & { id: SituationId })[]) {
    const own = seen.filter((one) => one.situation === situation.id);
    const [first] = own;
    const entry = `replies.${situation.id}`;
    if (first === undefined) {
      left.set(entry, "not observed");
      continue;
    }
    const { reply, varied } = joinReplies(own.map((one) => one.reply));
    for (const member of varied) left.set(`${entry}.${member}`, "it was not the same each time");
    for (const member of own.flatMap(({ hidden }) => hidden)) left.set(`${entry}.${member}`, "it could hold data");
    if (varied.includes("status") || varied.includes("body")) continue;
    const stated = essence(situation, reply);
    if (stated === undefined)
      left.set(entry, `a body of the form "${reply.body}" is none that the contract leaves open`);
    else if (Object.keys(stated).length > 0) {
      replies[situation.id] = stated;
      observations.set(entry, first);
    }
  }
  return replies;
}

/** What several answers have in common, and what not. Kinds of fields are gathered, since each answer shows one. */
function joinReplies(all: readonly ProfileReply[]): { reply: ProfileReply; varied: string[] } {
  const varied: string[] = [];
  const reply: Record<string, unknown> = {};
  const same = (name: string, values: readonly unknown[], into: Record<string, unknown>, entry: string): void => {
    if (values.every((value) => value === values[0])) {
      if (values[0] !== undefined) into[name] = values[0];
    } else varied.push(entry);
  };
  for (const member of ["status", "body", "type", "code", "message", "text"] as const)
    same(
      member,
      all.map((one) => one[member]),
      reply,
      member,
    );
  if (all.some(({ fields }) => fields !== undefined))
    reply.fields = all.slice(1).reduce((fields, one) => joinFields(fields, one.fields ?? {}), all[0]?.fields ?? {});
  const headers: Record<string, unknown> = {};
  for (const name of new Set(all.flatMap((one) => Object.keys(one.headers ?? {}))))
    same(
      name,
      all.map((one) => one.headers?.[name]),
      headers,
      `headers.${name}`,
    );
  reply.headers = headers;
  return { reply: reply as ProfileReply, varied };
}

/** The reply without what its situation says anyhow; undefined when no profile can state it. */
function essence({ status: fixed, bodies }: Situation, reply: ProfileReply): ProfileReply | undefined {
  const { status, body, ...rest } = reply;
  if (body === undefined || !bodies.includes(body)) return undefined;
  return {
    ...(status !== undefined && fixed === "open" && { status }),
    ...(bodies.length > 1 && { body }),
    ...rest,
  };
}

function learnOrder(results: readonly CheckResult[]): { order: Profile["order"]; at: number | undefined } {
  const lists = results.flatMap(({ orders }) => (orders === undefined ? [] : [orders]));
  const [first, ...others] = lists;
  if (first === undefined) return { order: {}, at: undefined };
  const order = others.reduce((fields, list) => joinFields(fields, list.fields), first.fields);
  return { order, at: first.at };
}

function learnLatency(
  results: readonly CheckResult[],
  at: number,
  observations: Map<string, Observation>,
  left: Map<string, string>,
): Profile["latency"] {
  const latency: { [Id in OperationId]?: Latency } = {};
  for (const { id } of Object.values(OPERATIONS)) {
    const times = results.flatMap(({ timings }) => timings[id] ?? []).toSorted((a, b) => a - b);
    if (times.length === 0) {
      left.set(`latency.${id}`, "not observed");
      continue;
    }
    const percentile = (share: number): number =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    latency[id] = { p50: percentile(0.5), p90: percentile(0.9), p99: percentile(0.99) };
    observations.set(`latency.${id}`, { at, how: `${times.length} calls` });
  }
  return latency;
}
