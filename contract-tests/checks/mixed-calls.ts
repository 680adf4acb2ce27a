/** Different calls at the same moment: none gets the response, the principal or the effect of another. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Credential } from "../client/credentials.ts";
import { cancellationOf, LIST_CALL } from "../client/exchange.ts";
import { SPECIAL_FOR_CANCEL } from "./auth/auth-keys.ts";
import { refused } from "./auth/refusal.ts";
import { answered } from "./cancel/cancellation.ts";
import type { Check, CheckContext } from "./check.ts";
import { PET_WITHOUT_KEY } from "./pets.ts";
import { type JudgedCall, judgeTogether, LISTING } from "./send-together.ts";

/** A list is asked for with one of these in each round, and a pending order is cancelled with one of those. */
const LIST_KEYS = [
  "none",
  "wrong",
  "test",
  "admin",
  "secret",
  "changeme",
] as const satisfies readonly Credential[];
const CANCEL_KEYS = ["wrong", ...SPECIAL_FOR_CANCEL] as const satisfies {
  readonly length: typeof LIST_KEYS.length;
};
const BESIDE = "at the same moment as other calls";
const HOW = ` ${BESIDE}`;

export const mixedCalls: Check = {
  id: "mixed-calls",
  area: "cancel",
  title: "different calls at the same moment get the responses that they get alone",
  clauses: [
    ...["list-unauthorized", "cancel-unauthorized", "auth-key-exact", "auth-no-effect"],
    ...["cancel-unknown-not-found", "cancel-shipped-conflict", "cancel-once", "pets-unauthorized"],
  ] as ClauseId[],
  async run(context) {
    // The list is all that a gentle run sends of this check.
    await (context.parallel > 1 ? context.currentList() : context.list());
    // One after the other, the rounds do not differ.
    const rounds = context.parallel > 1 ? LIST_KEYS.length : 1;
    for (let round = 0; round < rounds; round++) {
      const calls = callsOf(context, round);
      // Each connection of the later rounds has sent another call before.
      const rotated = [...calls.slice(round), ...calls.slice(0, round)];
      const isKept = round >= LIST_KEYS.length / 2;
      await judgeTogether(context, `mixed ${round}`, rotated, `mixed ${isKept ? "" : round}`);
    }
  },
};

function callsOf(context: CheckContext, round: number): JudgedCall[] {
  const unknown = context.draw("{drawn}");
  const pending = [context.orders.refused ?? []].flat();
  const cancelled = context.ledger.gone().slice(0, 1);
  const credential = CANCEL_KEYS[round]!;
  const shippedCalls = context.orders.shipped
    .slice(0, 1)
    .map((id) => answered("order-shipped", id, HOW));
  const withoutKey = { ...cancellationOf(unknown), credential: "none" } as const;
  return [
    LISTING,
    refused({ ...LIST_CALL, credential: LIST_KEYS[round]! }, `Listing the orders ${BESIDE}`),
    answered("order-unknown", unknown, HOW),
    ...shippedCalls,
    ...(round % 2 === 0
      ? shippedCalls
      : [refused(withoutKey, `Cancelling an unknown order ${BESIDE}`)]),
    PET_WITHOUT_KEY,
    ...cancelled.map((id) => answered("order-cancelled", id, HOW)),
    // It is cancelled with the good key later on (auth-no-effect).
    ...pending.map((id) =>
      refused({ ...cancellationOf(id), credential }, `Cancelling a pending order ${BESIDE}`),
    ),
  ];
}
