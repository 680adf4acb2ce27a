/** What a sound service, other clients and whatever stands between can do, and what is concluded from it. */
import { expect, test } from "playwright/test";
import type { RecordedCheck } from "../assertions/finding.ts";
import { type OutgoingCall, orderPath } from "../client/exchange.ts";
import type { RunConfig } from "../run/run.ts";
import {
  type Answer,
  errorAnswer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../testing/simulation/scripted-run.ts";
import { usefulAbsentIds } from "../testing/useful-absent-ids.ts";
import { authList } from "./auth/auth-keys.ts";
import { authNoEffect } from "./auth/auth-no-effect.ts";
import { cancelPending } from "./cancel/cancel-by-state.ts";
import { cancelIdExact } from "./cancel/cancel-id-exact.ts";
import { cancelMalformed } from "./cancel/cancel-malformed.ts";
import { cancelParallel } from "./cancel/cancel-parallel.ts";
import { cancelUnknown } from "./cancel/cancel-unknown.ts";
import type { Check } from "./check.ts";
import { listAgain } from "./list/list-again.ts";
import { listQueries } from "./list/list-queries.ts";
import { providedOrders } from "./provided-orders.ts";

const OTHERS = [101n, 102n, 103n];
const ALL = [...PENDING, SHIPPED, ...OTHERS];
const { refused: REFUSED, cancel: CANCEL } = providedOrders({
  readOnly: false,
  pending: PENDING,
  shipped: [],
});
const FREE = 5_551_234_567n;

const isList = ({ path }: OutgoingCall): boolean => path === "/store/orders";
const isCancelOf = (id: bigint | string, { method, path, credential }: OutgoingCall): boolean =>
  method === "DELETE" && path === orderPath(id) && credential === "good";
const wait = (status: number): Answer => ({
  ...errorAnswer(status),
  headers: [["Retry-After", "1"]],
});

/** Each answer once, then those of a sound service. */
function once(isOne: (call: OutgoingCall) => boolean, ...answers: Answer[]) {
  return (call: OutgoingCall): Answer | undefined => (isOne(call) ? answers.shift() : undefined);
}

type Answers = (call: OutgoingCall, now: number) => Answer | undefined;
interface History {
  readonly title: string;
  readonly check: Check;
  readonly answer: () => Answers;
  readonly config?: Partial<RunConfig>;
  /** The verdict of one clause. */
  readonly expected: string;
  readonly advice?: readonly string[];
}

const HISTORIES: readonly History[] = [
  {
    title:
      "lists with a query lack orders of others the first time that each is asked for, and not again",
    check: listQueries,
    answer: () => {
      const asked = new Set<string>();
      return (call) => {
        if (!isList(call) || call.credential !== "good") return undefined;
        const isFirst =
          call.query !== undefined && !call.query.startsWith("nonce") && !asked.has(call.query);
        asked.add(call.query ?? "");
        return listAnswer(isFirst ? ALL.slice(0, 5) : ALL);
      };
    },
    expected: "unproven list-unfiltered",
  },
  {
    title: "every list with a query is asked to wait",
    check: listQueries,
    answer: () => (call) =>
      isList(call) ? (call.query === undefined ? listAnswer(ALL) : wait(429)) : undefined,
    expected: "unproven list-unfiltered",
  },
  {
    title: "a cache has an old copy of the plain list, and lists with a query are of now",
    check: listQueries,
    answer: () => (call) =>
      isList(call) && call.credential === "good"
        ? listAnswer(call.query === undefined && call.headers === undefined ? ALL : ALL.slice(0, 5))
        : undefined,
    expected: "held list-unfiltered",
  },
  {
    title: "a cancellation is asked to wait by 503, and the order is gone when it is repeated",
    check: cancelPending,
    answer: () => once((call) => isCancelOf(CANCEL!, call), wait(503), errorAnswer(404)),
    expected: "unproven cancel-pending",
  },
  {
    title: "the list cannot be read with the key, so no call follows one that was served",
    check: authList,
    answer: () => (call) =>
      isList(call) && call.credential === "good" ? errorAnswer(500) : undefined,
    expected: "unproven auth-each-request",
  },
  {
    title: "every malformed id is asked to wait by 429",
    check: cancelMalformed,
    answer: () => (call) => (call.method === "DELETE" ? wait(429) : undefined),
    expected: "unproven cancel-malformed-refused",
  },
  {
    title: "an app answers another spelling of the order with a page, without an effect",
    check: authNoEffect,
    answer: () => (call) =>
      isCancelOf(`${REFUSED}%2F`, call) ? { status: 200, body: "<html>" } : undefined,
    config: { absent: usefulAbsentIds({ readOnly: false, pending: PENDING, shipped: [SHIPPED] }) },
    expected: "held auth-no-effect",
    advice: ["similar-id-accepted"],
  },
  {
    title: "an id that was provided as absent is an order of somebody else now",
    check: cancelUnknown,
    answer: () => once((call) => isCancelOf(FREE, call), { status: 204 }),
    config: { absent: [FREE, BigInt.asIntN(32, FREE), BigInt.asUintN(32, FREE)] },
    expected: "held cancel-unknown-not-found",
    advice: ["absent-id-taken"],
  },
  {
    title: "a rate sends parallel cancellations one by one",
    check: cancelParallel,
    answer: () => () => undefined,
    config: { rate: 20 },
    expected: "unproven cancel-once",
  },
  {
    title: "a run is asked to send one call at a time",
    check: cancelParallel,
    answer: () => () => undefined,
    config: { parallel: 1 },
    expected: "held cancel-once",
  },
  {
    title:
      "another shard cancels an order, and a cache that ignores unknown parameters has an old copy of the plain list",
    check: listQueries,
    answer: () => withOldPlainList,
    config: { sharded: true },
    expected: "held list-unpaged",
  },
];

/** Plain lists have an order that lists with a query lack. */
function withOldPlainList(call: OutgoingCall): Answer | undefined {
  if (!isList(call) || call.credential !== "good") return undefined;
  const isPlain = call.query === undefined || call.query.startsWith("nonce");
  return listAnswer(isPlain ? ALL : ALL.slice(1));
}

for (const { title, check, answer, config, expected, advice = [] } of HISTORIES)
  test(`${title}: ${expected}`, async () => {
    const [service, answers] = [soundService(), answer()];
    const scripted = scriptedRun((call, _, now) => answers(call, now) ?? service(call), config);
    const { findings } = await scripted.judge(check);
    const verdicts = findings.flatMap((one) =>
      "clause" in one ? [`${one.kind} ${one.clause}`] : [],
    );
    expect(verdicts.filter((verdict) => verdict.startsWith("violated"))).toEqual(
      check === authList ? ["violated list-ok"] : [],
    );
    const [, clause] = expected.split(" ");
    expect(new Set(verdicts.filter((verdict) => verdict.endsWith(` ${clause}`)))).toContain(
      expected,
    );
    expect([
      ...new Set(findings.flatMap((one) => (one.kind === "advice" ? [one.id] : []))),
    ]).toEqual(advice);
  });

const violations = ({ findings }: RecordedCheck): string[] =>
  findings.flatMap((one) => (one.kind === "violated" ? [`${one.clause}: ${one.why}`] : []));

test("two shards, one of which tries similar ids and the other one parallel cancellations, blame nobody for each other", async () => {
  const service = soundService();
  const shards = [cancelIdExact, cancelParallel].map((check) => ({
    check,
    ...scriptedRun((call) => service(call), { sharded: true }),
  }));
  for (const { check, judge } of shards) expect(violations(await judge(check))).toEqual([]);
});

test("an order that is in old copies of the list, and not in a new one, may have been cancelled by another shard", async () => {
  const lists = [ALL, ALL.slice(1), ALL];
  const { judge } = scriptedRun((_, nth) => listAnswer(lists[nth] ?? ALL), { sharded: true });
  await judge(async ({ list }) => {
    for (const _ of lists) await list();
  });
  expect(violations(await judge(listAgain))).toEqual([]);
});
