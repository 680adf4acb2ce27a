/** Why a clause is unproven in runs that each go wrong in one way: the reason is what happened. */
import { expect, test } from "playwright/test";
import type { ClauseId } from "../../spec/clauses/index.ts";
import { isGood } from "../client/credentials.ts";
import { runSteps } from "../run/run-steps.ts";
import {
  type Answer,
  errorAnswer,
  listAnswer,
  PENDING,
  scriptedRun,
  soundService,
} from "../testing/simulation/scripted-run.ts";
import { assembleReport } from "./report.ts";
import { factsOf } from "./run-facts.ts";

type Script = Parameters<typeof scriptedRun>;
type Call = Parameters<Script[0]>[0];

/** A sound service, except for the calls that `change` answers. */
function soundBut(change: (call: Call, nth: number) => Answer | undefined): Script[0] {
  const sound = soundService();
  return (call, nth) => change(call, nth) ?? sound(call);
}

async function clausesOf(...[answer, config]: readonly [...Script]) {
  const { session } = scriptedRun(answer, config);
  const { steps, broken } = await runSteps(session);
  const run = { target: { url: "", readOnly: false }, durationMs: 0, startedAt: "", broken };
  return assembleReport(run, steps, factsOf(session)).clauses;
}

const SOUND = soundBut(() => undefined);
const WITHOUT_ORDERS = { pending: [], shipped: [], thorough: false };
const READ_ONLY = { readOnly: true, thorough: false };
const AWAY: Answer = { kind: "unreachable", message: "connect ECONNREFUSED" };

const isCancellation = ({ method, credential }: Call): boolean =>
  method === "DELETE" && isGood(credential);
const isOfPending = (call: Call): boolean =>
  isCancellation(call) && PENDING.some((id) => call.path.endsWith(`/${id}`));
const PENDING_NOT_FOUND = soundBut((call) => (isOfPending(call) ? errorAnswer(404) : undefined));
const NOT_THERE = soundBut((call) => {
  if (call.path === "/store/orders" && isGood(call.credential)) return listAnswer([1n, 2n]);
  return isCancellation(call) ? errorAnswer(404) : undefined;
});
const EMPTY = soundBut(({ path, credential }) =>
  path === "/store/orders" && isGood(credential) ? listAnswer([]) : undefined,
);
const FAILING = soundBut(({ path, query }) => {
  if (path === "/store/orders" && query !== undefined) throw new Error("a fault of ours");
  return undefined;
});

const VIOLATED = /^`cancel-pending` was violated before this could be seen\.$/;
const NOT_THERE_WHY = /^The run ended at `first-list`: Orders 7100001, .* are not there/;
const NO_KEY_WHY = /^`auth-good-key` was violated before this could be seen\.$/;
const OUR_FAULT =
  /^`queries` did not finish, which does not count against the deployment: a fault of ours$/;
const READ_ONLY_WHY = /^The run is read-only: it cancels nothing\. A run that may cancel orders/;

const SITUATIONS: readonly (readonly [
  title: string,
  script: readonly [...Script],
  clauses: readonly ClauseId[],
  why: RegExp,
])[] = [
  ["no orders are provided", [SOUND, WITHOUT_ORDERS], ["cancel-once"], /4 prove every clause/],
  ["no order is listed", [EMPTY, WITHOUT_ORDERS], ["list-unpaged", "order-object"], /is empty\.$/],
  ["it is read-only", [SOUND, READ_ONLY], ["cancel-no-content"], READ_ONLY_WHY],
  [
    "the key may only list",
    [soundBut((call) => (isCancellation(call) ? errorAnswer(403) : undefined))],
    ["auth-no-effect", "cancel-no-content", "cancel-once", "cancel-id-exact"],
    /^The key may only list: /,
  ],
  [
    "the deployment goes away",
    [soundBut((_, nth) => (nth >= 30 ? AWAY : undefined))],
    ["auth-no-effect", "list-unpaged", "cancel-id-exact"],
    /^The run ended at `bad-keys`: The deployment has answered nothing for 31 s: connect /,
  ],
  ["the provided orders are not there", [NOT_THERE], ["cancel-pending"], NOT_THERE_WHY],
  ["pending orders get 404", [PENDING_NOT_FOUND], ["cancel-once"], VIOLATED],
  ["every call gets 401", [() => errorAnswer(401)], ["list-array"], NO_KEY_WHY],
  ["a step has a fault of its own", [FAILING], ["list-unpaged"], OUR_FAULT],
];

for (const [title, script, clauses, why] of SITUATIONS)
  test(`why a clause is unproven where ${title}`, async () => {
    const reports = await clausesOf(...script);
    for (const clause of clauses) {
      const { verdict, why: reason } = reports.find(({ id }) => id === clause)!;
      expect(reason, clause).toMatch(why);
      expect(verdict, clause).toBe("unproven");
    }
    const vague = reports.filter((one) => /^No (answer|step) of this run/.test(one.why ?? ""));
    expect(vague.map(({ id }) => id)).toEqual([]);
  });
