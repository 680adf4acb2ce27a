/**
 * Sends different calls at the same moment: none gets the response, the principal or the effect of
 * another.
 */
import {
  cancellationOf,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
} from "../../../client/calls.ts";
import { KEYS_TOGETHER, type KeyAndBadKey } from "../../../tables/key-tables.ts";
import { valuesFor } from "../../../tables/table.ts";
import { compare } from "../../session/lists/compare.ts";
import { listOrders } from "../../session/lists/read-list.ts";
import { cancelledOrders } from "../../session/orders/orders.ts";
import type { Session } from "../../session/session.ts";
import { ask, PET_WITHOUT_KEY } from "../ask.ts";
import type { Step } from "../step.ts";

export const together: Step = {
  id: "together",
  title: "different calls at the same moment get the responses that they get alone",
  clauses: [
    "auth-key-exact",
    "list-unauthorized",
    "cancel-unauthorized",
    "pets-unauthorized",
    "cancel-once",
    "cancel-only-that-order",
    "cancel-shipped-conflict",
    "cancel-unknown-not-found",
  ],
  async run(s) {
    if (s.config.gentle) return void (await listOrders(s));
    const act = { what: "calls at the same moment", blame: "auth-no-effect" } as const;
    // If calls go one by one, further rounds would show nothing new.
    const keys = valuesFor(KEYS_TOGETHER, s.isParallel ? s.tier : "quiet");
    for (const [round, pair] of keys.entries()) {
      const calls = callsOf(s, round, pair);
      // In later rounds, each connection has carried another kind of call before.
      const rotated = [...calls.slice(round), ...calls.slice(0, round)];
      const connections = round < Math.floor(keys.length / 2) ? `mixed ${round}` : "parallel";
      const how = " at the same moment as other calls";
      await compare(s, act, () => ask(s, rotated, { how, connections }));
    }
  },
};

function callsOf(s: Session, round: number, keys: KeyAndBadKey): OutgoingCall[] {
  const { shipped, refused } = s.orders.provided;
  const unknown = s.config.readOnly ? LIST_WITH_KEY : cancellationOf(s.draw());
  const conflict = shipped.slice(0, 1).map(cancellationOf);
  return [
    LIST_WITH_KEY,
    { ...LIST_CALL, credential: keys.list },
    unknown,
    ...conflict,
    ...(round % 2 === 0 ? conflict : [{ ...unknown, credential: "none" } as const]),
    ...(s.config.readOnly ? [] : [PET_WITHOUT_KEY]),
    ...cancelledOrders(s.orders)
      .slice(0, 1)
      .map(({ id }) => cancellationOf(id)),
    // late-effects cancels this order with the good key later on.
    ...(refused === undefined ? [] : [{ ...cancellationOf(refused), credential: keys.order }]),
  ];
}
