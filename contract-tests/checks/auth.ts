/** Authentication on listing and cancelling (section Authentication). */
import type { Check, Context } from "../check.ts";
import { lists } from "../order-list.ts";
import { expectStatus, isForbidden, receivedOf, statusOf } from "./answers.ts";
import { expectCancelled } from "./cancel.ts";
import { ATTEMPTS, judgeEachRequest, judgeRefusal, tryCredentials } from "./credentials.ts";
import { absentId, orderPath, pendingIdOf, wantsPending } from "./ids.ts";
import { judgeTextsLike } from "./malformed.ts";

const LIST = { method: "GET", path: "/store/orders" } as const;

export const authList: Check = {
  id: "auth-list",
  area: "auth",
  title: "listing asks every request for the key, and takes nothing else",
  clauses: ["auth-good-key", "auth-key-exact", "auth-each-request", "auth-error-body", "list-unauthorized"],
  async run(context) {
    await context.list();
    const guarded = { clause: "list-unauthorized", doing: "Listing", looksUp: [] } as const;
    for (const { attempt, exchange } of await tryCredentials(context, LIST))
      judgeRefusal(context, attempt, guarded, exchange);
    await judgeEachRequest(context, LIST, (exchange) => statusOf(exchange) === 200, "Listing");
    for (const credential of ["lower-case-scheme", "upper-case-scheme"] as const) {
      const status = statusOf(await context.send({ ...LIST, credential }));
      if (status === 200) context.observe("scheme-case", "accepted");
      else if (status === 401) context.observe("scheme-case", "refused");
    }
    await context.list();
  },
};

export const authCancel: Check = {
  id: "auth-cancel",
  area: "auth",
  title: "cancelling asks for the key before it looks for the order",
  clauses: ["auth-first", "auth-key-exact", "auth-each-request", "auth-error-body", "cancel-unauthorized"],
  async run(context) {
    const list = await context.list();
    const absent = { method: "DELETE", path: orderPath(absentId(context, list, 0)) } as const;
    const guarded = {
      clause: "cancel-unauthorized",
      doing: "Cancelling an unknown order",
      looksUp: [404, 409],
    } as const;
    for (const { attempt, exchange } of await tryCredentials(context, absent)) {
      const status = statusOf(exchange);
      if (status === 401) context.held("auth-first");
      if (attempt.credential === "none" && isForbidden(exchange))
        context.withheld("auth-first", exchange.failure?.message ?? "");
      if (status === 404 && (attempt.kind === "none" || attempt.credential === "wrong"))
        context.violated(
          "auth-first",
          `An unknown order, cancelled with ${attempt.name}, gets 404: it was looked up first.`,
          [exchange],
          {
            expected: "401",
            received: "404",
          },
        );
      judgeRefusal(context, attempt, guarded, exchange);
    }
    await judgeEachRequest(context, absent, (exchange) => statusOf(exchange) === 404, "Cancelling an unknown order");
    await judgeMalformed();

    async function judgeMalformed(): Promise<void> {
      const exchange = await context.send({ method: "DELETE", path: orderPath("abc"), credential: "none" });
      const status = statusOf(exchange);
      if (status === 401 || isForbidden(exchange)) return;
      const why = `An orderId that is no integer, without a key, gets ${receivedOf(exchange)}.`;
      if (status !== undefined && status >= 400 && status < 500 && status !== 403)
        context.advise("malformed-before-key", `${why} The key is asked for on every request.`, [exchange]);
      else if (status !== undefined)
        context.violated("cancel-unauthorized", why, [exchange], { expected: "401", received: String(status) });
    }
  },
};

/**
 * Refused cancellations of a pending order, sent long before that order is asked for again: a service may carry out in the
 * background what it refused.
 */
export const authRefused: Check = {
  id: "auth-refused",
  area: "auth",
  title: "cancelling a pending order asks for the key",
  clauses: ["auth-no-effect", "cancel-unauthorized", "auth-key-exact"],
  async run(context) {
    const id = pendingIdOf("refused", context);
    if (id === undefined) return context.withheld("auth-no-effect", wantsPending(context));
    await refuseAll(context, id);
  },
};

/** True when every bad credential was refused, as far as the answers say. */
async function refuseAll(context: Context, id: bigint): Promise<boolean> {
  const call = { method: "DELETE", path: orderPath(id) } as const;
  const before = await context.list();
  const guarded = { clause: "cancel-unauthorized", doing: "Cancelling a pending order", looksUp: [404, 409] } as const;
  const bad = ATTEMPTS.filter(({ kind }) => kind !== "road");
  const refused = await tryCredentials(context, call, bad);
  context.refusals.push(...refused.map(({ exchange }) => exchange));
  for (const { attempt, exchange } of refused) judgeRefusal(context, attempt, guarded, exchange);
  const carriedOut = refused.find(({ exchange }) => (statusOf(exchange) ?? 500) < 300);
  // Cancelled without a good key: nothing more can be learned from this order.
  if (carriedOut !== undefined) {
    context.violated("auth-no-effect", `${carriedOut.attempt.name} cancels a pending order.`, [carriedOut.exchange]);
    return false;
  }
  const after = await context.list();
  if (before === undefined || after === undefined) return true;
  if (!lists(before, id) || lists(after, id) || after.withoutId > 0) return true;
  const again = await context.list();
  if (again === undefined || lists(again, id)) return true;
  context.violated("auth-no-effect", `After refused cancellations, order ${id} is no longer listed.`, [
    ...context.refusals.slice(-1),
    again.exchange,
  ]);
  return true;
}

/** Refused cancellations of a pending order have no effect: at the end it can still be cancelled. */
export const authNoEffect: Check = {
  id: "auth-no-effect",
  area: "auth",
  title: "a refused cancellation leaves the pending order as it was",
  clauses: ["auth-no-effect", "auth-first"],
  async run(context) {
    const id = pendingIdOf("refused", context);
    if (id === undefined) return context.withheld("auth-no-effect", wantsPending(context));
    const call = { method: "DELETE", path: orderPath(id) } as const;
    // In a process of its own nothing was refused yet.
    if (context.refusals.length === 0 && !(await refuseAll(context, id))) return;
    if (context.refusals.some((exchange) => (statusOf(exchange) ?? 500) < 300)) return;
    if (!(await judgeTextsLike(context, id, await context.list()))) return;
    const cancelled = await context.send({ ...call, credential: "good" });
    const status = statusOf(cancelled);
    if ((status === 404 || status === 409) && context.after(cancelled) !== undefined) {
      context.unproven(
        "auth-no-effect",
        "The cancellation broke off once and was repeated: it may have had its effect.",
      );
      return void (await expectCancelled(context, cancelled, id));
    }
    if (status === 404 || status === 409) {
      const why = `After refused cancellations, pending order ${id} can no longer be cancelled: ${status}.`;
      for (const clause of ["auth-no-effect", "cancel-malformed-refused"] as const)
        context.violated(clause, why, [...context.refusals.slice(-1), cancelled], {
          expected: "204",
          received: String(status),
        });
      return;
    }
    if (!expectStatus(context, cancelled, "cancel-pending", [204], `Cancelling pending order ${id}`)) return;
    context.held("auth-no-effect");
    // Now cancelled: without a key, neither its 404 nor its 409 may show.
    const late = await context.send({ ...call, credential: "none" });
    expectStatus(context, late, "auth-first", [401], "Cancelling a cancelled order without a key");
  },
};
