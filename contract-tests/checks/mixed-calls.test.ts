/** What is not sent. That each of the calls must get what it gets alone is in the corpus. */
import { expect, test } from "playwright/test";
import { cancellationOf, type OutgoingCall } from "../client/exchange.ts";
import type { RunConfig } from "../run/run.ts";
import { PENDING, scriptedRun, soundService } from "../testing/simulation/scripted-run.ts";
import { mixedCalls } from "./mixed-calls.ts";

async function judged(config: Partial<RunConfig>) {
  const scripted = scriptedRun(soundService(), config);
  await scripted.sendFor("before")(cancellationOf(PENDING[3]));
  const { findings } = await scripted.judge(mixedCalls);
  const faults = findings.filter(({ kind }) => kind === "violated" || kind === "withheld");
  return { calls: scripted.calls.slice(1), faults };
}

/** What a call asks for, with the drawn id as `drawn`. */
const named = ({ method, path, credential }: OutgoingCall): string => {
  const id = path.replace("/store/orders", "").replace(/^\/\d{15,}/, "/drawn");
  return `${method} ${id} ${credential}`.replace("  ", " ");
};

const WITH_BAD_KEYS = ["none", "wrong", "test", "admin", "secret", "changeme"].map((key) => `GET ${key}`);

test("a read-only run sends no cancellation of an order", async () => {
  const { calls, faults } = await judged({ readOnly: true });
  expect(new Set(calls.map(named))).toEqual(
    new Set(["GET good", ...WITH_BAD_KEYS, "DELETE /drawn good", "DELETE /drawn none", "GET /pets/1 none"]),
  );
  expect(faults).toEqual([]);
});

test("what a gentle run does not send is not judged", async () => {
  const { calls, faults } = await judged({ gentle: true });
  expect([calls.length, faults]).toEqual([1, []]);
});
