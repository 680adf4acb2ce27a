/** Cancellations without the good key: of a pending order, which must stay as it is, and of an unknown one. */

import { CREDENTIALS, type Credential } from "../client/credentials.ts";
import { asksToWait, type Exchange, orderPath } from "../client/exchange.ts";
import { COMPARED } from "../session/blame.ts";
import type { Session } from "../session/session.ts";
import { expectSent, isForbidden, statusOf, violateAnswer } from "./answers.ts";
import { assertKeyOnEachRequest } from "./each-request.ts";
import { alternativeKeys, ORDER_KEYS, SPECIAL_KEYS } from "./keys.ts";
import { tryBadCredentials } from "./refusals.ts";
import type { Step } from "./step.ts";
import { WORD } from "./texts.ts";

const CANCELLING = "Cancelling an unknown order";
const ACT = { what: "refused cancellations", blame: "auth-no-effect" } as const;

export const badKeys: Step = {
  id: "bad-keys",
  title: "cancelling requires the key before the order is looked up, and else changes nothing",
  clauses: [
    "auth-first",
    "auth-key-exact",
    "auth-each-request",
    "auth-error-body",
    "auth-good-key",
    ...COMPARED,
  ],
  async run(s) {
    const { refused: id, pendingNeeded } = s.orders;
    if (id === undefined) s.report.withheld("auth-no-effect", pendingNeeded);
    else await s.compare(ACT, () => tryOnPendingOrder(s, id));
    await s.compare(ACT, () => tryOnUnknownOrder(s));
  },
};

/** Whether they had an effect shows in the lists, and when the order is cancelled in the end (late-effects). */
export async function tryOnPendingOrder(s: Session, id: bigint): Promise<void> {
  const call = { method: "DELETE", path: orderPath(id) } as const;
  await tryBadCredentials(s, "Cancelling a pending order", call, ORDER_KEYS);
}

async function tryOnUnknownOrder(s: Session): Promise<void> {
  const call = { method: "DELETE", path: orderPath(s.draw()) } as const;
  for (const exchange of await tryBadCredentials(s, CANCELLING, call, keysOfUnknownOrder(s)))
    assertKeyFirst(s, exchange);
  await assertKeyOnEachRequest(s, call, (exchange) => statusOf(exchange) === 404, CANCELLING);
  await assertKeyBeforeMalformedId(s);
}

/** With a pending order, ORDER_KEYS were tried on that, and SPECIAL_KEYS follow in the step together. The key in other places is tried on an unknown order only. */
function keysOfUnknownOrder({ config, orders, isParallel }: Session): readonly Credential[] {
  const alternatives = alternativeKeys(config);
  if (orders.refused === undefined) return [...ORDER_KEYS, ...SPECIAL_KEYS, ...alternatives];
  return ["none", "wrong", ...(isParallel ? [] : SPECIAL_KEYS), ...alternatives];
}

/** The response to a cancellation of an unknown order shows whether the order was looked up before the key was checked. */
function assertKeyFirst(s: Session, exchange: Exchange): void {
  const { credential } = exchange.call;
  const { kind, name } = CREDENTIALS[credential];
  const status = statusOf(exchange);
  if (status === 401) s.report.held("auth-first");
  if (kind === "none") expectSent(s, exchange, "auth-first");
  if (status !== 404 || (kind !== "none" && credential !== "wrong")) return;
  const why = `${CANCELLING} with ${name} gets 404: the order was looked up before the key was checked.`;
  s.report.violated("auth-first", why, [exchange], { expected: "401", received: "404" });
}

async function assertKeyBeforeMalformedId(s: Session): Promise<void> {
  const call = { method: "DELETE", path: orderPath(WORD), credential: "none" } as const;
  const exchange = await s.send(call);
  const status = statusOf(exchange);
  if (status === undefined || status === 401 || isForbidden(exchange) || asksToWait(exchange))
    return;
  const situation = "Cancelling without a key and with an orderId that is not an integer";
  const why = `${situation} gets ${status}; the key is required on every request.`;
  if (status >= 400 && status < 500 && status !== 403)
    s.report.advise("malformed-before-key", why, [exchange]);
  else violateAnswer(s, "cancel-unauthorized", [exchange], situation, "401");
}
