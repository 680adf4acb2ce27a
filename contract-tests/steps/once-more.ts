/** All of it once more, some times: what was cancelled, shipped, unknown or refused still is. Late effects show by now. */
import { cancellationOf, LIST_CALL } from "../client/exchange.ts";
import { COMPARED } from "../session/blame.ts";
import { ASKED_AGAIN, MAX_STALE_MS } from "../session/compare.ts";
import { findGap } from "../session/list-gaps.ts";
import type { Session } from "../session/session.ts";
import { ask, cancelling, PET_WITHOUT_KEY, unauthorized } from "./cancellations.ts";
import { LIST_KEYS_AGAIN } from "./keys.ts";
import type { Step } from "./step.ts";

/** One answer of twelve may be wrong: this many rounds, with the answers before, include a wrong one with 95 %. */
const ROUNDS = 8;
/** Unknown ids that are asked for again. */
const MAX_UNKNOWN = 2;
/** Lists that are asked for where orders of others seem to be missing from one. */
const FURTHER_LISTS = 8;

export const onceMore: Step = {
  id: "once-more",
  title: "what was cancelled, shipped, unknown or refused still is",
  clauses: [
    "cancel-once",
    "cancel-unknown-not-found",
    "list-unauthorized",
    "list-whole",
    "list-ok",
    "cancel-pending",
    "cancel-unauthorized",
    "pets-unauthorized",
    "auth-key-exact",
    ...COMPARED,
  ],
  async run(s) {
    const { config, orders, report } = s;
    if (config.readOnly) report.withheld("cancel-once", orders.pendingNeeded);
    else if (s.cancelled.size === 0)
      report.unproven("cancel-once", "No order was cancelled in this run.");
    await s.settle();

    await ask(s, [
      ...LIST_KEYS_AGAIN.map((credential) =>
        unauthorized({ ...LIST_CALL, credential }, "Listing the orders once more"),
      ),
      ...[...s.cancelled.keys()]
        .slice(0, 1)
        .map((id) =>
          unauthorized(
            { ...cancellationOf(id), credential: "none" },
            "Cancelling a cancelled order",
          ),
        ),
    ]);

    const unknown = [...s.drawn].slice(0, MAX_UNKNOWN);
    const act = {
      what: "cancellations",
      blame: (id: bigint) =>
        orders.shipped.includes(id) ? "cancel-shipped-unchanged" : "cancel-only-that-order",
    } as const;
    // A service that is slow or limits calls is spared.
    for (let round = 0; round < (s.isParallel ? ROUNDS : 2); round++)
      await s.compare(act, () =>
        ask(s, [
          ...[...s.cancelled.keys()].map((id) => cancelling("order-cancelled", id)),
          ...orders.shipped.map((id) =>
            cancelling("order-shipped", id, " once more", "cancel-shipped-unchanged"),
          ),
          ...unknown.map((id) => cancelling("order-unknown", id, " once more")),
          PET_WITHOUT_KEY,
        ]),
      );
    await confirmGap(s);
  },
};

/** Orders of others that are missing from a list prove something only where no old copy explains it: so lists follow with pauses. */
async function confirmGap(s: Session): Promise<void> {
  if (findGap(s, 0) === undefined || findGap(s, MAX_STALE_MS) !== undefined) return;
  await s.wait(MAX_STALE_MS, ASKED_AGAIN);
  for (let nth = 0; nth < FURTHER_LISTS; nth++) await s.list();
  await s.wait(MAX_STALE_MS, ASKED_AGAIN);
  for (const _ of [1, 2]) await s.list();
}
