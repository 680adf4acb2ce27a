/** Cancelling a shipped order, before any cancellation: a 409 afterwards could have another cause. */
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { describeAnswer, isSuccess, statusOf } from "../client/answer.ts";
import { cancellationOf } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { compare, UNREADABLE } from "../session/compare.ts";
import type { Session } from "../session/session.ts";
import { expectStatus, violateAnswer } from "./answers.ts";
import type { Step } from "./step.ts";

const CONFLICT = OPERATIONS.cancelOrder.situations["order-shipped"];
const UNCHANGED = "cancel-shipped-unchanged";
/** Words that ask for it (spec/rulings.md). */
const FORCE = "force=true&override=true&confirm=true";

export const shipped: Step = {
  id: "shipped",
  title: "cancelling a shipped order gets 409 and changes nothing",
  clauses: ["cancel-shipped-conflict", "cancel-shipped-unchanged"],
  async run(s) {
    const { shipped, shippedNeeded } = s.orders;
    if (shipped.length === 0) return s.report.skipped([CONFLICT.clause, UNCHANGED], shippedNeeded);
    for (const id of shipped) await expectConflict(s, id);
  },
};

async function expectConflict(s: Session, id: bigint): Promise<void> {
  const situation = `Cancelling order ${id}, provided as shipped,`;
  const act = {
    what: "cancellations",
    blame: (changed: bigint) => (changed === id ? UNCHANGED : "cancel-only-that-order"),
  } as const;

  let first: Exchange | undefined;
  const before = await compare(s, act, async () => {
    first = await s.send(cancellationOf(id));
    if (!isSuccess(first)) return void expectStatus(s, first, CONFLICT, situation);
    const why = `${situation} gets ${describeAnswer(first)}: had it shipped?`;
    const detail = { expected: "409", received: describeAnswer(first) };
    s.report.violated([CONFLICT.clause, UNCHANGED], why, [first], detail);
  });

  const after = await compare(s, act, async () => {
    // How a service refuses the words is its own affair.
    const forced = await s.send({ ...cancellationOf(id), query: FORCE });
    const asking = `${situation} with words that ask for it,`;
    if (isSuccess(forced)) violateAnswer(s, CONFLICT.clause, [forced], asking, "409");
    const again = await s.send(cancellationOf(id));
    // The service can tell that it has shipped: another answer now means that something has changed.
    const clause = statusOf(first!) === 409 ? UNCHANGED : CONFLICT.clause;
    expectStatus(s, again, { ...CONFLICT, clause }, `${situation} a second time`);
  });

  if (s.changed.has(id)) return;
  if (s.mayOnlyList) return;
  if ([...before, ...after].includes(id)) s.report.held(UNCHANGED);
  else s.report.unproven(UNCHANGED, `Order ${id}: ${UNREADABLE}`);
}
