/** Tests what lists leave open. The corpus tests what they prove, and about which orders. */
import { expect, test } from "playwright/test";
import { type Answer, listAnswer, scriptedRun } from "../../../testing/simulation/scripted-run.ts";
import type { SessionConfig } from "../../session/config.ts";
import { firstList } from "./first-list.ts";

const NOBODY: Partial<SessionConfig> = { pending: [], shipped: [] };

/** Returns what is unproven, and why. */
async function open(answer: Answer, config: Partial<SessionConfig> = NOBODY) {
  const scripted = scriptedRun(() => answer, config);
  const findings = await scripted.judge(firstList.run);
  return findings.flatMap((one) =>
    one.kind === "unproven" ? [`${one.kind} ${one.clause}: ${one.why}`] : [],
  );
}

test("without a list nothing is known of it", async () => {
  expect(await open({ status: 500 })).toContain("unproven list-whole: No list could be read.");
});

for (const [title, config, needed] of [
  ["read-only", { ...NOBODY, readOnly: true }, /read-only: it cancels nothing/],
  ["without orders", NOBODY, /--shipped ID/],
] as [string, Partial<SessionConfig>, RegExp][])
  test(`${title}, no order is known to be missing`, async () => {
    const found = await open(listAnswer([1n]), config);
    expect(found).toEqual([expect.stringMatching(/^unproven list-whole/)]);
    expect(found[0]).toMatch(needed);
  });

for (const [title, last, clauses] of [
  ["no order of 201 has a quantity, of which 200 are kept", "{}", []],
  ["the last of 201 has one", '{"quantity":1}', []],
  [
    "no order of 200 has one",
    undefined,
    ["unproven order-quantity: No listed order has the field."],
  ],
] as const)
  test(`${title}: ${clauses.length} clauses are open`, async () => {
    const orders = Array.from(
      { length: 200 },
      (_, id) => `{"id":${id},"petId":1,"shipDate":"2026-01-15T12:00:00Z","complete":true}`,
    );
    const found = await open({ body: `[${[...orders, last ?? []].flat().join()}]` });
    expect(found.filter((line) => !line.includes("list-whole"))).toEqual(clauses);
  });
