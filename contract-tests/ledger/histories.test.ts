/** What may be concluded from the exchanges of a run, and what not: each history beside the one that only looks like it. */
import { expect, test } from "playwright/test";
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall, orderPath } from "../client/exchange.ts";
import { ledgerBytes, loadLedger } from "../playwright/shared-run.ts";
import { listAnswer } from "../testing/simulation/scripted-run.ts";
import { exchangeOf, type WireAnswer } from "../testing/simulation/wire.ts";
import { outagesOf } from "./answers.ts";
import { blame } from "./attempts.ts";
import { providedChanges, vanishedBeside } from "./changes.ts";
import { Ledger } from "./ledger.ts";
import { findGap, findProvidedGap, MAX_STALE_MS } from "./list-gaps.ts";
import { isBefore, overlap } from "./moments.ts";

/** The moments of a call in milliseconds, the call, and what came back. */
type Step = readonly [from: number, to: number, call: OutgoingCall, answer: WireAnswer];

const [PENDING, SECOND, SHIPPED] = [17n, 18n, 4n];
const OWN = [PENDING, SECOND, SHIPPED];
const [A, B] = [101n, 102n];
const cancel = cancellationOf;
const bad = (id: bigint): OutgoingCall => ({
  method: "DELETE",
  path: orderPath(id),
  credential: "wrong",
});

/** `shown`: ids, or the body. */
const list = (from: number, to: number, shown: readonly bigint[] | string): Step => {
  return [from, to, LIST_WITH_KEY, typeof shown === "string" ? { body: shown } : listAnswer(shown)];
};

function ledgerOf(...steps: readonly Step[]): Ledger {
  const ledger = new Ledger({
    pending: [PENDING, SECOND],
    shipped: [SHIPPED],
    absent: [],
    settleMs: 5_000,
  });
  for (const [sentAt, receivedAt, call, answer] of steps) {
    const entry = ledger.begin("trial", call, sentAt);
    ledger.end(entry, { ...exchangeOf(call, answer), sentAt, receivedAt });
  }
  return ledger;
}

/** A list in which the quantity of one order is another than in {@link listAnswer}. */
const changed = (ids: readonly bigint[], id: bigint, quantity: number): string =>
  listAnswer(ids).body.replace(
    `{"id":${id},"petId":1,"quantity":2`,
    `{"id":${id},"petId":1,"quantity":${quantity}`,
  );

const ALL = [...OWN, A, B];

