import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Credential } from "../../client/credentials.ts";
import { GET_PET, LIST_CALL, orderPath } from "../../client/exchange.ts";
import { type AnswerKind, countAnswers } from "../../ledger/answers.ts";
import { isForbidden } from "../answer-status.ts";
import { expectAllRefused, sendWithCredentials } from "../auth/refusal.ts";
import type { Check, CheckContext } from "../check.ts";
import { expectPetRefused } from "../pets.ts";
import { cancel, expectAlreadyCancelled, expectAnswer } from "./cancellation.ts";

/** How often each question is asked at least: a service may answer the next one in another way. */
const TIMES = 2;
/** Unknown ids that are asked for again. */
const MAX_UNKNOWN = 2;
/** With which the list is asked for, and a cancelled order is cancelled. */
const LIST_KEYS = ["none", "truncated"] as const satisfies readonly Credential[];
const CANCEL_KEYS = ["none"] as const satisfies readonly Credential[];
/** If one answer in twelve is wrong, so many include a wrong one with 95 %. */
const ENOUGH_ANSWERS = 35;

/** Runs late, and after the wait that the run is given for it: by then the effects of earlier calls in the background show. */
export const cancelRevisited: Check = {
  id: "cancel-revisited",
  area: "cancel",
  title: "what was cancelled, shipped, unknown or refused still is",
  clauses: [
    ...["cancel-once", "cancel-shipped-unchanged", "cancel-unknown-not-found", "list-unauthorized"],
    ...["cancel-unauthorized", "pets-unauthorized", "auth-key-exact"],
  ] as Check["clauses"],
  after: ["cancel-exact", "cancel-parallel", "auth-no-effect", "auth-list"],
  thin: true,
  cost: ({ shipped, spare, refused }) => ({
    calls:
      TIMES * (MAX_UNKNOWN + 1 + shipped.length + (refused === undefined ? 0 : 4 + Math.min(1, spare.length))) +
      LIST_KEYS.length +
      CANCEL_KEYS.length,
    badKeyCalls: TIMES + LIST_KEYS.length + CANCEL_KEYS.length,
  }),
  async run(context) {
    const { config, ledger, orders, report } = context;
    if (config.readOnly) report.withheld("cancel-once", orders.pendingNeeded);
    else if (ledger.gone().length === 0) report.unproven("cancel-once", "No order was cancelled in this run.");
    await context.settle();
    const questions = questionsOf(context);
    const asks = Array.from({ length: TIMES }, () => questions.flatMap((question) => question.asks)).flat();
    const further = furtherQuestions(context, questions);
    await Promise.all([...[...asks, ...further].map((ask) => ask()), expectStillRefused(context)]);
  },
};

/** What was asked before, once for each id. */
interface Question {
  readonly kind: AnswerKind;
  readonly asks: readonly (() => Promise<unknown>)[];
}

function questionsOf(context: CheckContext): Question[] {
  const { ledger, orders } = context;
  const unknown = [...ledger.drawn].slice(0, MAX_UNKNOWN);
  return [
    { kind: "orders cancelled before", asks: ledger.gone().map((id) => () => expectAlreadyCancelled(context, id)) },
    {
      kind: "shipped orders",
      asks: orders.shipped.map(
        (id) => () => expectStill(context, "order-shipped", id, { clause: "cancel-shipped-unchanged" }),
      ),
    },
    { kind: "unknown orders", asks: unknown.map((id) => () => expectStill(context, "order-unknown", id)) },
    { kind: "pets without the key", asks: [() => expectPetStillRefused(context)] },
  ];
}

/** More of each kind, the rarest first, as far as the run allows it. A service that is slow or limits calls is spared. */
function furtherQuestions(context: CheckContext, questions: readonly Question[]): (() => Promise<unknown>)[] {
  if (context.parallel === 1) return [];
  const answers = countAnswers(context.ledger);
  const counted = questions
    .filter(({ asks }) => asks.length > 0)
    .map(({ kind, asks }) => ({ asks, answers: (answers[kind] ?? 0) + TIMES * asks.length }));
  const further: (() => Promise<unknown>)[] = [];
  while (further.length < context.allowance) {
    const [rarest] = counted.sort((a, b) => a.answers - b.answers);
    if (rarest === undefined || rarest.answers >= ENOUGH_ANSWERS) break;
    further.push(rarest.asks[rarest.answers++ % rarest.asks.length]!);
  }
  return further;
}

async function expectStill(
  context: CheckContext,
  situation: "order-shipped" | "order-unknown",
  id: bigint,
  clause: { readonly clause?: ClauseId } = {},
): Promise<void> {
  expectAnswer(context, await cancel(context, id), [situation, id], { how: " once more", ...clause });
}

async function expectPetStillRefused(context: CheckContext): Promise<void> {
  const exchange = await context.send({ ...GET_PET, credential: "none" });
  // A gentle run sends few calls without a key.
  if (!isForbidden(exchange)) await expectPetRefused(context, exchange);
}

async function expectStillRefused(context: CheckContext): Promise<void> {
  const listing = "Listing the orders once more";
  const refused = sendWithCredentials(context, LIST_CALL, LIST_KEYS);
  const [cancelled] = context.ledger.gone();
  if (cancelled === undefined) return expectAllRefused(context, listing, await refused);
  const call = { method: "DELETE", path: orderPath(cancelled) } as const;
  const refusedCancellations = sendWithCredentials(context, call, CANCEL_KEYS);
  await expectAllRefused(context, listing, await refused);
  await expectAllRefused(context, "Cancelling a cancelled order", await refusedCancellations);
}
