/** What three lists prove, and what they leave open. */
import { expect, test } from "playwright/test";
import { cancellationOf } from "../../client/exchange.ts";
import type { RunConfig } from "../../run/run.ts";
import { type Answer, listAnswer, PENDING, SHIPPED, scriptedRun } from "../../testing/simulation/scripted-run.ts";
import { listWhole } from "./list-whole.ts";

const NOBODY: Partial<RunConfig> = { pending: [], shipped: [] };
const FIELDS = ["id", "petId", "quantity", "shipDate", "complete"] as const;

/** Each list has the last answer that is left. */
async function judged(
  answers: readonly Answer[],
  config: Partial<RunConfig> = NOBODY,
  attempted: readonly bigint[] = [],
) {
  let lists = 0;
  const scripted = scriptedRun(
    ({ method }) => (method === "DELETE" ? { status: 204 } : answers[Math.min(lists++, answers.length - 1)]!),
    config,
  );
  for (const id of attempted) await scripted.sendFor("before")(cancellationOf(id));
  const { findings } = await scripted.judge(listWhole);
  const open = findings.flatMap((one) =>
    one.kind === "unproven" || one.kind === "withheld" ? [`${one.kind} ${one.clause}: ${one.why}`] : [],
  );
  const violated = findings.flatMap((one) => (one.kind === "violated" ? [one.clause] : []));
  const isHeld = findings.some((one) => one.kind === "held" && one.clause === "list-whole");
  const observed = Object.fromEntries(
    findings.flatMap((one) => (one.kind === "observed" ? [[one.silence, one.observed]] : [])),
  );
  return { ...scripted, open, violated, isHeld, observed };
}

/** Orders with these members, as JSON. */
const ordersWith = (...orders: readonly string[]): Answer => ({
  body: `[${orders.map((members) => `{${members}}`).join()}]`,
});
test("the order of the first list and the fields of its orders are observed", async () => {
  const { observed } = await judged([listAnswer([3n, 2n, 1n]), listAnswer([1n, 2n, 3n])]);
  expect(observed).toMatchObject({ "list-order": "descending", "order-fields": "all" });
});

test("without a list nothing is known of it", async () => {
  const { open, observed } = await judged([{ status: 500 }]);
  expect([open, observed]).toEqual([["unproven list-whole: No list could be read."], {}]);
});

for (const [title, config, attempted, needed] of [
  ["read-only", { ...NOBODY, readOnly: true }, [], /read-only.*pending/],
  ["without orders", NOBODY, [], /--shipped ID/],
  ["with a shipped order that was cancelled", { ...NOBODY, shipped: [SHIPPED] }, [SHIPPED], /--pending ID/],
] as [string, Partial<RunConfig>, bigint[], RegExp][])
  test(`${title}, no order is known to be missing`, async () => {
    const { open, isHeld } = await judged([listAnswer([1n])], config, attempted);
    expect([open, isHeld]).toEqual([[expect.stringMatching(/^withheld list-whole/)], false]);
    expect(open[0]).toMatch(needed);
  });

test("orders without an id may be those that are missing", async () => {
  const nameless = `{${FIELDS.slice(1)
    .map((field) => `"${field}":1`)
    .join()}}`;
  for (const [ids, isHeld] of [
    [[...PENDING, SHIPPED], true],
    [PENDING, false],
  ] as const) {
    const whole = listAnswer([...PENDING, SHIPPED]);
    const found = await judged([whole, { body: `${listAnswer(ids).body.slice(0, -1)},${nameless}]` }, whole], {});
    expect(found.isHeld).toBe(isHeld);
    expect(found.open.map((line) => line.split(":")[0])).toEqual(isHeld ? [] : ["unproven list-whole"]);
    expect(found.violated).not.toContain("list-whole");
  }
  const missing = await judged([listAnswer(PENDING)], {});
  expect([missing.open, missing.violated.includes("list-whole")]).toEqual([[], true]);
});

const ALL = `"id":1,"petId":1,"quantity":1,"shipDate":"2026-01-15T12:00:00Z","complete":true`;
const repeated = (times: number, members: string): string[] =>
  Array.from({ length: times }, (_, id) => members.replace('"id":1', `"id":${id}`));
const NONE_HAS_IT = "No listed order has the field.";

for (const [title, list, open] of [
  [
    "an empty list",
    [],
    [
      "order-object",
      "order-id-unique",
      "order-id",
      "order-pet-id",
      "order-quantity",
      "order-ship-date",
      "order-complete",
    ].map((clause) => `${clause}: The list is empty.`),
  ],
  ["an order with all fields", [ALL], []],
  ["one of two orders has a quantity", [ALL.replace('"quantity":1,', ""), ALL.replace("1", "2")], []],
  ["no order has a quantity", [ALL.replace('"quantity":1,', "")], [`order-quantity: ${NONE_HAS_IT}`]],
  ["no order has an id", [ALL.replace('"id":1,', "")], [`order-id-unique: ${NONE_HAS_IT}`, `order-id: ${NONE_HAS_IT}`]],
  [
    "no order of 200 has a quantity",
    repeated(200, ALL.replace('"quantity":1,', "")),
    [`order-quantity: ${NONE_HAS_IT}`],
  ],
  [
    "the last order of 201 has a quantity",
    [...repeated(200, ALL.replace('"quantity":1,', "")), ALL.replace("1", "201")],
    [],
  ],
] as [string, string[], string[]][])
  test(`${title}: ${open.length} clauses are open`, async () => {
    const found = await judged([ordersWith(...list)]);
    expect(found.open.filter((line) => !line.includes("list-whole"))).toEqual(open.map((line) => `unproven ${line}`));
  });
