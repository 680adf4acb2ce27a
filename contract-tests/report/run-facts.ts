/** Describes a run as a whole: counts, and sections that judge no clause. */

import type { Exchange } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import { outcomeOf } from "../client/outcome.ts";
import type { RunConfig } from "../run/session/config.ts";
import type { RefusedCall } from "../run/session/received.ts";
import type { Session } from "../run/session/session.ts";
import { isEmbedded, type Target } from "../targets/target.ts";
import { countAnswers } from "./answer-counts.ts";
import { evidenceOf } from "./evidence.ts";
import type { ReportSection } from "./schema.ts";

export function factsOf(session: Session) {
  const { budget, clock, config, coverage, exchanges, orders } = session;
  const { notSent } = session.received;
  const { others } = orders.provided;
  return {
    requests: budget.sent,
    coverage,
    answers: { counts: countAnswers(exchanges), epoch: clock.epoch },
    sections: [
      // Others use the deployment, although it should be disposable.
      ...sectionsOn("Somebody else is there", "others", others === undefined ? [] : [others]),
      ...absentListedSections(notSent),
      ...rateLimitSections(exchanges),
    ],
    absentNeeded: absentIdsNeeded(notSent),
    ...(config.keepTraffic && { traffic: exchanges.map((exchange) => evidenceOf(exchange)) }),
  };
}

/** Tells the reader that the deployment limits the rate of calls. */
function rateLimitSections(exchanges: readonly Exchange[]): ReportSection[] {
  const asked = exchanges.filter((one) => !isProbe(one.call) && outcomeOf(one).kind === "wait");
  const statuses = [...new Set(asked.map(({ response }) => response!.status))];
  const why = `Calls got ${statuses.join(" or ")}: this looks like a rate limit, for which a run waits and slows down. --rate N sends fewer calls per second from the start.`;
  return sectionsOn("The rate of calls is limited", "--rate", statuses.length === 0 ? [] : [why]);
}

/** Lists ids that were provided as absent although an order has them. */
function absentListedSections(refused: readonly Pick<RefusedCall, "refusal">[]): ReportSection[] {
  const listed = new Set(refused.flatMap(({ refusal }) => refusal.absentListed ?? []));
  const whys = [...listed].map(
    (id) => `${id} was provided as absent, and an order with this id is listed. Leave it out.`,
  );
  return sectionsOn("Listed, and provided as absent", "absent-id-listed", whys);
}

/** Returns no section if there are no reasons. */
function sectionsOn(title: string, id: string, whys: readonly string[]): ReportSection[] {
  return whys.length === 0 ? [] : [{ title, entries: whys.map((why) => ({ id, why, times: 1 })) }];
}

/** Returns the ids as digits; the one that most calls need comes first. */
function absentIdsNeeded(refused: readonly Pick<RefusedCall, "refusal">[]): string[] {
  const times = new Map<bigint, number>();
  for (const id of refused.flatMap(({ refusal }) => refusal.absentNeeded))
    times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a).map(([id]) => String(id));
}

/** Tells what a run without the wait does not see. */
export function lingerSections(
  { name, rules }: Pick<Target, "name" | "rules">,
  { settleMs = 0 }: RunConfig,
): ReportSection[] {
  if (settleMs > 0 || rules.readOnly || isEmbedded(name)) return [];
  const why =
    "The run did not wait: that a deployment undoes a cancellation, or carries out a refused one, some seconds later was not seen. linger: 5 in orders-kit.yaml waits until 5 s after the first cancellation.";
  const entries = [{ id: "linger", why, times: 1 }];
  return [{ title: "Delayed effects not checked", entries }];
}
