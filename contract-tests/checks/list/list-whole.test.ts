/** What lists leave open. What they prove, of which orders, is in the corpus. */
import { expect, test } from "playwright/test";
import { cancellationOf } from "../../client/exchange.ts";
import type { RunConfig } from "../../run/run.ts";
import {
  type Answer,
  listAnswer,
  SHIPPED,
  scriptedRun,
} from "../../testing/simulation/scripted-run.ts";
import { listWhole } from "./list-whole.ts";

const NOBODY: Partial<RunConfig> = { pending: [], shipped: [] };

/** What is unproven or withheld, and why. */
async function open(
  answer: Answer,
  config: Partial<RunConfig> = NOBODY,
  attempted: readonly bigint[] = [],
) {
  const scripted = scriptedRun(
    ({ method }) => (method === "DELETE" ? { status: 204 } : answer),
    config,
  );
  for (const id of attempted) await scripted.sendFor("before")(cancellationOf(id));
  const { findings } = await scripted.judge(listWhole);
  return findings.flatMap((one) =>
    one.kind === "unproven" || one.kind === "withheld"
      ? [`${one.kind} ${one.clause}: ${one.why}`]
      : [],
  );
}

test("without a list nothing is known of it", async () => {
  expect(await open({ status: 500 })).toEqual(["unproven list-whole: No list could be read."]);
});

for (const [title, config, attempted, needed] of [
  ["read-only", { ...NOBODY, readOnly: true }, [], /read-only.*pending/],
  ["without orders", NOBODY, [], /--shipped ID/],
  [
    "with a shipped order that was cancelled",
    { ...NOBODY, shipped: [SHIPPED] },
    [SHIPPED],
    /--pending ID/,
  ],
] as [string, Partial<RunConfig>, bigint[], RegExp][])
  test(`${title}, no order is known to be missing`, async () => {
    const found = await open(listAnswer([1n]), config, attempted);
    expect(found).toEqual([expect.stringMatching(/^withheld list-whole/)]);
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
