/** How cancel-exact cancels its order at the same moment as the order of cancel-parallel. */
import { expect, test } from "playwright/test";
import type { OutgoingCall } from "../../client/exchange.ts";
import type { RunConfig } from "../../run/run.ts";
import { type Answer, PENDING, SHIPPED, scriptedRun, soundService } from "../../testing/simulation/scripted-run.ts";
import { orderPath } from "../order-ids.ts";
import { BURST } from "../send-together.ts";
import { cancelIdExact } from "./cancel-id-exact.ts";

const [OWN, OTHER] = [PENDING[3], PENDING[1]];
const isOf = (id: bigint, { method, path }: OutgoingCall): boolean => method === "DELETE" && path === orderPath(id);

/** The cancellations of both orders that were sent. */
async function cancelled(config: Partial<RunConfig> = {}, attempted: readonly bigint[] = [], first?: Answer) {
  const service = soundService();
  const answers = first === undefined ? [] : [first];
  const { judge, calls, state } = scriptedRun(
    (call) => (isOf(OTHER, call) ? answers.shift() : undefined) ?? service(call),
    config,
  );
  for (const id of attempted) state.attemptedIds.add(id);
  const { findings } = await judge(cancelIdExact);
  const isHeld = findings.some((one) => one.kind === "held" && one.clause === "cancel-id-exact");
  const ids = calls.flatMap((call) => [OWN, OTHER].filter((id) => isOf(id, call)));
  const lists = calls.filter(({ method, barrier }) => method === "GET" && barrier?.group.includes(String(OWN))).length;
  return { ids, lists, state, isHeld };
}

test("the order is cancelled with the others, beside a list, and these are kept for cancel-parallel", async () => {
  const { ids, lists, state, isHeld } = await cancelled();
  // The others are its own, a list, and a shipped order.
  const burst = Array.from({ length: BURST - 3 }, () => OTHER);
  // It is cancelled again afterwards.
  expect(ids).toEqual([...burst, OWN, OWN]);
  expect(state.parallelCancellations.map(({ call }) => call.path)).toEqual(burst.map(orderPath));
  expect([lists, ...state.interruptedIds]).toEqual([1]);
  expect(isHeld).toBe(true);
});

test("a shipped order that is cancelled beside pending ones is found out, and the pending one still proves its clause", async () => {
  const service = soundService();
  const { judge } = scriptedRun((call) =>
    isOf(SHIPPED, call) && call.barrier?.group.includes(String(OWN)) ? { status: 204 } : service(call),
  );
  const { findings } = await judge(cancelIdExact);
  const violated = findings.flatMap((one) => (one.kind === "violated" ? [one.clause] : []));
  expect(violated).toEqual(["cancel-shipped-conflict"]);
  expect(findings.some((one) => one.kind === "held" && one.clause === "cancel-id-exact")).toBe(true);
});

test("an order that may have been cancelled by a call without an answer is interrupted", async () => {
  const { state } = await cancelled({}, [], { kind: "reset", message: "the connection was closed" });
  expect([...state.interruptedIds]).toEqual([OTHER]);
});

for (const [title, config, attempted] of [
  ["was cancelled before", {}, [OTHER]],
  ["was not handed over", { pending: [OWN, PENDING[0]] }, []],
  ["must not be cancelled at the same moment", { gentle: true }, []],
] as [string, Partial<RunConfig>, bigint[]][])
  test(`the order is cancelled alone where the other one ${title}`, async () => {
    const { ids, state, isHeld } = await cancelled(config, attempted);
    expect([ids, state.parallelCancellations, isHeld]).toEqual([[OWN, OWN], [], true]);
  });
