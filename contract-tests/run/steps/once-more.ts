/**
 * Repeats the calls some times: what was cancelled, shipped, unknown or refused still is. Late
 * effects show by now.
 */
import { cancellationOf, LIST_CALL } from "../../client/calls.ts";
import { LIST_KEYS_AGAIN } from "../../tables/key-tables.ts";
import { MAX_STALE_MS } from "../session/budget.ts";
import { compare, untilFresh, untilSettled } from "../session/lists/compare.ts";
import { findGap } from "../session/lists/list-gaps.ts";
import { listOrders } from "../session/lists/read-list.ts";
import { cancelledOrders } from "../session/orders/orders.ts";
import type { Session } from "../session/session.ts";
import { ask, PET_WITHOUT_KEY } from "./ask.ts";
import { cancellationsOf } from "./cancel/shipped.ts";
import { rowsFor } from "./rows.ts";
import type { Step } from "./step.ts";

/**
 * If one answer in twelve is wrong, this many rounds, with the answers before, include a wrong one
 * with a probability of 95 %.
 */
const ROUNDS = 8;
/** How many lists we ask for if orders of others seem to be missing from one. */
const FURTHER_LISTS = 8;
const STILL_UNCHANGED = "cancel-shipped-unchanged";

export const onceMore: Step = {
  id: "once-more",
  title: "what was cancelled, shipped, unknown or refused still is",
  clauses: [
    "auth-first",
    "list-unauthorized",
    "cancel-unauthorized",
    "pets-unauthorized",
    "cancel-once",
    "cancel-only-that-order",
    "cancel-shipped-unchanged",
    "cancel-unknown-not-found",
  ],
  async run(s) {
    const { shipped, pendingNeeded } = s.orders.provided;
    if (s.config.readOnly) s.report.unproven("cancel-once", pendingNeeded);
    await untilSettled(s);

    // This list shows whether the store was reset meanwhile.
    if (cancelledOrders(s.orders).length > 1) s.baseline.set(await listOrders(s));
    const options = { how: " once more", conflict: STILL_UNCHANGED } as const;
    const lists = rowsFor(s, LIST_KEYS_AGAIN).map((credential) => ({ ...LIST_CALL, credential }));
    const [first] = cancelledOrders(s.orders).map(({ id }) => cancellationOf(id));
    const isKeyAsked = s.tier === "thorough" && s.wants("auth-first", "cancel-unauthorized");
    await ask(
      s,
      isKeyAsked && first ? [...lists, { ...first, credential: "none" }] : lists,
      options,
    );

    const unknown = s.config.readOnly ? [] : [...s.orders.drawn].slice(0, 1);
    // We spare a service that is slow or limits calls.
    const rounds = s.tier === "thorough" && s.isParallel ? ROUNDS : 1;
    for (let round = 0; round < rounds; round++) {
      const cancelled = cancelledOrders(s.orders).map(({ id }) => id);
      const ids = [
        ...(s.wants("cancel-once", "cancel-only-that-order") ? cancelled : []),
        ...(s.wants(STILL_UNCHANGED) ? shipped : []),
        ...(s.wants("cancel-unknown-not-found") ? unknown : []),
      ];
      const pets = s.tier === "thorough" && s.wants("pets-unauthorized") ? [PET_WITHOUT_KEY] : [];
      const calls = [...ids.map(cancellationOf), ...pets];
      await compare(s, cancellationsOf(shipped), () => ask(s, calls, options));
    }
    await confirmGap(s);
  },
};

/**
 * Lists again, with pauses: orders of others that are missing from a list prove something only if
 * no old copy explains it.
 */
async function confirmGap(s: Session): Promise<void> {
  if (findGap(s, 0) === undefined || findGap(s, MAX_STALE_MS) !== undefined) return;
  await untilFresh(s);
  for (let nth = 0; nth < FURTHER_LISTS; nth++) await listOrders(s);
  await untilFresh(s);
  for (const _ of [1, 2]) await listOrders(s);
}
