/** The gate against its corpus: what it must catch, what it must leave in peace, and what it must never touch. */
import { expect, test } from "playwright/test";
import { type Judged, judged, type Mode } from "./judged.ts";
import type { Variant } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

for (const mode of ["full", "read-only"] as const satisfies readonly Mode[])
  for (const variant of VARIANTS)
    test(`${mode}: ${variant.kind} ${variant.id}`, async () => {
      const run = await judged(variant, mode);
      expectVerdict(variant, mode, run);
      expectNoHarm(variant, mode, run);
    });

function expectVerdict(variant: Variant, mode: Mode, { report }: Judged): void {
  const violated = report.clauses.filter(({ verdict }) => verdict === "violated");
  const said = violated.map(({ id, why }) => `${id}: ${why}`);
  const advice = report.advice.map(({ id, why }) => `${id}: ${why}`);
  if (variant.kind === "fault") {
    const unseen = mode === "read-only" && variant.readOnly !== "seen";
    if (unseen) return expect(said, variant.title).toEqual([]);
    if (report.verdict === "not-judged" && variant.orNotJudged) return;
    expect(report.verdict, variant.title).toBe("violates");
    const ids: readonly string[] = violated.map(({ id }) => id);
    expect(
      variant.clauses.filter((id) => ids.includes(id)),
      `${variant.title} It blames: ${said.join(" | ")}`,
    ).not.toEqual([]);
    return;
  }
  expect(said, variant.title).toEqual([]);
  expect(report.verdict, report.why).toBe("conforms");
  if (variant.kind === "advice" && (mode === "full" || variant.readOnly === "seen"))
    expect(advice, variant.title).not.toEqual([]);
  if (variant.kind === "sound" && variant.mayAdvise === undefined) expect(advice, variant.title).toEqual([]);
}

function expectNoHarm({ harms }: Variant, mode: Mode, { report, deployment }: Judged): void {
  const strangers = deployment.log.filter(
    ({ method, names, goodKey }) =>
      method === "DELETE" && names && (names.owner === "customer" || (names.owner === "shipped" && !goodKey)),
  );
  expect(
    strangers.map(({ path }) => path),
    "cancels of orders that were not handed over",
  ).toEqual([]);
  if (harms === undefined || (harms.readOnly === "never" && mode === "read-only"))
    expect(deployment.harmed, "orders changed that were not handed over").toEqual([]);
  // A key as short as a word of the report cannot be looked for.
  if (deployment.key.length >= 8)
    expect(JSON.stringify(report).includes(deployment.key), "the key in the report").toBe(false);
}
