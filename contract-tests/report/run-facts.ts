/** Describes a run as a whole: counts, and remarks, which are notes for the reader and not a verdict. */

import type { Exchange } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import { outcomeOf } from "../client/outcome.ts";
import type { RefusedCall } from "../run/session/received.ts";
import type { Session } from "../run/session/session.ts";
import { countAnswers } from "./answers.ts";
import { evidenceOf } from "./evidence.ts";
import type { RemarkList } from "./schema.ts";

export function factsOf(session: Session) {
  const { budget, clock, config, coverage, exchanges, orders } = session;
  const { notSent } = session.received;
  const { others } = orders.provided;
  return {
    requests: budget.sent,
    coverage,
    answers: { counts: countAnswers(exchanges), epoch: clock.epoch },
    remarks: [
      // The deployment is disposable, and is used by others.
      ...remarksOn("Somebody else is there", "others", others === undefined ? [] : [others]),
      ...absentListedRemarks(notSent),
      ...rateLimitRemarks(exchanges),
    ],
    absentNeeded: absentIdsNeeded(notSent),
    ...(config.keepTraffic && { traffic: exchanges.map((exchange) => evidenceOf(exchange)) }),
  };
}

/** Tells the reader that the deployment limits the rate of calls. */
function rateLimitRemarks(exchanges: readonly Exchange[]): RemarkList[] {
  const asked = exchanges.filter((one) => !isProbe(one.call) && outcomeOf(one).kind === "wait");
  const statuses = [...new Set(asked.map(({ response }) => response!.status))];
  const why = `Calls got ${statuses.join(" or ")}: this looks like a rate limit, for which a run waits and slows down. --rate N sends fewer calls per second from the start.`;
  return remarksOn("The rate of calls is limited", "--rate", statuses.length === 0 ? [] : [why]);
}

/** Names ids that cannot be what they were provided as. */
function absentListedRemarks(refused: readonly Pick<RefusedCall, "refusal">[]): RemarkList[] {
  const listed = new Set(refused.flatMap(({ refusal }) => refusal.absentListed ?? []));
  const whys = [...listed].map(
    (id) => `${id} was provided as absent, and an order with this id is listed. Leave it out.`,
  );
  return remarksOn("Listed, and provided as absent", "absent-id-listed", whys);
}

/** None where there is nothing to say. */
function remarksOn(title: string, id: string, whys: readonly string[]): RemarkList[] {
  return whys.length === 0 ? [] : [{ title, entries: whys.map((why) => ({ id, why, times: 1 })) }];
}

/** As digits. An id that many texts can be read as comes first. */
function absentIdsNeeded(refused: readonly Pick<RefusedCall, "refusal">[]): string[] {
  const times = new Map<bigint, number>();
  for (const id of refused.flatMap(({ refusal }) => refusal.absentNeeded))
    times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a).map(([id]) => String(id));
}
