/** Which calls are sent at the same moment, on which connections, and what each of them must get. */
import { expect, test } from "playwright/test";
import { cancellationOf, type OutgoingCall } from "../client/exchange.ts";
import type { RunConfig } from "../run/run.ts";
import {
  type Answer,
  errorAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../testing/simulation/scripted-run.ts";
import { mixedCalls } from "./mixed-calls.ts";
import { providedOrders } from "./provided-orders.ts";

const CANCELLED = PENDING[3];
const REFUSED = providedOrders({ readOnly: false, pending: PENDING, shipped: [] }).refused;

async function judged(
  answer: (call: OutgoingCall) => Answer | undefined = () => undefined,
  config: Partial<RunConfig> = {},
) {
  const service = soundService();
  const scripted = scriptedRun((call) => answer(call) ?? service(call), config);
  await scripted.sendFor("before")(cancellationOf(CANCELLED));
  const { findings } = await scripted.judge(mixedCalls);
  const violated = findings.flatMap((one) => (one.kind === "violated" ? [one.clause] : []));
  const withheld = findings.filter(({ kind }) => kind === "withheld");
  const calls = scripted.calls.slice(1);
  return { ...scripted, calls, violated: [...new Set(violated)], withheld };
}

/** What a call asks for, with the drawn id as `drawn`. */
const named = ({ method, path, credential }: OutgoingCall): string => {
  const id = path.replace("/store/orders", "").replace(/^\/\d{15,}/, "/drawn");
  return `${method} ${id} ${credential}`.replace("  ", " ");
};

const BAD_KEYS = ["none", "wrong", "test", "admin", "secret", "changeme"];
const WITH_BAD_KEYS = BAD_KEYS.map((key) => `GET ${key}`);

test("a read-only run sends no cancellation of an order", async () => {
  const { calls, violated } = await judged(undefined, { readOnly: true });
  expect(new Set(calls.map(named))).toEqual(
    new Set(["GET good", ...WITH_BAD_KEYS, "DELETE /drawn good", "DELETE /drawn none", "GET /pets/1 none"]),
  );
  expect(violated).toEqual([]);
});

test("what a gentle run does not send is not judged", async () => {
  const { calls, violated, withheld } = await judged(undefined, { gentle: true });
  expect([calls.length, violated, withheld]).toEqual([1, [], []]);
});

for (const [call, status, clauses] of [
  ["GET good", 404, ["list-ok"]],
  ["GET none", 200, ["list-unauthorized"]],
  ["GET wrong", 200, ["list-unauthorized", "auth-key-exact"]],
  ["DELETE /drawn good", 409, ["cancel-unknown-not-found"]],
  [`DELETE /${SHIPPED} good`, 404, ["cancel-shipped-conflict"]],
  ["DELETE /drawn none", 404, ["cancel-unauthorized"]],
  ["GET /pets/1 none", 200, ["pets-unauthorized"]],
  [`DELETE /${CANCELLED} good`, 204, ["cancel-once"]],
  [`DELETE /${CANCELLED} good`, 409, []],
  [`DELETE /${REFUSED} wrong`, 404, ["cancel-unauthorized", "auth-key-exact"]],
  [`DELETE /${REFUSED} wrong`, 204, ["cancel-unauthorized", "auth-key-exact", "auth-no-effect"]],
] as const)
  test(`${call} gets ${status}: ${clauses.join(", ") || "sound"}`, async () => {
    const given = status < 300 ? { status } : errorAnswer(status);
    const { violated } = await judged((sent) =>
      sent.barrier !== undefined && named(sent) === call ? given : undefined,
    );
    expect(violated).toEqual(clauses);
    // The list is judged by whichever check asks for it.
    expect(["list-ok", ...mixedCalls.clauses], "what --only selects it by").toEqual(expect.arrayContaining(violated));
  });
