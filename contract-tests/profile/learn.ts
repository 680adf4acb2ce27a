/** Makes the profile of a deployment from what the checks observed. */

import type { ClauseId, OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { Latency, Profile } from "../../spec/profile/shape.ts";
import type { CheckResult } from "../run/check-result.ts";
import { joinFields } from "../run/observations.ts";
import { learnAnswers } from "./learn-answers.ts";
import type { LearnNotes, Observation } from "./learn-notes.ts";
import { learnReplies } from "./learn-replies.ts";

export interface Learned {
  readonly profile: Profile;
  readonly observations: ReadonlyMap<string, Observation>;
  /** Why an entry is not in the profile. */
  readonly omitted: ReadonlyMap<string, string>;
}

export interface LearnOptions {
  /** The base address. */
  readonly from: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly violates?: readonly ClauseId[];
  readonly accepted?: Profile["accepted"];
}

export function learn(results: readonly CheckResult[], { from, at, violates, accepted }: LearnOptions): Learned {
  const notes: LearnNotes = { observations: new Map(), omitted: new Map() };
  const replies = learnReplies(
    results.flatMap((result) => result.replies ?? []),
    notes,
  );
  const order = learnOrder(results, notes);
  const profile: Profile = {
    learned: { from, at: new Date(at).toISOString() },
    answers: learnAnswers(results, order, at, notes),
    replies,
    order,
    latency: learnLatency(results, at, notes),
    violates: violates ?? [],
    accepted: accepted ?? {},
  };
  return { profile, ...notes };
}

function learnOrder(results: readonly CheckResult[], { observations, omitted }: LearnNotes): Profile["order"] {
  const [first, ...others] = results.flatMap(({ orders }) => (orders === undefined ? [] : [orders]));
  if (first === undefined) {
    omitted.set("order", "no order was listed");
    return {};
  }
  observations.set("order", { at: first.at, how: `GET ${OPERATIONS.listOrders.path}` });
  return others.reduce((fields, list) => joinFields(fields, list.fields), first.fields);
}

function learnLatency(
  results: readonly CheckResult[],
  at: number,
  { observations, omitted }: LearnNotes,
): Profile["latency"] {
  const latency: { [Id in OperationId]?: Latency } = {};
  for (const { id } of Object.values(OPERATIONS)) {
    const times = results.flatMap(({ timings }) => timings[id] ?? []).toSorted((a, b) => a - b);
    if (times.length === 0) {
      omitted.set(`latency.${id}`, "not observed");
      continue;
    }
    const percentile = (share: number): number =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    latency[id] = { p50: percentile(0.5), p90: percentile(0.9), p99: percentile(0.99) };
    observations.set(`latency.${id}`, { at, how: `${times.length} calls` });
  }
  return latency;
}
