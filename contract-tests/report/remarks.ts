/** Remarks: notes for the reader of a report that are not a verdict, and those that are made of the results of checks. */
import type { Evidence } from "../assertions/finding.ts";
import { ANSWER_KINDS } from "../ledger/answers.ts";
import type { NotTried, RunFacts } from "./results.ts";

export interface Remark {
  readonly id: string;
  readonly why: string;
  readonly times: number;
  readonly evidence?: readonly Evidence[];
}

export interface RemarkList {
  readonly title: string;
  readonly entries: readonly Remark[];
}

/** One response of so many is wrong. */
const ONE_IN = [10, 20, 50];
const LIKELIHOOD_TITLE = `Chance of meeting a fault in one of ${ONE_IN.join(", ")} responses`;
const NOT_TRIED_TITLE = "Skipped: needs unused ids (--absent)";
const ABSENT_ID_LISTED = "absent-id-listed";

/** Whether a remark asks the reader for something: for a flag, or for a look at an exchange. */
export function needsReader({ id, evidence }: Remark): boolean {
  return id.startsWith("--") || id === ABSENT_ID_LISTED || evidence !== undefined;
}

/** Whether a list only tells how far a run went. */
export function isBackground({ title, entries }: RemarkList): boolean {
  return (title === LIKELIHOOD_TITLE || title === NOT_TRIED_TITLE) && !entries.some(needsReader);
}

/** How likely the run would have met a fault that only some responses have. */
export function likelihoodRemarks(answers: NonNullable<RunFacts["answers"]>): RemarkList[] {
  const entries = ANSWER_KINDS.flatMap((kind) => {
    const times = answers[kind] ?? 0;
    if (times === 0) return [];
    const likely = ONE_IN.map((many) => percent(1 - (1 - 1 / many) ** times));
    return [{ id: kind, why: likely.join(", "), times }];
  });
  return entries.length === 0 ? [] : [{ title: LIKELIHOOD_TITLE, entries }];
}

function percent(likelihood: number): string {
  return `${likelihood > 0.99 ? ">99" : Math.round(likelihood * 100)} %`;
}

/** That the deployment limits the rate of calls. */
export function rateLimitRemarks(statuses: readonly number[]): RemarkList[] {
  if (statuses.length === 0) return [];
  const why = `Calls got ${statuses.join(" or ")} and were served after a wait: this looks like a rate limit. The run waited and slowed down; --rate N sends fewer calls per second from the start.`;
  return [{ title: "The rate of calls is limited", entries: [{ id: "--rate", why, times: 1 }] }];
}

/** Texts and ids in one remark. */
const MAX_TEXTS = 8;
const MAX_IDS = 40;

/** What was not sent for want of ids that are known to be unused. */
export function notTriedRemarks(notTried: readonly NotTried[]): RemarkList[] {
  const entries = [...listedRemarks(notTried), ...neededRemarks(notTried)];
  return entries.length === 0 ? [] : [{ title: NOT_TRIED_TITLE, entries }];
}

function listedRemarks(notTried: readonly NotTried[]): Remark[] {
  const ids = new Set(notTried.flatMap(({ absentListed }) => absentListed ?? []));
  return [...ids].map((id) => ({
    id: ABSENT_ID_LISTED,
    why: `${id} was provided as absent, and an order with this id is listed. Leave it out.`,
    times: 1,
  }));
}

function neededRemarks(notTried: readonly NotTried[]): Remark[] {
  const texts = new Set(notTried.filter(({ absentNeeded }) => absentNeeded.length > 0).map(({ text }) => text));
  if (texts.size === 0) return [];
  const ids = named(absentIdsNeeded(notTried), MAX_IDS);
  const why = `Not tried: ${named([...texts].map(quoted), MAX_TEXTS)}. Provide those of these ids that are free, with --absent or in orders-kit.yaml: ${ids} (all are absentNeeded in report.json); or --disposable where nothing is worth protecting.`;
  return [{ id: "absent-ids-needed", why, times: 1 }];
}

/** As digits. An id that many texts can be read as comes first. */
export function absentIdsNeeded(notTried: readonly NotTried[]): string[] {
  const times = new Map<string, number>();
  for (const id of notTried.flatMap(({ absentNeeded }) => absentNeeded)) times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

function quoted(text: string): string {
  return /^-?\d+$/.test(text) ? text : `"${text}"`;
}

function named(all: readonly string[], max: number): string {
  const more = all.length - max;
  return `${all.slice(0, max).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
