/** Makes the profile of a deployment from what the checks observed. */

import type { ClauseId, OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { Latency, Profile } from "../../spec/profile/shape.ts";
import { learnAnswers } from "./learn-answers.ts";
import type { LearnNotes, Observation } from "./learn-notes.ts";
import { learnReplies } from "./learn-replies.ts";
import type { ObservedRun } from "./observations.ts";

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

export function learn(run: ObservedRun, { from, at, violates, accepted }: LearnOptions): Learned {
  const notes: LearnNotes = { observations: new Map(), omitted: new Map() };
  const replies = learnReplies(run.replies, notes);
  const order = learnOrder(run, notes);
  const profile: Profile = {
    learned: { from, at: new Date(at).toISOString() },
    answers: learnAnswers(run, order, at, notes),
    replies,
    order,
    latency: learnLatency(run, at, notes),
    violates: violates ?? [],
    accepted: accepted ?? {},
  };
  return { profile, ...notes };
}

function learnOrder({ orders }: ObservedRun, { observations, omitted }: LearnNotes): Profile["order"] {
  if (orders === undefined) {
    omitted.set("order", "no order was listed");
    return {};
  }
  observations.set("order", { at: orders.at, how: `GET ${OPERATIONS.listOrders.path}` });
  return orders.fields;
}

function learnLatency({ timings }: ObservedRun, at: number, { observations, omitted }: LearnNotes): Profile["latency"] {
  const latency: { [Id in OperationId]?: Latency } = {};
  for (const { id } of Object.values(OPERATIONS)) {
    const times = [...(timings[id] ?? [])].sort((a, b) => a - b);
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
