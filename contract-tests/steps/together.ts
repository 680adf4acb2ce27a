/** Different calls at the same moment: none gets the response, the principal or the effect of another. */

import { cancellationOf, LIST_CALL } from "../client/exchange.ts";
import { COMPARED } from "../session/blame.ts";
import type { Session } from "../session/session.ts";
import {
  askTogether,
  cancelling,
  LISTS,
  PET_WITHOUT_KEY,
  type Question,
  unauthorized,
} from "./cancellations.ts";
import { LIST_KEYS_TOGETHER, ORDER_KEYS_TOGETHER } from "./keys.ts";
import type { Step } from "./step.ts";

const BESIDE = "at the same moment as other calls";
const HOW = ` ${BESIDE}`;
const ROUNDS = LIST_KEYS_TOGETHER.length;

export const together: Step = {
  id: "together",
  title: "different calls at the same moment get the responses that they get alone",
  clauses: [
    "list-unauthorized",
    "auth-key-exact",
    "cancel-unknown-not-found",
    "cancel-shipped-conflict",
    "cancel-once",
    "pets-unauthorized",
    ...COMPARED,
  ],
  async run(s) {
    // One after the other, the rounds do not differ.
    const rounds = s.isParallel ? ROUNDS : 1;
    if (s.config.gentle) return void (await s.list());
    const act = { what: "calls at the same moment", blame: "auth-no-effect" } as const;
    for (let round = 0; round < rounds; round++)
      await s.compare(act, async () => {
        const calls = callsOf(s, round);
        // Each connection of the later rounds has sent another call before.
        const rotated = [...calls.slice(round), ...calls.slice(0, round)];
        await askTogether(s, rotated, round < ROUNDS / 2 ? `mixed ${round}` : "mixed");
      });
  },
};

function callsOf(s: Session, round: number): Question[] {
  const unknown = s.draw();
  const shipped = s.orders.shipped.slice(0, 1).map((id) => cancelling("order-shipped", id, HOW));
  const listed = { ...LIST_CALL, credential: LIST_KEYS_TOGETHER[round]! };
  const withoutKey = { ...cancellationOf(unknown), credential: "none" } as const;
  const credential = ORDER_KEYS_TOGETHER[round]!;
  const cancelled = [...s.cancelled.keys()].slice(0, 1);
  return [
    LISTS,
    unauthorized(listed, `Listing the orders ${BESIDE}`),
    cancelling("order-unknown", unknown, HOW),
    ...shipped,
    ...(round % 2 === 0
      ? shipped
      : [unauthorized(withoutKey, `Cancelling an unknown order ${BESIDE}`)]),
    PET_WITHOUT_KEY,
    ...cancelled.map((id) => cancelling("order-cancelled", id, HOW)),
    // It is cancelled with the good key later on (late-effects).
    ...[s.orders.refused ?? []]
      .flat()
      .map((id) =>
        unauthorized({ ...cancellationOf(id), credential }, `Cancelling a pending order ${BESIDE}`),
      ),
  ];
}
