/** What the answers to similar ids, and to the exact one, mean. */
import { expect, test } from "playwright/test";
import type { OutgoingCall } from "../../client/exchange.ts";
import type { RunConfig } from "../../run/run.ts";
import {
  type Answer,
  errorAnswer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../../testing/scripted-run.ts";
import { BURST } from "../send-together.ts";
import { cancelIdExact } from "./cancel-id-exact.ts";
import { absentIdsOfUse } from "./similar-ids.ts";

/** The id that the check takes, because it is the longest: in 32 bits, and beyond what a double holds. */
const SHORT = PENDING[3];
const LONG = 9_007_199_254_740_993n;
const LONG_PENDING = [LONG, ...PENDING.slice(0, 3)];
const WRAPPED = (id: bigint): string => String(id + 2n ** 64n);

/** The text in the place of the id of a cancellation. */
const idIn = ({ method, path }: OutgoingCall): string | undefined =>
  method === "DELETE" ? path.slice(path.lastIndexOf("/") + 1) : undefined;
/** Whether a call cancels a drawn id that has the lower 32 bits of SHORT. */
const isTwin = (call: OutgoingCall): boolean => {
  const id = /^\d{16}$/.test(idIn(call) ?? "") ? BigInt(idIn(call) ?? 0) : 0n;
  return BigInt.asUintN(32, id) === SHORT;
};

interface Trial {
  readonly pending?: readonly bigint[];
  /** Hands over all ids that the check would use. */
  readonly isFree?: boolean;
  readonly config?: Partial<RunConfig>;
  /** An order that another check has tried to cancel. */
  readonly attempted?: bigint;
  /** Undefined where a sound service answers. */
  readonly answer?: (call: OutgoingCall, nth: number) => Answer | undefined;
}

async function judged({ pending = PENDING, isFree = false, config, attempted, answer = () => undefined }: Trial) {
  const service = soundService([...pending]);
  const rules = { pending, shipped: [SHIPPED], readOnly: false };
  const scripted = scriptedRun((call, nth) => answer(call, nth) ?? service(call), {
    ...rules,
    absent: isFree ? absentIdsOfUse(rules) : [],
    ...config,
  });
  if (attempted !== undefined) scripted.state.attemptedIds.add(attempted);
  const { findings } = await scripted.judge(cancelIdExact);
  const found = findings.flatMap((one) => {
    if (one.kind === "advice") return [`advice ${one.id}`];
    return one.kind === "held" || one.kind === "observed" ? [] : [`${one.kind} ${one.clause}`];
  });
  const isHeld = findings.some((one) => one.kind === "held" && one.clause === "cancel-id-exact");
  const sent = scripted.calls.flatMap((call) => idIn(call) ?? []);
  return { ...scripted, found: [...(isHeld ? ["held"] : []), ...found], sent };
}

const answerWith = (status: number): Answer => (status === 204 ? { status } : errorAnswer(status));
const twinGets = (status: number): Trial => ({ answer: (call) => (isTwin(call) ? answerWith(status) : undefined) });
const idGets =
  (id: bigint | string, status: number): Trial["answer"] =>
  (call) =>
    idIn(call) === String(id) ? answerWith(status) : undefined;
const unreadable: Trial["answer"] = ({ path }) => (path === "/store/orders" ? { status: 429 } : undefined);
const all =
  (...answers: readonly Trial["answer"][]): Trial["answer"] =>
  (call, nth) => {
    for (const answer of answers) {
      const given = answer?.(call, nth);
      if (given !== undefined) return given;
    }
    return undefined;
  };

const [EXACT, UNKNOWN, PENDING_CLAUSE] = ["cancel-id-exact", "cancel-unknown-not-found", "cancel-pending"].map(
  (clause) => `violated ${clause}`,
);
const LONG_AND_FREE: Trial = { pending: LONG_PENDING, isFree: true };

for (const [title, trial, found, isCancelled] of [
  ["a sound service", {}, ["held"], true],
  ["a sound service, whose similar ids are free", { isFree: true }, ["held"], true],
  ["a sound service with a long id", { pending: LONG_PENDING }, ["held"], true],
  ["a long id, with similar ids that are free", LONG_AND_FREE, ["held"], true],
  [
    "no list, so that no similar id is sent",
    { answer: unreadable },
    ["unproven list-ok", "unproven cancel-id-exact"],
    true,
  ],
  ["204 to the lower 32 bits", twinGets(204), [EXACT], false],
  ["409 to the lower 32 bits", twinGets(409), [EXACT], false],
  ["500 to the lower 32 bits", twinGets(500), [UNKNOWN], false],
  ["400 to the lower 32 bits", twinGets(400), [UNKNOWN], false],
  ["400 to a negative id", { isFree: true, answer: idGets(-SHORT, 400) }, ["held", "advice negative-id"], true],
  ["204 to the id as a double", { ...LONG_AND_FREE, answer: idGets(LONG - 1n, 204) }, [EXACT], false],
  ["204 to the id beyond 64 bits", { isFree: true, answer: idGets(WRAPPED(SHORT), 204) }, [EXACT], false],
  ["400 to the id beyond 64 bits", { isFree: true, answer: idGets(WRAPPED(SHORT), 400) }, ["held"], true],
  ["404 to the id, after similar ones", { answer: idGets(SHORT, 404) }, [EXACT, PENDING_CLAUSE], true],
  [
    "404 to the id, after no similar one",
    { answer: all(unreadable, idGets(SHORT, 404)) },
    ["unproven list-ok", PENDING_CLAUSE],
    true,
  ],
  [
    "404 to a long id, after no similar one",
    { pending: LONG_PENDING, answer: idGets(LONG, 404) },
    [EXACT, PENDING_CLAUSE],
    true,
  ],
  ["400 to the id", { answer: idGets(SHORT, 400) }, [EXACT, PENDING_CLAUSE], true],
  ["500 to the id", { answer: idGets(SHORT, 500) }, [PENDING_CLAUSE], true],
  ["429 to the id", { answer: idGets(SHORT, 429) }, ["unproven cancel-pending"], true],
] as [string, Trial, string[], boolean][])
  test(`${title}: ${found.join(", ")}`, async () => {
    const { found: actual, sent } = await judged(trial);
    expect([...new Set(actual)]).toEqual(found);
    expect(sent.includes(String(trial.pending?.[0] ?? SHORT))).toBe(isCancelled);
  });

/** The order with this id is no longer listed after a cancellation of LONG, which still is. */
function losing(lost: bigint, isBack = false): Trial {
  let lists = 0;
  let isCancelled = false;
  return {
    pending: LONG_PENDING,
    answer(call) {
      if (idIn(call) === String(LONG)) {
        if (isCancelled) return errorAnswer(404);
        isCancelled = true;
        return { status: 204 };
      }
      if (call.path !== "/store/orders") return undefined;
      const isLost = isCancelled && !(isBack && lists++ > 0);
      return listAnswer([...LONG_PENDING, SHIPPED, ...(isLost ? [] : [lost])]);
    },
  };
}

for (const [title, trial, found] of [
  ["the same double", losing(LONG - 1n), ["held", EXACT]],
  ["the same lower 32 bits", losing(LONG + 2n ** 33n), ["held", EXACT]],
  ["the same double, in one list", losing(LONG - 1n, true), ["held"]],
  ["other digits", losing(LONG - 100n), ["held"]],
] as [string, Trial, string[]][])
  test(`an order whose id has ${title} is missing in place of the cancelled one: ${found.join(", ")}`, async () => {
    expect((await judged(trial)).found).toEqual(found);
  });

const OTHER = PENDING[1];

test("the order is cancelled at the same moment as the one of cancel-parallel", async () => {
  const { state, sent, found } = await judged({});
  const burst = sent.slice(sent.indexOf(String(OTHER))).slice(0, BURST);
  expect(burst).toEqual([...Array.from({ length: BURST - 1 }, () => String(OTHER)), String(SHORT)]);
  expect(state.parallelCancellations.map(({ call }) => idIn(call))).toEqual(burst.slice(0, -1));
  expect([...state.interruptedIds]).toEqual([]);
  expect(found).toEqual(["held"]);
});

test("an order that may have been cancelled by a call without an answer is interrupted", async () => {
  let isFirst = true;
  const reset: Trial["answer"] = (call) => {
    if (idIn(call) !== String(OTHER) || !isFirst) return undefined;
    isFirst = false;
    return { kind: "reset", message: "the connection was closed" };
  };
  const { state } = await judged({ answer: reset });
  expect([...state.interruptedIds]).toEqual([OTHER]);
});

for (const [title, trial] of [
  ["was cancelled before", { attempted: OTHER }],
  ["was not handed over", { pending: [SHORT, PENDING[0]] }],
  ["must not be sent at the same moment", { config: { gentle: true } }],
] as [string, Trial][])
  test(`the order is cancelled alone where the other one ${title}`, async () => {
    const { sent, found, state } = await judged(trial);
    expect(sent.filter((id) => id === String(SHORT) || id === String(OTHER))).toEqual([String(SHORT), String(SHORT)]);
    expect(state.parallelCancellations).toEqual([]);
    expect(found).toEqual(["held"]);
  });
