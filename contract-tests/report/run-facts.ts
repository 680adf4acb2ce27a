/** Describes a run as a whole: counts, and remarks, which are notes for the reader and not a verdict. */

import type { Evidence } from "../assertions/finding.ts";
import type { Exchange } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import { outcomeOf } from "../client/outcome.ts";
import type { RefusedCall } from "../session/received.ts";
import type { Session } from "../session/session.ts";
import { countAnswers } from "./answers.ts";
import { evidenceOf } from "./evidence.ts";

export interface Remark {
  readonly id: string;
  readonly why: string;
  readonly times: number;
  readonly evidence?: readonly Evidence[];
}

export interface RemarkList {
  readonly title: string;
  /** The short form, for a brief text. */
  readonly inBrief: "all" | "title" | "nothing";
  readonly entries: readonly Remark[];
}

export function factsOf(session: Session) {
  const { budget, clock, config, coverage, exchanges, orders } = session;
  const { notSent } = session.received;
  return {
    requests: budget.sent,
    coverage,
    answers: { counts: countAnswers(exchanges), epoch: clock.epoch },
    remarks: [
      ...othersRemarks(orders.provided.others),
      ...notTriedRemarks(notSent),
      ...rateLimitRemarks(exchanges),
    ],
    absentNeeded: absentIdsNeeded(notSent),
    ...(config.keepTraffic && { traffic: exchanges.map((exchange) => evidenceOf(exchange)) }),
  };
}

/** Tells the reader that a deployment that is disposable is used by others. */
function othersRemarks(why: string | undefined): RemarkList[] {
  if (why === undefined) return [];
  const entries = [{ id: "others", why, times: 1 }];
  return [{ title: "Somebody else is there", inBrief: "all", entries }];
}

/** Tells the reader that the deployment limits the rate of calls. */
function rateLimitRemarks(exchanges: readonly Exchange[]): RemarkList[] {
  const asked = exchanges.filter((one) => !isProbe(one.call) && outcomeOf(one).kind === "wait");
  const statuses = [...new Set(asked.map(({ response }) => response!.status))];
  if (statuses.length === 0) return [];
  const why = `Calls got ${statuses.join(" or ")}: this looks like a rate limit. The run waited and slowed down; --rate N sends fewer calls per second from the start.`;
  const entries = [{ id: "--rate", why, times: 1 }];
  return [{ title: "The rate of calls is limited", inBrief: "all", entries }];
}

/** Ids in one remark. */
const MAX_NAMED = 3;

/** Remarks on ids that were not sent because no id is known to be unused. */
export function notTriedRemarks(refused: readonly Pick<RefusedCall, "refusal">[]): RemarkList[] {
  const listed = new Set(refused.flatMap(({ refusal }) => refusal.absentListed ?? []));
  const used = [...listed].map((id) => {
    const why = `${id} was provided as absent, and an order with this id is listed. Leave it out.`;
    return { id: "absent-id-listed", why, times: 1 };
  });
  const lists: RemarkList[] = [];
  if (used.length > 0)
    lists.push({ title: "Listed, and provided as absent", inBrief: "all", entries: used });

  const ids = absentIdsNeeded(refused);
  if (ids.length > 0) {
    const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : "";
    const named = `${ids.slice(0, MAX_NAMED).join(", ")}${more}`;
    const why = `Not tried: ids that may belong to an order that no list shows. Provide those that are free, with absent in orders-kit.yaml: ${named} (absentNeeded in report.json); or use --disposable where nothing is worth protecting.`;
    const entries = [{ id: "absent-ids-needed", why, times: 1 }];
    lists.push({ title: "Skipped: needs unused ids (absent)", inBrief: "nothing", entries });
  }
  return lists;
}

/** As digits. An id that many texts can be read as comes first. */
function absentIdsNeeded(refused: readonly Pick<RefusedCall, "refusal">[]): string[] {
  const times = new Map<bigint, number>();
  for (const id of refused.flatMap(({ refusal }) => refusal.absentNeeded))
    times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a).map(([id]) => String(id));
}
