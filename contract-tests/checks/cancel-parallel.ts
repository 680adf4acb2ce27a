/** Many cancellations of one order at the same moment (section States and transitions). */
import type { Check } from "../check.ts";
import { isDeferral } from "../exchange.ts";
import { statusOf } from "./answers.ts";
import { expectCancelled, judgeOnce, judgeOthers } from "./cancel.ts";
import { orderPath, pendingIdOf, wantsPending } from "./ids.ts";

export const cancelParallel: Check = {
  id: "cancel-parallel",
  area: "cancel",
  title: "of many cancellations at once exactly one succeeds",
  clauses: ["cancel-once", "cancel-pending", "cancel-only-that-order"],
  async run(context) {
    const id = pendingIdOf("parallel", context);
    if (id === undefined) return context.withheld("cancel-once", wantsPending(context));
    const before = await context.list();
    const connections = Array.from({ length: 8 }, (_, nth) => `parallel ${nth}`);
    // Open connections make the calls arrive together.
    await Promise.all(
      connections.map((connection) => context.send({ method: "GET", path: "/pets/1", credential: "none", connection })),
    );
    const together = { group: `cancel ${id}`, size: connections.length };
    const answers = await Promise.all(
      connections.map((connection) =>
        context.send({ method: "DELETE", path: orderPath(id), credential: "good", connection, together }),
      ),
    );
    const successes = answers.filter((answer) => statusOf(answer) === 204);
    if (successes.length > 1)
      return context.violated(
        "cancel-once",
        `Of ${answers.length} parallel cancellations of order ${id}, ${successes.length} get 204.`,
        successes.slice(0, 2),
        {
          expected: "204 once",
          received: `204 ${successes.length} times`,
        },
      );
    if (successes.length === 0) {
      const broken = answers.find((answer) => statusOf(answer) === undefined || context.after(answer) !== undefined);
      if (broken !== undefined)
        return context.unproven(
          "cancel-once",
          "Parallel cancellations broke off: which of them had an effect cannot be told.",
        );
      const [first] = answers;
      if (first !== undefined) await expectCancelled(context, first, id);
      return;
    }
    for (const answer of answers) {
      const status = statusOf(answer);
      if (status === undefined || [204, 404, 409].includes(status) || isDeferral(answer)) continue;
      context.violated(
        "cancel-once",
        `One of ${answers.length} parallel cancellations of order ${id} gets ${status}.`,
        [answer],
        {
          expected: "204 once, 404 or 409 otherwise",
          received: String(status),
        },
      );
    }
    context.held("cancel-pending");
    const [success] = successes;
    const after = await context.list();
    if (success !== undefined && after !== undefined) await judgeOthers(context, before, after, id, success);
    await judgeOnce(context, id);
  },
};
