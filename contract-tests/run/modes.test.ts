/**
 * A table of docs/gate.md: what a run sends to a conforming deployment, by mode.
 * `--update-snapshots` rewrites the table.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { isGood } from "../client/credentials.ts";
import type { VerifyOptions } from "../verify.ts";
import { planRun } from "./plan-run.ts";

const PAGE = "docs/gate.md";
const IDS = { pending: ["17", "18", "19", "20"], shipped: ["4"] };

interface Mode {
  readonly words: string;
  readonly options: Partial<VerifyOptions>;
  /** The maximum number of calls in this mode. */
  readonly most: number;
}

const MODES: readonly Mode[] = [
  { words: "`--read-only`, production", options: { ...IDS, readOnly: true }, most: 50 },
  { words: "without ids", options: {}, most: 80 },
  { words: "with four pending ids and a shipped one", options: IDS, most: 170 },
  { words: "the same with `--thorough`", options: { ...IDS, thorough: true }, most: 600 },
];
/**
 * The maximum number of calls without the good key in a quiet run, except DELETE: one fewer than
 * the run may send, or the next row would displace another.
 */
const MOST_QUIET_BAD_KEYS = 19;
const MOVE = "Give a row of contract-tests/tables another tier.";

/** Rounded up, because what is sent depends a little on the answers. */
const about = (count: number): string => (count === 0 ? "none" : String(Math.ceil(count / 5) * 5));

test("docs/gate.md says what each mode sends", async () => {
  const rows: string[][] = [];
  for (const { words, options, most } of MODES) {
    const { calls } = await planRun({ target: "https://staging.example/v1", ...options });
    const cancellations = calls.filter(({ method }) => method === "DELETE");
    const badKeys = calls.filter(({ credential }) => !isGood(credential));
    const quiet = badKeys.filter(({ method }) => method !== "DELETE");
    expect(calls.length, `Calls of a run ${words}. ${MOVE}`).toBeLessThanOrEqual(most);
    if (most < 100)
      expect(quiet.length, `Calls without the good key ${words}. ${MOVE}`).toBeLessThanOrEqual(
        MOST_QUIET_BAD_KEYS,
      );
    rows.push([words, ...[calls, cancellations, badKeys].map(({ length }) => about(length))]);
  }
  const table = markdownTable(["", "calls", "DELETE", "without the good key"], rows);

  const page = readFileSync(PAGE, "utf8");
  const renewed = replaceSections(page, { modes: table });
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === "all" || updateSnapshots === "changed") writeFileSync(PAGE, renewed);
  else expect(page, `${PAGE} is renewed with --update-snapshots`).toBe(renewed);
});
