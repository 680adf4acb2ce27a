import type { AnswerKind } from "../answer-kinds.ts";
import { expectStatus } from "../answer-status.ts";
import { expectAllRefused, sendWithCredentials } from "../auth/refusal.ts";
import type { Check, CheckContext } from "../check.ts";
import { orderPath, pendingIdsNeeded } from "../order-ids.ts";
import { cancel, expectAlreadyCancelled } from "./cancellation.ts";

/** How often each question is asked at least: a service may answer the next one in another way. */
const TIMES = 2;
/** Unknown ids that are asked for again. */
const MAX_UNKNOWN = 3;
/** If one answer in twelve is wrong, so many include a wrong one with 95 %. */
const ENOUGH_ANSWERS = 35;
/** Of the run up to here, 400 with the lists that follow. */
const MAX_CALLS = 396;

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
    "auth-key-exact",
  ],
  async run(context) {
    if (context.readOnly) context.withheld("cancel-once", pendingIdsNeeded(context));
    else if (context.cancelledIds.size === 0) context.unproven("cancel-once", "No order was cancelled in this run.");
    await context.linger();
    const questions = questionsOf(context);
    const once = () => questions.flatMap(({ ids, ask }) => ids.map((id) => ask(context, id)));
    await Promise.all([...Array.from({ length: TIMES }, once).flat(), expectStillRefused(context)]);
    await Promise.all(furtherQuestions(context, questions).map((ask) => ask()));
  },
};

/** What was said of ids before. */
interface Question {
  readonly kind: AnswerKind;
  readonly ids: readonly bigint[];
  readonly ask: (context: CheckContext, id: bigint) => Promise<void>;
}

function questionsOf({ readOnly, shipped, cancelledIds, drawnIds }: CheckContext): Question[] {
  return [
    { kind: "orders cancelled before", ids: [...cancelledIds], ask: expectAlreadyCancelled },
    { kind: "shipped orders", ids: readOnly ? [] : shipped, ask: expectStillShipped },
    { kind: "unknown orders", ids: [...drawnIds].slice(0, MAX_UNKNOWN), ask: expectStillUnknown },
  ];
}

/** More of each kind, the rarest first, as far as the calls of the run allow it. A service that is slow or limits calls is spared. */
function furtherQuestions(context: CheckContext, questions: readonly Question[]): (() => Promise<void>)[] {
  if (context.parallel === 1) return [];
  const counted = questions
    .filter(({ ids }) => ids.length > 0)
    .map((question) => ({ ...question, answers: context.answers[question.kind] ?? 0 }));
  const further: (() => Promise<void>)[] = [];
  while (context.sent + further.length < MAX_CALLS) {
    const [rarest] = counted.sort((a, b) => a.answers - b.answers);
    if (rarest === undefined || rarest.answers >= ENOUGH_ANSWERS) break;
    const { ids, ask } = rarest;
    const id = ids[rarest.answers++ % ids.length]!;
    further.push(() => ask(context, id));
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

async function expectStillRefused(context: CheckContext): Promise<void> {
  const list = { method: "GET", path: "/store/orders" } as const;
  const listing = { clause: "list-unauthorized", phrase: "Listing the orders once more", lookupStatuses: [] } as const;
  const credentials = ["none", "wrong", "truncated", "extended", "middle-changed", "test"] as const;
  const refused = sendWithCredentials(context, list, credentials);
  const [cancelled] = context.cancelledIds;
  if (cancelled === undefined) return expectAllRefused(context, listing, await refused);
  const phrase = "Cancelling a cancelled order";
  const operation = { clause: "cancel-unauthorized", phrase, lookupStatuses: [404, 409] } as const;
  const call = { method: "DELETE", path: orderPath(cancelled) } as const;
  const refusedCancellations = sendWithCredentials(context, call, ["none", "wrong"]);
  await expectAllRefused(context, listing, await refused);
  await expectAllRefused(context, operation, await refusedCancellations);
}
