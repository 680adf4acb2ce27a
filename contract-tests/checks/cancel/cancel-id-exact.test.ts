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
} from "../../testing/simulation/scripted-run.ts";
import { usefulAbsentIds } from "../../testing/useful-absent-ids.ts";
import { cancelIdExact } from "./cancel-id-exact.ts";

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
  /** Provides as absent all ids that the check would use. */
  readonly isFree?: boolean;
  readonly config?: Partial<RunConfig>;
  /** Undefined where a sound service answers. */
  readonly answer?: Answers;
}

type Answers = (call: OutgoingCall, nth: number) => Answer | undefined;

async function judged({ pending = PENDING, isFree = false, config, answer = () => undefined }: Trial) {
  const service = soundService([...pending]);
  const rules = { pending, shipped: [SHIPPED], readOnly: false };
  const scripted = scriptedRun((call, nth) => answer(call, nth) ?? service(call), {
    ...rules,
    absent: isFree ? usefulAbsentIds(rules) : [],
    ...config,
  });
  const { findings } = await scripted.judge(cancelIdExact);
  const found = findings.flatMap((one) => {
    if (one.kind === "advice") return [`advice ${one.id}`];
    return one.kind === "held" || one.kind === "observed" ? [] : [`${one.kind} ${one.clause}`];
  });
  const isHeld = findings.some((one) => one.kind === "held" && one.clause === "cancel-id-exact");
  const sent = scripted.calls.flatMap((call) => idIn(call) ?? []);
  return { found: [...(isHeld ? ["held"] : []), ...found], sent };
}

const answerWith = (status: number): Answer => (status === 204 ? { status } : errorAnswer(status));
const twinGets = (status: number): Trial => ({ answer: (call) => (isTwin(call) ? answerWith(status) : undefined) });
const idGets =
  (id: bigint | string, status: number): Answers =>
  (call) =>
    idIn(call) === String(id) ? answerWith(status) : undefined;
const unreadable: Answers = ({ path }) => (path === "/store/orders" ? { status: 429 } : undefined);
const all =
  (...answers: readonly Answers[]): Answers =>
  (call, nth) => {
    for (const answer of answers) {
      const given = answer(call, nth);
      if (given !== undefined) return given;
    }
    return undefined;
  };

const [EXACT, UNKNOWN, PENDING_CLAUSE] = ["cancel-id-exact", "cancel-unknown-not-found", "cancel-pending"].map(
  (clause) => `violated ${clause}`,
);
const LONG_AND_FREE: Trial = { pending: LONG_PENDING, isFree: true };
const MAX_INT32 = 2n ** 31n - 1n;
const cancelledAlways = idGets(SHORT, 204);

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
  ["204 to the lower 32 bits", twinGets(204), [EXACT], true],
  ["409 to the lower 32 bits", twinGets(409), [EXACT], true],
  ["500 to the lower 32 bits", twinGets(500), [UNKNOWN], false],
  ["400 to the lower 32 bits", twinGets(400), [UNKNOWN], false],
  ["400 to a negative id", { isFree: true, answer: idGets(-SHORT, 400) }, ["held", "advice negative-id"], true],
  [
    "204 to the id as a double, and the order is gone",
    { ...LONG_AND_FREE, answer: all(idGets(LONG - 1n, 204), idGets(LONG, 404)) },
    [EXACT],
    true,
  ],
  [
    "204 to the id as a double, which is an order of somebody else now",
    { ...LONG_AND_FREE, answer: idGets(LONG - 1n, 204) },
    ["advice absent-id-taken", "unproven cancel-id-exact"],
    true,
  ],
  ["204 to the id beyond 64 bits", { isFree: true, answer: idGets(WRAPPED(SHORT), 204) }, [EXACT], false],
  ["400 to the id beyond 64 bits", { isFree: true, answer: idGets(WRAPPED(SHORT), 400) }, ["held"], true],
  ["404 to the id, after similar ones", { answer: idGets(SHORT, 404) }, [EXACT], true],
  [
    "404 to the id, after no similar one",
    { answer: all(unreadable, idGets(SHORT, 404)) },
    ["unproven list-ok", PENDING_CLAUSE],
    true,
  ],
  ["404 to a long id", { pending: LONG_PENDING, answer: idGets(LONG, 404) }, [EXACT], true],
  ["403 to a long id, as a ban", { pending: LONG_PENDING, answer: idGets(LONG, 403) }, [PENDING_CLAUSE], true],
  ["400 to the id", { answer: idGets(SHORT, 400) }, [PENDING_CLAUSE], true],
  ["500 to the id", { answer: idGets(SHORT, 500) }, [PENDING_CLAUSE], true],
  ["429 to the id", { answer: idGets(SHORT, 429) }, ["unproven cancel-pending"], true],
  [
    "400 to the largest id in 32 bits, after no similar one",
    { pending: [MAX_INT32, PENDING[0]], answer: all(unreadable, idGets(MAX_INT32, 400)) },
    ["unproven list-ok", PENDING_CLAUSE],
    true,
  ],
  [
    "204 to a text like the id, the only one that was provided",
    { pending: [PENDING[0], SHORT], answer: idGets(`${SHORT}:cancel`, 204) },
    ["violated cancel-malformed-refused"],
    false,
  ],
  ["204 to the second cancellation", { answer: cancelledAlways }, ["held", "violated cancel-once"], true],
  ["no order provided", { pending: [] }, ["withheld cancel-id-exact"], false],
] as [string, Trial, string[], boolean][])
  test(`${title}: ${found.join(", ")}`, async () => {
    const { found: actual, sent } = await judged(trial);
    expect([...new Set(actual)]).toEqual(found);
    expect(sent.includes(String(trial.pending?.includes(LONG) ? LONG : (trial.pending?.[0] ?? SHORT)))).toBe(
      isCancelled,
    );
    const violated = actual.flatMap((line) => (line.startsWith("violated ") ? [line.slice("violated ".length)] : []));
    expect(cancelIdExact.clauses, "the clauses that --only selects it by").toEqual(expect.arrayContaining(violated));
  });

