/**
 * Tests what two lists around some calls prove, and what they do not: each history has a
 * counterpart that only looks like it.
 */
import { expect, test } from "playwright/test";
import { cancellationOf } from "../../../client/calls.ts";
import {
  type Answer,
  errorAnswer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  violatedIn,
} from "../../../testing/simulation/scripted-run.ts";
import { lastOf } from "../../assertions/finding.ts";
import { isListed } from "../../assertions/order-list.ts";
import { compare } from "./compare.ts";

const ALL = [...PENDING, SHIPPED];
const [OWN, OTHER] = PENDING;

/** Returns the list with another quantity or date of some orders. */
const changed = (ids: readonly bigint[], from: string, to: string): Answer => ({
  body: ids.reduce(
    (body, id) => body.replace(new RegExp(`("id":${id},[^}]*)${from}`), `$1${to}`),
    listAnswer(ALL).body,
  ),
});
const quantity = (id: bigint, value: number) =>
  changed([id], '"quantity":2', `"quantity":${value}`);
const dated = (ids: readonly bigint[]) => changed(ids, "10:00:00Z", "10:01:00Z");
const without = (id: bigint) => listAnswer(ALL.filter((one) => one !== id));
const BEFORE = listAnswer(ALL);

/**
 * Returns the clauses that are violated if these lists follow each other around a cancellation of
 * OWN. The last list repeats.
 */
async function found(lists: readonly Answer[], credential: "good" | "wrong" = "wrong") {
  let nth = 0;
  const { session, judge } = scriptedRun(({ method }) =>
    method === "GET"
      ? lists[Math.min(nth++, lists.length - 1)]!
      : credential === "good"
        ? { status: 204 }
        : errorAnswer(401),
  );
  let unchanged: readonly bigint[] = [];
  const own = credential === "good" ? [OWN] : [];
  const findings = await judge(async () => {
    unchanged = await compare(session, { what: "calls", blame: "auth-no-effect", own }, () =>
      session.send({ ...cancellationOf(OWN), credential }),
    );
  });
  return { violated: violatedIn(findings), unchanged, lists: session.lists, findings };
}

for (const [title, lists, violated] of [
  ["nothing differs", [BEFORE], []],
  ["a field differs from then on", [BEFORE, quantity(OWN, 9)], ["auth-no-effect"]],
  ["a field differs in one list alone", [BEFORE, quantity(OWN, 9), BEFORE], []],
  [
    "a field moves by itself",
    [BEFORE, quantity(OWN, 3), quantity(OWN, 3), quantity(OWN, 4), quantity(OWN, 5)],
    [],
  ],
  ["the date of a pending order moves", [BEFORE, dated([OWN])], []],
  [
    "the date of the shipped order moves alone",
    [BEFORE, dated([SHIPPED])],
    ["cancel-only-that-order", "auth-no-effect"],
  ],
  ["the dates of all orders move", [BEFORE, dated(ALL)], []],
  ["an order is gone", [BEFORE, without(OWN)], ["auth-no-effect"]],
  [
    "another order than the one that the call names changes",
    [BEFORE, quantity(OTHER, 9)],
    ["cancel-only-that-order", "auth-no-effect"],
  ],
] as [string, Answer[], string[]][])
  test(`${title}: ${violated.join() || "no violation"}`, async () => {
    expect((await found(lists)).violated).toEqual(violated);
  });

test("an order that comes back was missing from a list: it is not gone", async () => {
  const { violated, lists } = await found([BEFORE, without(OWN), BEFORE]);
  const listed = lists.slice(0, 3).map((list) => isListed(list, OWN));
  expect([violated, listed]).toEqual([[], [true, false, true]]);
});

test("the evidence of a change is marked in the list that shows it", async () => {
  const { findings } = await found([BEFORE, quantity(OTHER, 9)]);
  const shown = findings.flatMap((one) => {
    if (one.kind !== "violated" || one.detail.at === undefined) return [];
    const { start, end } = one.detail.at;
    const { response } = lastOf(one.proof);
    return [Buffer.from(response!.body).toString().slice(start, end)];
  });
  expect(new Set(shown)).toEqual(new Set(["9"]));
});

test("an act may cancel its own order, and proves that the others are as before", async () => {
  const { violated, unchanged } = await found([BEFORE, without(OWN)], "good");
  expect([violated, unchanged]).toEqual([[], ALL.filter((id) => id !== OWN)]);
});
