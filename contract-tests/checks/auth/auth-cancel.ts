import { ALTERNATIVES_TRIED } from "../../client/credential-entries/alternative-credentials.ts";
import { CREDENTIALS, type Credential, credentialsOf } from "../../client/credentials.ts";
import { asksToWait, type Exchange } from "../../client/exchange.ts";
import { describeAnswer, expectSent, isForbidden, statusOf } from "../answer-status.ts";
import { WORD } from "../cancel/malformed-ids.ts";
import type { Check, CheckContext } from "../check.ts";
import { orderPath, pendingIdFor } from "../order-ids.ts";
import { assertKeyOnEachRequest, expectRefused, sendWithCredentials } from "./refusal.ts";

const OPERATION = {
  clause: "cancel-unauthorized",
  phrase: "Cancelling an unknown order",
  lookupStatuses: [404, 409],
} as const;

export const authCancel: Check = {
  id: "auth-cancel",
  area: "auth",
  title: "cancelling requires the key before the order is looked up",
  clauses: ["auth-first", "auth-key-exact", "auth-each-request", "auth-error-body", "cancel-unauthorized"],
  async run(context) {
    await context.ensureList();
    const cancelUnknown = { method: "DELETE", path: orderPath(context.draw("{drawn}")) } as const;
    const [refused] = await Promise.all([
      sendWithCredentials(context, cancelUnknown, credentialsTried(context)),
      assertKeyOnEachRequest(context, cancelUnknown, (exchange) => statusOf(exchange) === 404, OPERATION.phrase),
      assertKeyBeforeMalformedId(context),
    ]);
    for (const exchange of refused) {
      assertKeyFirst(context, exchange);
      await expectRefused(context, OPERATION, exchange);
    }
  },
};

/**
 * The check auth-refused tries bad keys with a pending order, where one was handed over. What may be the key is tried with an
 * unknown order only.
 */
function credentialsTried(context: CheckContext): readonly Credential[] {
  const isAlone = pendingIdFor("refused", context) === undefined;
  const others = isAlone ? credentialsOf("none", "wrong", "unusual") : (["none", "wrong"] as const);
  return [...others, ...SPECIAL_TRIED, ...ALTERNATIVES_TRIED];
}

/** One of each kind: the list is tried with all of them. */
const SPECIAL_TRIED = ["middle-changed", "jwt-unsigned", "pattern-any", "sql", "test"] as const;

/** The response to a cancellation of an unknown order shows whether the order was looked up before the key was checked. */
function assertKeyFirst(context: CheckContext, exchange: Exchange): void {
  const { credential } = exchange.call;
  const { kind, name } = CREDENTIALS[credential];
  const status = statusOf(exchange);
  if (status === 401) context.held("auth-first");
  if (kind === "none") expectSent(context, exchange, "auth-first");
  if (status === 404 && (kind === "none" || credential === "wrong"))
    context.violated(
      "auth-first",
      `Cancelling an unknown order with ${name} gets 404: the order was looked up before the key was checked.`,
      [exchange],
      { expected: "401", received: "404" },
    );
}

async function assertKeyBeforeMalformedId(context: CheckContext): Promise<void> {
  const exchange = await context.send({ method: "DELETE", path: orderPath(WORD), credential: "none" });
  const status = statusOf(exchange);
  if (status === undefined || status === 401 || isForbidden(exchange) || asksToWait(exchange)) return;
  const why = `Cancelling without a key and with an orderId that is not an integer gets ${describeAnswer(exchange)}`;
  if (status >= 400 && status < 500 && status !== 403)
    context.advise("malformed-before-key", `${why}; the key is required on every request.`, [exchange]);
  else context.violated("cancel-unauthorized", `${why}.`, [exchange], { expected: "401", received: String(status) });
}
