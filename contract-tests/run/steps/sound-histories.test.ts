/**
 * Tests what is concluded from what a sound service, other clients and anything in between can do.
 */
import { expect, test } from "playwright/test";
import { type OutgoingCall, orderPath } from "../../client/calls.ts";
import {
  type Answer,
  errorAnswer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
  violatedIn,
} from "../../testing/simulation/scripted-run.ts";
import { usefulAbsentIds } from "../../testing/useful-absent-ids.ts";
import type { SessionConfig } from "../session/config.ts";
import { listOrders } from "../session/lists/read-list.ts";
import { providedOrders } from "../session/orders/provided-orders.ts";
import { badKeys } from "./auth/bad-keys.ts";
import { exactIds } from "./cancel/exact-ids.ts";
import { lateEffects } from "./cancel/late-effects.ts";
import { malformedIds } from "./cancel/malformed-ids.ts";
import { pending } from "./cancel/pending.ts";
import { unknownIds } from "./cancel/unknown-ids.ts";
import { queries } from "./list/queries.ts";
import type { Step } from "./step.ts";

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

/** Gives each answer once, and then those of a sound service. */
function once(isOne: (call: OutgoingCall) => boolean, ...answers: Answer[]) {
  return (call: OutgoingCall): Answer | undefined => (isOne(call) ? answers.shift() : undefined);
}

type Answers = (call: OutgoingCall, now: number) => Answer | undefined;
interface History {
  readonly title: string;
  readonly step: Step;
  readonly answer: () => Answers;
  readonly config?: Partial<SessionConfig>;
  /** The verdict of one clause. */
  readonly expected: string;
  readonly advice?: readonly string[];
}

const HISTORIES: readonly History[] = [
  {
    title:
      "lists with a query lack orders of others the first time that each is asked for, and not again",
    step: queries,
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
    step: queries,
    answer: () => (call) =>
      isList(call) ? (call.query === undefined ? listAnswer(ALL) : wait(429)) : undefined,
    expected: "unproven list-unfiltered",
  },
  {
    title: "a cache has an old copy of the plain list, and lists with a query are of now",
    step: queries,
    answer: () => (call) =>
      isList(call) && call.credential === "good"
        ? listAnswer(call.query === undefined && call.headers === undefined ? ALL : ALL.slice(0, 5))
        : undefined,
    expected: "held list-unfiltered",
  },
  {
    title: "a cancellation is asked to wait by 503, and the order is gone when it is repeated",
    step: pending,
    answer: () => once((call) => isCancelOf(CANCEL!, call), wait(503), errorAnswer(404)),
    expected: "unproven cancel-pending",
  },
  {
    title: "the list cannot be read with the key, so no call follows one that was served",
    step: badKeys,
    answer: () => (call) =>
      isList(call) && call.credential === "good" ? errorAnswer(500) : undefined,
    expected: "unproven auth-each-request",
  },
  {
    title: "every malformed id is asked to wait by 429",
    step: malformedIds,
    answer: () => (call) => (call.method === "DELETE" ? wait(429) : undefined),
    expected: "unproven cancel-malformed-refused",
  },
  {
    title: "an app answers another spelling of the order with a page, without an effect",
    step: lateEffects,
    answer: () => (call) =>
      isCancelOf(`${REFUSED}%2F`, call) ? { status: 200, body: "<html>" } : undefined,
    config: { absent: usefulAbsentIds({ readOnly: false, pending: PENDING, shipped: [SHIPPED] }) },
    expected: "held auth-no-effect",
    advice: ["similar-id-accepted"],
  },
  {
    title: "an id that was provided as absent is an order of somebody else now",
    step: unknownIds,
    answer: () => once((call) => isCancelOf(FREE, call), { status: 204 }),
    config: { absent: [FREE, BigInt.asIntN(32, FREE), BigInt.asUintN(32, FREE)] },
    expected: "held cancel-unknown-not-found",
    advice: ["absent-id-taken"],
  },
  {
    title: "a rate sends parallel cancellations one by one",
    step: exactIds,
    answer: () => () => undefined,
    config: { rate: 20 },
    expected: "unproven cancel-once",
  },
  {
    title: "a run is asked to send one call at a time",
    step: exactIds,
    answer: () => () => undefined,
    config: { parallel: 1 },
    expected: "held cancel-once",
  },
];

for (const { title, step, answer, config, expected, advice = [] } of HISTORIES)
  test(`${title}: ${expected}`, async () => {
    const [service, answers] = [soundService(), answer()];
    const scripted = scriptedRun((call, _, now) => answers(call, now) ?? service(call), config);
    const findings = await scripted.judge(async (s) => {
      await listOrders(s);
      await step.run(s);
    });
    expect(violatedIn(findings)).toEqual(step === badKeys ? ["list-ok"] : []);
    const [kind, clause] = expected.split(" ");
    expect(findings).toContainEqual(expect.objectContaining({ kind, clause }));
    const advised = findings.flatMap((one) => (one.kind === "advice" ? [one.id] : []));
    expect([...new Set(advised)]).toEqual(advice);
  });
