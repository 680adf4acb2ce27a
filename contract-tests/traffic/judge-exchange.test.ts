/**
 * Tests several exchanges together: ids that an app has rounded, and orders that are cancelled
 * twice.
 */
import { expect, test } from "playwright/test";
import { cancellationOf, LIST_WITH_KEY } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { errorAnswer, listAnswer } from "../testing/simulation/scripted-run.ts";
import { createJudge } from "./judge-exchange.ts";
import type { ObservedExchange } from "./observe.ts";

const LISTED = 9_007_199_254_740_993n;
const ROUNDED = 9_007_199_254_740_992n;

/** An exchange of a user between two times. */
function observed(from: number, to: number, exchange: Exchange, user?: string): ObservedExchange {
  return {
    exchange: { ...exchange, sentAt: from, receivedAt: to },
    target: "",
    presented: { credential: "good", isKeyKnown: true, ...(user !== undefined && { user }) },
    credential: "good",
    requestBytes: 0,
    kept: "bytes",
    isTypeKnown: true,
    credentials: [],
  };
}
const list = (from: number, to: number, ids: readonly bigint[], user?: string) =>
  observed(from, to, sampleExchange(LIST_WITH_KEY, listAnswer(ids)), user);
const missed = (from: number, to: number) =>
  observed(from, to, sampleExchange(cancellationOf(ROUNDED), { status: 404, ...errorAnswer(404) }));

/** Counts the exchanges with an id that the app has rounded, which is a mistake. */
function roundedIn(exchanges: readonly ObservedExchange[]): number {
  const judge = createJudge();
  const notes = exchanges.flatMap((exchange) => judge(exchange).notes);
  return notes.filter(({ id, isMistake }) => id === "rounded-id" && isMistake).length;
}

const BEFORE = list(0, 10, [LISTED]);
for (const [title, exchanges, rounded] of [
  ["a list before shows a neighbour", [BEFORE, missed(20, 30)], 1],
  ["the list overlaps the request", [list(0, 25, [LISTED]), missed(20, 30)], 0],
  ["the list came later, and is judged first", [list(40, 50, [LISTED]), missed(20, 30)], 0],
  ["an earlier list shows the id itself", [list(0, 5, [ROUNDED]), BEFORE, missed(20, 30)], 0],
] as const)
  test(`an app ${rounded > 0 ? "has" : "may not have"} rounded an id: ${title}`, () => {
    expect(roundedIn(exchanges)).toBe(rounded);
  });

test("once lists have shown too many ids, none counts as rounded: the app may have read one that is not kept", () => {
  const many = Array.from({ length: 200_001 }, (_, at) => LISTED + BigInt(8 * at));
  expect(roundedIn([list(0, 10, many), missed(20, 30)])).toBe(0);
});

const cancelled = (from: number, to: number, user?: string) =>
  observed(from, to, sampleExchange(cancellationOf(17n), { status: 204, headers: [] }), user);

const shows = (user: string) => list(2, 3, [17n, 18n], user);
/** A list whose body we did not keep. */
const unknownList = (from: number, to: number): ObservedExchange => ({
  ...list(from, to, [], "a"),
  kept: "nothing",
});

const FIRST = cancelled(0, 1, "a");
const AGAIN = cancelled(6, 7, "a");
const DURING = [cancelled(2, 5, "a"), list(0, 9, [17n], "a"), cancelled(10, 11, "a")];
for (const [title, exchanges, violations] of [
  ["a second time", [FIRST, AGAIN], 1],
  ["twice in parallel", [cancelled(0, 10, "a"), cancelled(5, 15, "a")], 1],
  ["by two users, who may have orders of their own", [FIRST, cancelled(2, 3, "b")], 0],
  ["by users that are not known", [cancelled(0, 1), cancelled(2, 3)], 0],
  ["again after it was listed again, as after a reset", [FIRST, shows("a"), AGAIN], 0],
  ["again, where a list that began before shows it", DURING, 1],
  ["again, where a list between may show it", [FIRST, unknownList(2, 3), AGAIN], 0],
  ["again, where only the list of another user shows it", [FIRST, shows("b"), AGAIN], 0],
] as const)
  test(`an order is cancelled ${title}: ${violations === 0 ? "no violation" : "a violation"}`, () => {
    const judge = createJudge();
    const found = exchanges.flatMap((exchange) => judge(exchange).findings);
    const twice = found.filter((one) => one.kind === "violated" && one.clause === "cancel-once");
    expect(twice).toHaveLength(violations);
  });