test("what had ended before another began is before it; otherwise they overlap", () => {
  const [first, second, third] = [
    { sentAt: 0, receivedAt: 10 },
    { sentAt: 10, receivedAt: 20 },
    { sentAt: 5, receivedAt: 12 },
  ];
  expect([isBefore(first, second), isBefore(second, first), isBefore(first, third)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([overlap(first, second), overlap(first, third), overlap(second, third)]).toEqual([
    false,
    true,
    true,
  ]);
});

for (const [title, steps, certain, close] of [
  [
    "two orders, and seconds on both sides",
    [list(0, 10, ALL), list(2_010, 2_020, OWN), list(4_020, 4_030, ALL)],
    true,
    true,
  ],
  [
    "the list may be an old copy",
    [list(0, 10, ALL), list(500, 510, OWN), list(4_020, 4_030, ALL)],
    false,
    true,
  ],
  [
    "a list that arrived between them overlaps both",
    [list(0, 30, ALL), list(5, 20, OWN), list(10, 40, ALL)],
    false,
    false,
  ],
  [
    "one order may be a coincidence",
    [list(0, 10, ALL), list(2_010, 2_020, [...OWN, A]), list(4_020, 4_030, ALL)],
    false,
    false,
  ],
  [
    "they were placed after it",
    [list(0, 10, OWN), list(2_010, 2_020, OWN), list(4_020, 4_030, ALL)],
    false,
    false,
  ],
] as [string, Step[], boolean, boolean][])
  test(`orders of others are missing from a list: ${title}`, () => {
    const ledger = ledgerOf(...steps);
    expect([findGap(ledger, MAX_STALE_MS) !== undefined, findGap(ledger, 0) !== undefined]).toEqual(
      [certain, close],
    );
  });

const LACKING = [SECOND, SHIPPED];
for (const [title, steps, isGap] of [
  ["nothing was sent to it", [list(0, 10, ALL), list(20, 30, LACKING), list(40, 50, ALL)], true],
  [
    "a cancellation was under way",
    [list(0, 10, ALL), [12, 45, cancel(PENDING), 503], list(20, 30, LACKING), list(50, 60, ALL)],
    false,
  ],
  [
    "a cancellation got no answer before",
    [
      list(0, 10, ALL),
      [12, 15, cancel(PENDING), "reset"],
      list(20, 30, LACKING),
      list(40, 50, ALL),
    ],
    false,
  ],
  ["the lists overlap", [list(0, 25, ALL), list(20, 30, LACKING), list(28, 50, ALL)], false],
] as [string, Step[], boolean][])
  test(`a provided order is missing from one list: ${title}`, () => {
    expect(findProvidedGap(ledgerOf(...steps), OWN) !== undefined).toBe(isGap);
  });

const QUIET = [list(0, 10, ALL), list(60, 70, ALL)];
const REFUSED: Step = [80, 90, bad(PENDING), 401];
const LATER = listAnswer(ALL).body.replaceAll("10:00:00Z", "10:01:00Z");
/** In both lists after the refused call. */
const shows = (body: string): readonly Step[] => [list(95, 100, body), list(120, 130, body)];
for (const [title, steps, expected] of [
  [
    "by a refused cancellation",
    [...QUIET, REFUSED, ...shows(changed(ALL, PENDING, 9))],
    ["bad key"],
  ],
  [
    "in one list alone",
    [...QUIET, REFUSED, list(95, 100, changed(ALL, PENDING, 9)), list(120, 130, ALL)],
    [],
  ],
  [
    "and no later list shows it",
    [...QUIET, REFUSED, list(95, 100, changed(ALL, PENDING, 9))],
    "open",
  ],
  [
    "again and again, while nothing is sent",
    [
      ...[
        list(0, 10, ALL),
        list(20, 30, changed(ALL, PENDING, 3)),
        list(40, 50, changed(ALL, PENDING, 4)),
      ],
      [60, 70, bad(PENDING), 401],
      ...[list(80, 90, changed(ALL, PENDING, 5)), list(95, 99, changed(ALL, PENDING, 5))],
    ],
    [],
  ],
  [
    "of all orders of a state at once, as an estimate to the minute turns",
    [...QUIET, REFUSED, ...shows(LATER)],
    [],
  ],
  [
    "while calls of two kinds were under way: both can be the cause",
    [...QUIET, REFUSED, [81, 91, cancel(`${PENDING}x`), 400], ...shows(changed(ALL, PENDING, 9))],
    ["bad key", "text"],
  ],
  ["of others, which are changed by others", [...QUIET, REFUSED, ...shows(changed(ALL, A, 9))], []],
] as [string, Step[], readonly string[] | "open"][])
  test(`a field changes: ${title}`, () => {
    const { changes, openMs } = providedChanges(ledgerOf(...steps));
    const causes = changes.flatMap((change) => change.causes.map(({ attempt }) => attempt.kind));
    expect(expected === "open" ? openMs > 0 : [...new Set(causes)]).toEqual(
      expected === "open" ? true : expected,
    );
  });

test("an order is cancelled before a call only where the 204 had arrived when it was sent", () => {
  const ledger = ledgerOf(
    [0, 20, cancel(PENDING), 204],
    [10, 30, cancel(PENDING), 404],
    [25, 40, cancel(PENDING), 404],
  );
  const states = ledger.answered.map((entry) => ledger.cancelledBy(PENDING, entry) !== undefined);
  expect(states).toEqual([false, false, true]);
});

test("what another spelling of an address gets says nothing about the order, and a list that overlaps an attempt is not current", () => {
  const page = { ...bad(PENDING), path: orderPath(`${PENDING}%2F`), credential: "good" } as const;
  const ledger = ledgerOf(list(0, 10, ALL), [20, 30, page, 200], list(25, 40, ALL));
  expect([ledger.cancelledBy(PENDING), ledger.currentList()]).toEqual([undefined, undefined]);
  expect(ledgerOf([0, 10, page, 200], list(10, 20, ALL)).currentList()).toBeDefined();
});

test("calls that can each be the cause are blamed for what all of them violate", () => {
  const attempts = ledgerOf([0, 1, bad(PENDING), 401], [0, 1, cancel(`${PENDING}x`), 400]).attempts;
  expect(blame(attempts, PENDING)).toMatchObject({
    clauses: [],
    words: expect.stringMatching(/^one of 2 calls/),
  });
  expect(blame(attempts.slice(0, 1), PENDING).clauses).toEqual(["auth-no-effect"]);
});

test("gateway answers with short pauses are one outage, whatever checks met it and though one backend answered between them", () => {
  const blips = [0, 300, 900, 1_500].map((at): Step => [at, at + 10, LIST_WITH_KEY, 502]);
  const answered = [100, 1_000].map((at) => list(at, at + 10, ALL));
  const steps = [...blips, ...answered].toSorted(([a], [b]) => a - b);
  expect(outagesOf(ledgerOf(...steps)).map(({ calls }) => calls.length)).toEqual([4]);
  expect(
    outagesOf(ledgerOf(...steps, list(3_000, 3_010, ALL), [5_000, 5_010, LIST_WITH_KEY, 502])),
  ).toHaveLength(2);
});

for (const [title, between, count] of [
  ["only with ours", ALL, 2],
  ["at other times, too", [...OWN, A, B, 103n, 104n], 0],
] as [string, readonly bigint[], number][])
  test(`orders of others vanish ${title}`, () => {
    const ledger = ledgerOf(
      list(0, 10, between),
      list(20, 30, ALL),
      [40, 50, cancel(PENDING), 204],
      list(60, 70, [SECOND, SHIPPED, B]),
      [80, 90, cancel(SECOND), 204],
      list(100, 110, [SHIPPED]),
    );
    expect(vanishedBeside(ledger)).toHaveLength(count);
  });

test("a worker that has read a list itself takes over the ledger of another, and concludes the same", () => {
  const steps: Step[] = [
    ...QUIET,
    [80, 90, cancel(PENDING), 204],
    list(100, 110, [SECOND, SHIPPED, A, B]),
  ];
  const own = ledgerOf(list(0, 10, [B, SHIPPED, SECOND]));
  loadLedger(own, ledgerBytes(ledgerOf(...steps)), 1_000);
  expect(own.lists.map(({ keys }) => new Set([...keys].map(Number)))).toEqual(
    [ALL, ALL, [SECOND, SHIPPED, A, B]].map((ids) => new Set(ids.map(Number))),
  );
  expect([own.gone(), providedChanges(own).changes]).toEqual([[PENDING], []]);
  expect(own.answered.every((entry) => isBefore(entry, { sentAt: 1_000, receivedAt: 1_001 }))).toBe(
    true,
  );
});
