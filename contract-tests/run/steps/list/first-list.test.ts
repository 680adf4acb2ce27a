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

test("a field that no listed order has is unproven, and one that an order has is not", async () => {
  const order = '{"id":1,"petId":1,"shipDate":"2026-01-15T12:00:00Z","complete":true}';
  const without = await open({ body: `[${order}]` });
  expect(without).toContain("unproven order-quantity: No listed order has the field.");
  const withOne = await open({ body: `[${order},{"quantity":1}]` });
  expect(withOne).toEqual([expect.stringMatching(/list-whole/)]);
  // Of 201 orders we keep 200: the last one may have it.
  const many = await open({ body: `[${Array(201).fill(order).join()}]` });
  expect(many).toEqual([expect.stringMatching(/list-whole/)]);
});
