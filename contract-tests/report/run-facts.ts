/** Describes a run as a whole: counts, and remarks, which are notes for the reader and not a verdict. */

import type { Exchange } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import { outcomeOf } from "../client/outcome.ts";
import type { RefusedCall } from "../session/received.ts";
import type { Session } from "../session/session.ts";
import { countAnswers } from "./answers.ts";
import { evidenceOf } from "./evidence.ts";
import type { RemarkList } from "./schema.ts";

export function factsOf(session: Session) {
  const { budget, clock, config, coverage, exchanges, orders } = session;
  const { notSent } = session.received;
  return {
    requests: budget.sent,
    coverage,
    answers: { counts: countAnswers(exchanges), epoch: clock.epoch },
    remarks: [
      ...othersRemarks(orders.provided.others),
      ...absentListedRemarks(notSent),
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
  return [{ title: "Somebody else is there", entries }];
}

/** Tells the reader that the deployment limits the rate of calls. */
function rateLimitRemarks(exchanges: readonly Exchange[]): RemarkList[] {
  const asked = exchanges.filter((one) => !isProbe(one.call) && outcomeOf(one).kind === "wait");
  const statuses = [...new Set(asked.map(({ response }) => response!.status))];
  if (statuses.length === 0) return [];
  const why = `Calls got ${statuses.join(" or ")}: this looks like a rate limit. The run waited and slowed down; --rate N sends fewer calls per second from the start.`;
  const entries = [{ id: "--rate", why, times: 1 }];
  return [{ title: "The rate of calls is limited", entries }];
}

/** Names ids that cannot be what they were provided as. */
function absentListedRemarks(refused: readonly Pick<RefusedCall, "refusal">[]): RemarkList[] {
  const listed = new Set(refused.flatMap(({ refusal }) => refusal.absentListed ?? []));
  const entries = [...listed].map((id) => {
    const why = `${id} was provided as absent, and an order with this id is listed. Leave it out.`;
    return { id: "absent-id-listed", why, times: 1 };
  });
  return entries.length === 0 ? [] : [{ title: "Listed, and provided as absent", entries }];
}

/** As digits. An id that many texts can be read as comes first. */
function absentIdsNeeded(refused: readonly Pick<RefusedCall, "refusal">[]): string[] {
  const times = new Map<bigint, number>();
  for (const id of refused.flatMap(({ refusal }) => refusal.absentNeeded))
    times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a).map(([id]) => String(id));
}
