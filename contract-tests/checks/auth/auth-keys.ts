/** Bad keys are tried with the list, and with the cancellation of an unknown order. */
import {
  ALTERNATIVES_TRIED,
  CREDENTIALS,
  type Credential,
  credentialsOf,
} from "../../client/credentials.ts";
import { asksToWait, type Exchange, LIST_CALL, orderPath } from "../../client/exchange.ts";
import { expectSent, isForbidden, isSuccess, statusOf, violateAnswer } from "../answer-status.ts";
import { WORD } from "../cancel/similar-ids.ts";
import type { Check, CheckContext } from "../check.ts";
import { assertKeyOnEachRequest, tryBadCredentials } from "./refusal.ts";

const LISTING = "Listing the orders";
const CANCELLING = "Cancelling an unknown order";
/** One of each kind: the list is tried with all of them. */
export const SPECIAL_FOR_CANCEL = [
  "middle-changed",
  "jwt-unsigned",
  "pattern-any",
  "sql",
  "test",
] as const;

export const authList: Check = {
  id: "auth-list",
  area: "auth",
  title: "listing requires the key on every request and accepts nothing else",
  clauses: [
    "auth-good-key",
    "auth-key-exact",
    "auth-each-request",
    "auth-error-body",
    "list-unauthorized",
  ],
  // It need not try again what mixed-calls has tried. Its many calls use the places that the last cancellations leave free.
  async run(context) {
    const credentials = [
      ...credentialsOf("none", "wrong", "special", "unusual"),
      ...alternatives(context),
    ];
    const notTried = credentials.filter((credential) => !context.ledger.hasRefused(credential));
    const [spelled] = await Promise.all([
      context.send({ ...LIST_CALL, credential: "lower-case-scheme" }),
      tryBadCredentials(context, LISTING, LIST_CALL, notTried),
      context.list(),
      assertKeyOnEachRequest(context, LIST_CALL, isSuccess, LISTING),
    ]);
    if (statusOf(spelled) === 200) context.report.observe("scheme-case", "accepted");
    if (statusOf(spelled) === 401) context.report.observe("scheme-case", "refused");
  },
};

export const authCancel: Check = {
  id: "auth-cancel",
  area: "auth",
  title: "cancelling requires the key before the order is looked up",
  clauses: [
    "auth-first",
    "auth-key-exact",
    "auth-each-request",
    "auth-error-body",
    "cancel-unauthorized",
  ],
  async run(context) {
    // The policy refuses cancellations of unknown ids until a list was read.
    await context.currentList();
    const cancelUnknown = { method: "DELETE", path: orderPath(context.draw("{drawn}")) } as const;
    const [refused] = await Promise.all([
      tryBadCredentials(context, CANCELLING, cancelUnknown, credentialsTried(context)),
      assertKeyOnEachRequest(
        context,
        cancelUnknown,
        (exchange) => statusOf(exchange) === 404,
        CANCELLING,
      ),
      assertKeyBeforeMalformedId(context),
    ]);
    for (const exchange of refused) assertKeyFirst(context, exchange);
  },
};

/**
 * The checks auth-refused and mixed-calls try bad keys with a pending order, where one was provided. What may be the key is
 * tried with an unknown order only.
 */
function credentialsTried(context: CheckContext): readonly Credential[] {
  if (context.orders.refused === undefined)
    return [
      ...credentialsOf("none", "wrong", "unusual"),
      ...SPECIAL_FOR_CANCEL,
      ...alternatives(context),
    ];
  return [
    "none",
    "wrong",
    ...(context.parallel > 1 ? [] : SPECIAL_FOR_CANCEL),
    ...alternatives(context),
  ];
}

/** The key in other places would stand in access logs: it is sent there only where that harms nobody. */
function alternatives({ config }: CheckContext): readonly Credential[] {
  return config.keyElsewhere === true ? ALTERNATIVES_TRIED : [];
}

/** The response to a cancellation of an unknown order shows whether the order was looked up before the key was checked. */
function assertKeyFirst(context: CheckContext, exchange: Exchange): void {
  const { credential } = exchange.call;
  const { kind, name } = CREDENTIALS[credential];
  const status = statusOf(exchange);
  if (status === 401) context.report.held("auth-first");
  if (kind === "none") expectSent(context, exchange, "auth-first");
  if (status !== 404 || (kind !== "none" && credential !== "wrong")) return;
  const why = `${CANCELLING} with ${name} gets 404: the order was looked up before the key was checked.`;
  context.report.violated("auth-first", why, [exchange], { expected: "401", received: "404" });
}

async function assertKeyBeforeMalformedId(context: CheckContext): Promise<void> {
  const exchange = await context.send({
    method: "DELETE",
    path: orderPath(WORD),
    credential: "none",
  });
  const status = statusOf(exchange);
  if (status === undefined || status === 401 || isForbidden(exchange) || asksToWait(exchange))
    return;
  const situation = "Cancelling without a key and with an orderId that is not an integer";
  const why = `${situation} gets ${status}; the key is required on every request.`;
  if (status >= 400 && status < 500 && status !== 403)
    context.report.advise("malformed-before-key", why, [exchange]);
  else violateAnswer(context, "cancel-unauthorized", [exchange], situation, "401");
}