test("a drawn id with the lower 32 bits of the order is tried where these are its id", async () => {
  for (const [id, isTried] of [
    [2n ** 31n - 1n, true],
    [2n ** 31n, false],
  ] as const) {
    const { sent, found } = await judged({ pending: [id, PENDING[0]] });
    expect(sent.some((text) => /^\d{16}$/.test(text))).toBe(isTried);
    // A longer id that is accepted proves that it is not cut off.
    expect(found).toEqual(["held"]);
  }
});

const [SAME_DOUBLE, SAME_LOW, DIFFERENT] = [LONG - 1n, LONG + 2n ** 33n, LONG - 100n];
const KEPT = [...LONG_PENDING, SHIPPED];

/** How often the order can be cancelled, and which orders the lists after the first time have. */
function cancelledTimes(times: number, before: readonly bigint[], after: readonly bigint[]): Trial {
  let cancellations = 0;
  return {
    pending: LONG_PENDING,
    answer(call) {
      if (idIn(call) === String(LONG)) return cancellations++ < times ? { status: 204 } : errorAnswer(404);
      return call.path === "/store/orders" ? listAnswer(cancellations === 0 ? before : after) : undefined;
    },
  };
}

const ONCE = "violated cancel-once";
for (const [title, trial, found] of [
  [
    "twice; one with the same double is missing",
    cancelledTimes(2, [...KEPT, SAME_DOUBLE], KEPT),
    [ONCE, "held", EXACT],
  ],
  [
    "twice; one with the same lower 32 bits is missing",
    cancelledTimes(2, [...KEPT, SAME_LOW], KEPT),
    [ONCE, "held", EXACT],
  ],
  ["twice; one with other digits is missing", cancelledTimes(2, [...KEPT, DIFFERENT], KEPT), [ONCE, "held"]],
  ["twice; no other is missing", cancelledTimes(2, [...KEPT, SAME_DOUBLE], [...KEPT, SAME_DOUBLE]), [ONCE, "held"]],
  // In a busy shop orders of others vanish at any moment.
  ["once; one with the same double is missing", cancelledTimes(1, [...KEPT, SAME_DOUBLE], KEPT), ["held"]],
] as [string, Trial, string[]][])
  test(`an order can be cancelled ${title}: ${found.join(", ")}`, async () => {
    const { found: actual } = await judged(trial);
    expect(new Set(actual)).toEqual(new Set(found));
  });

test("an id that was provided is not sent as one that is similar", async () => {
  const [part, negative] = [SHORT / 10n, -SHORT];
  const { sent } = await judged({ pending: [SHORT, part], config: { shipped: [negative] } });
  expect(sent.filter((id) => id === String(part) || id === String(negative))).toEqual([]);
});
