/**
 * Tests what the answers to similar ids, and to the exact one, mean, beyond the faults of the
 * corpus.
 */
import { expect, test } from "playwright/test";
import type { OutgoingCall } from "../../../client/calls.ts";
import {
  type Answer,
  errorAnswer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../../../testing/simulation/scripted-run.ts";
import { usefulAbsentIds } from "../../../testing/useful-absent-ids.ts";
import { conclude } from "../../conclusions/conclude.ts";
import { listOrders } from "../../session/lists/read-list.ts";
import { exactIds } from "./exact-ids.ts";

/**
 * The id that the step takes, because it is the longest: one in 32 bits, and one that no double
 * holds.
 */
const SHORT = PENDING[3];
const LONG = 9_007_199_254_740_993n;
const LONG_PENDING = [LONG, ...PENDING.slice(0, 3)];
const MAX_INT32 = 2n ** 31n - 1n;

/** Returns the text in place of the id of a cancellation. */
const idIn = ({ method, path }: OutgoingCall): string | undefined =>
  method === "DELETE" ? path.slice(path.lastIndexOf("/") + 1) : undefined;
/** True if a text is a drawn id with the lower 32 bits of SHORT. */
const isTwin = (text: string): boolean =>
  /^\d{16}$/.test(text) && BigInt.asUintN(32, BigInt(text)) === SHORT;

interface Trial {
  readonly pending?: readonly bigint[];
  readonly shipped?: readonly bigint[];
  /** Provides as absent all ids that the step would use. */
  readonly isFree?: boolean;
  /** Returns undefined if a sound service answers. */
  readonly answer?: (call: OutgoingCall) => Answer | undefined;
}

async function judged({
  pending = PENDING,
  shipped = [SHIPPED],
  isFree = false,
  answer = () => undefined,
}: Trial) {
  const service = soundService([...pending]);
  const rules = { pending, shipped, readOnly: false };
  const absent = isFree ? usefulAbsentIds(rules) : [];
  const scripted = scriptedRun((call) => answer(call) ?? service(call), { ...rules, absent });
  const findings = await scripted.judge(async (s) => {
    await listOrders(s);
    await exactIds.run(s);
    conclude(s);
  });
  const found = findings.flatMap((one) => {
    if (one.kind === "advice") return [`advice ${one.id}`];
    if (one.kind === "held") return one.clause === "cancel-id-exact" ? ["held"] : [];
    if (one.kind === "observed") return [];
    // These are unproven because no free ids are provided.
    if (one.kind === "unproven" && one.notTried !== undefined) return [];
    const isOpen = one.kind !== "violated" && one.clause === "cancel-once";
    return isOpen ? [] : [`${one.kind} ${one.clause}`];
  });
  return { found: [...new Set(found)], sent: scripted.calls.flatMap((call) => idIn(call) ?? []) };
}

const answerWith = (status: number): Answer => (status === 204 ? { status } : errorAnswer(status));
const gets =
  (is: bigint | string | ((text: string) => boolean), status: number) =>
  (call: OutgoingCall): Answer | undefined => {
    const text = idIn(call) ?? "";
    return (typeof is === "function" ? is(text) : text === String(is))
      ? answerWith(status)
      : undefined;
  };
/** Makes the lists unreadable, so that no similar id is sent. */
const unreadable =
  (answer: Trial["answer"]) =>
  (call: OutgoingCall): Answer | undefined =>
    call.path === "/store/orders" ? { status: 429 } : answer?.(call);

const [EXACT, PENDING_CLAUSE, UNREADABLE] = [
  "violated cancel-id-exact",
  "violated cancel-pending",
  "unproven list-ok",
] as const;

for (const [title, trial, found] of [
  ["a sound service", {}, ["held"]],
  ["no list", { answer: unreadable(undefined) }, [UNREADABLE, "unproven cancel-id-exact"]],
  ["409 to the lower 32 bits", { answer: gets(isTwin, 409) }, [EXACT]],
  [
    "204 to the id as a double, which is an order of somebody else now",
    { pending: LONG_PENDING, isFree: true, answer: gets(LONG - 1n, 204) },
    ["advice absent-id-taken", "unproven cancel-id-exact"],
  ],
  ["404 to the id, which stays listed", { answer: gets(SHORT, 404) }, [EXACT, PENDING_CLAUSE]],
  [
    "404 to the id, after no similar one",
    { answer: unreadable(gets(SHORT, 404)) },
    // The order was perhaps not pending: the step cancels another one.
    [UNREADABLE, "unproven cancel-pending"],
  ],
  [
    "403 to a long id, as a ban",
    { pending: LONG_PENDING, answer: gets(LONG, 403) },
    [PENDING_CLAUSE],
  ],
  ["429 to the id", { answer: gets(SHORT, 429) }, ["unproven cancel-pending"]],
  [
    "400 to the largest id in 32 bits, after no similar one",
    { pending: [MAX_INT32, PENDING[0]], answer: unreadable(gets(MAX_INT32, 400)) },
    [UNREADABLE, PENDING_CLAUSE],
  ],
  [
    "204 to a text like the id, the only one that was provided",
    { pending: [PENDING[0], SHORT], answer: gets(`${SHORT}:cancel`, 204) },
    ["violated cancel-malformed-refused"],
  ],
] as [string, Trial, string[]][])
  test(`${title}: ${found.join(", ")}`, async () => {
    const { found: actual } = await judged(trial);
    expect(actual.toSorted()).toEqual(found.toSorted());
  });

const COINCIDENCE = ["advice changed-with-cancelled", "unproven cancel-only-that-order"];
const KEPT = [...LONG_PENDING, SHIPPED];
for (const [title, other, found] of [
  ["one with the same double is missing", LONG - 1n, ["held", EXACT, ...COINCIDENCE]],
  ["one with other digits is missing", LONG - 100n, ["held", ...COINCIDENCE]],
] as const)
  test(`an order can be cancelled; ${title}: ${found.join(", ")}`, async () => {
    let cancellations = 0;
    const { found: actual } = await judged({
      pending: LONG_PENDING,
      answer(call) {
        if (idIn(call) === String(LONG)) return answerWith(cancellations++ === 0 ? 204 : 404);
        return call.path === "/store/orders"
          ? listAnswer(cancellations === 0 ? [...KEPT, other] : KEPT)
          : undefined;
      },
    });
    expect(actual.toSorted()).toEqual(found.toSorted());
  });

test("an id that was provided is not sent as one that is similar", async () => {
  const [part, negative] = [SHORT / 10n, -SHORT];
  const { sent } = await judged({ pending: [SHORT, part], shipped: [negative] });
  expect(sent.filter((id) => id === String(part) || id === String(negative))).toEqual([]);
});
