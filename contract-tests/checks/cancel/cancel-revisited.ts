import type { Credential } from "../../client/credentials.ts";
import { LIST_CALL } from "../../client/exchange.ts";
import type { AnswerKind } from "../answer-kinds.ts";
import { expectStatus, isForbidden } from "../answer-status.ts";
import { expectAllRefused, sendWithCredentials } from "../auth/refusal.ts";
import type { Check, CheckContext } from "../check.ts";
import { orderPath, pendingIdsNeeded } from "../order-ids.ts";
import { expectPetRefused, GET_PET } from "../pets.ts";
import { cancel, expectAlreadyCancelled } from "./cancellation.ts";

/** How often each question is asked at least: a service may answer the next one in another way. */
const TIMES = 2;
/** Unknown ids that are asked for again. */
const MAX_UNKNOWN = 2;
/** With which the list is asked for, and a cancelled order is cancelled. */
const LIST_KEYS = ["none", "truncated", "middle-changed"] as const satisfies readonly Credential[];
const CANCEL_KEYS = ["none", "wrong"] as const satisfies readonly Credential[];
/** If one answer in twelve is wrong, so many include a wrong one with 95 %. */
const ENOUGH_ANSWERS = 35;
/** Of the run up to here, 400 with the lists that follow. */
const MAX_CALLS = 398;

/** Runs late, and after the wait that the run is given for it: by then the effects of earlier calls in the background show. */
export const cancelRevisited: Check = {
  id: "cancel-revisited",
  area: "cancel",
  title: "what was cancelled, shipped, unknown or refused still is",
  clauses: [
    "cancel-once",
    "cancel-shipped-unchanged",
    "cancel-unknown-not-found",
    "list-unauthorized",
    "cancel-unauthorized",
    "pets-unauthorized",
    "auth-key-exact",
  ],
  async run(context) {
    if (context.readOnly) context.withheld("cancel-once", pendingIdsNeeded(context));
    else if (context.cancelledIds.size === 0) context.unproven("cancel-once", "No order was cancelled in this run.");
    await context.linger();
    const questions = questionsOf(context);
    const asks = Array.from({ length: TIMES }, () => questions.flatMap((question) => question.asks)).flat();
    const further = furtherQuestions(context, questions, asks.length);
    await Promise.all([...[...asks, ...further].map((ask) => ask()), expectStillRefused(context)]);
  },
};

/** What was asked before, once for each id. */
interface Question {
  readonly kind: AnswerKind;
  readonly asks: readonly (() => Promise<void>)[];
}

function questionsOf(context: CheckContext): Question[] {
  const { readOnly, shipped, cancelledIds, drawnIds } = context;
  const unknown = [...drawnIds].slice(0, MAX_UNKNOWN);
  return [
    { kind: "orders cancelled before", asks: [...cancelledIds].map((id) => () => expectAlreadyCancelled(context, id)) },
    { kind: "shipped orders", asks: (readOnly ? [] : shipped).map((id) => () => expectStillShipped(context, id)) },
    { kind: "unknown orders", asks: unknown.map((id) => () => expectStillUnknown(context, id)) },
    { kind: "pets without the key", asks: [() => expectPetStillRefused(context)] },
  ];
}

/**
 * More of each kind, the rarest first, as far as the calls of the run allow it when `planned` ones have been sent. A service that
 * is slow or limits calls is spared.
 */
function furtherQuestions(
  context: CheckContext,
  questions: readonly Question[],
  planned: number,
): (() => Promise<void>)[] {
  if (context.parallel === 1) return [];
  const counted = questions
    .filter(({ asks }) => asks.length > 0)
    .map(({ kind, asks }) => ({ asks, answers: (context.answers[kind] ?? 0) + TIMES * asks.length }));
  const sent = context.sent + planned + LIST_KEYS.length + CANCEL_KEYS.length;
  const further: (() => Promise<void>)[] = [];
  while (sent + further.length < MAX_CALLS) {
    const [rarest] = counted.sort((a, b) => a.answers - b.answers);
    if (rarest === undefined || rarest.answers >= ENOUGH_ANSWERS) break;
    further.push(rarest.asks[rarest.answers++ % rarest.asks.length]!);
  }
  return further;
}

async function expectStillShipped(context: CheckContext, id: bigint): Promise<void> {
  const situation = `Cancelling shipped order ${id} once more`;
  expectStatus(context, await cancel(context, id), "cancel-shipped-unchanged", [409], situation);
}

async function expectStillUnknown(context: CheckContext, id: bigint): Promise<void> {
  const situation = `Cancelling with the unknown id ${id} once more`;
  expectStatus(context, await cancel(context, id), "cancel-unknown-not-found", [404], situation);
}

async function expectPetStillRefused(context: CheckContext): Promise<void> {
  const exchange = await context.send({ ...GET_PET, credential: "none" });
  // A gentle run sends few calls without a key.
  if (!isForbidden(exchange)) await expectPetRefused(context, exchange);
}

async function expectStillRefused(context: CheckContext): Promise<void> {
  const listing = { clause: "list-unauthorized", phrase: "Listing the orders once more", lookupStatuses: [] } as const;
  const refused = sendWithCredentials(context, LIST_CALL, LIST_KEYS);
  const [cancelled] = context.cancelledIds;
  if (cancelled === undefined) return expectAllRefused(context, listing, await refused);
  const phrase = "Cancelling a cancelled order";
  const operation = { clause: "cancel-unauthorized", phrase, lookupStatuses: [404, 409] } as const;
  const call = { method: "DELETE", path: orderPath(cancelled) } as const;
  const refusedCancellations = sendWithCredentials(context, call, CANCEL_KEYS);
  await expectAllRefused(context, listing, await refused);
  await expectAllRefused(context, operation, await refusedCancellations);
}
