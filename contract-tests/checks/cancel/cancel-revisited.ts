import { OPERATIONS } from "../../../spec/interface/operations.ts";
import type { Credential } from "../../client/credentials.ts";
import { cancellationOf, LIST_CALL } from "../../client/exchange.ts";
import { countAnswers } from "../../ledger/answers.ts";
import { refused } from "../auth/refusal.ts";
import type { Check, CheckContext } from "../check.ts";
import { PET_WITHOUT_KEY } from "../pets.ts";
import { type JudgedCall, judgeAlone } from "../send-together.ts";
import { answered } from "./cancellation.ts";

/** How often each question is asked at least: a service may answer the next one in another way. */
const TIMES = 2;
/** Unknown ids that are asked for again. */
const MAX_UNKNOWN = 2;
/** With which the list is asked for. */
const LIST_KEYS = ["none", "truncated"] as const satisfies readonly Credential[];
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
  async run(context) {
    const { config, ledger, orders, report } = context;
    if (config.readOnly) report.withheld("cancel-once", orders.pendingNeeded);
    else if (ledger.gone().length === 0)
      report.unproven("cancel-once", "No order was cancelled in this run.");
    await context.settle();
    const questions = questionsOf(context);
    const asked = [
      ...LIST_KEYS.map((credential) =>
        refused({ ...LIST_CALL, credential }, "Listing the orders once more"),
      ),
      ...ledger
        .gone()
        .slice(0, 1)
        .map((id) =>
          refused({ ...cancellationOf(id), credential: "none" }, "Cancelling a cancelled order"),
        ),
      ...Array.from({ length: TIMES }, () => questions.flatMap(([, calls]) => calls)).flat(),
    ];
    const further = furtherQuestions(context, questions, context.callsLeft - asked.length);
    await Promise.all([...asked, ...further].map((call) => judgeAlone(context, call)));
  },
};

/** What was asked before, once for each id, and the name under which reports count its answers. */
type Question = readonly [countedAs: string, calls: readonly JudgedCall[]];

function questionsOf({ ledger, orders }: CheckContext): Question[] {
  const how = " once more";
  const unknown = [...ledger.drawn].slice(0, MAX_UNKNOWN);
  const { situations } = OPERATIONS.cancelOrder;
  const unchanged = orders.shipped.map((id) =>
    answered("order-shipped", id, how, "cancel-shipped-unchanged"),
  );
  return [
    [
      situations["order-cancelled"].countedAs,
      ledger.gone().map((id) => answered("order-cancelled", id)),
    ],
    [situations["order-shipped"].countedAs, unchanged],
    [
      situations["order-unknown"].countedAs,
      unknown.map((id) => answered("order-unknown", id, how)),
    ],
    [OPERATIONS.getPet.unauthorized.countedAs, [PET_WITHOUT_KEY]],
  ];
}

/** More of each kind, the rarest first, as far as the run allows it. A service that is slow or limits calls is spared. */
function furtherQuestions(
  context: CheckContext,
  questions: readonly Question[],
  max: number,
): JudgedCall[] {
  // Another shard may send what is left.
  if (context.parallel === 1 || context.config.sharded) return [];
  const answers = countAnswers(context.ledger);
  const counted = questions.flatMap(([kind, calls]) =>
    calls.length === 0 ? [] : [{ calls, answers: (answers[kind] ?? 0) + TIMES * calls.length }],
  );
  const further: JudgedCall[] = [];
  while (further.length < max) {
    const [rarest] = counted.sort((a, b) => a.answers - b.answers);
    if (rarest === undefined || rarest.answers >= ENOUGH_ANSWERS) break;
    further.push(rarest.calls[rarest.answers++ % rarest.calls.length]!);
  }
  return further;
}
