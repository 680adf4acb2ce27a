/** The table of staging.md: what a run sends to a conforming deployment, by mode. `--update-snapshots` writes it again. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { startMock } from "../mock/http/server.ts";
import { markdownTable, replaceSections } from "../spec/generate/pages.ts";
import { isGood } from "./client/credentials.ts";
import { httpClient } from "./client/http/http-client.ts";
import { runSteps } from "./run-steps.ts";
import type { SessionConfig } from "./session/config.ts";
import { Session } from "./session/session.ts";

const PAGE = "contract-tests/staging.md";
const KEY = "k-4711-of-the-modes";

const MODES: readonly (readonly [
  words: string,
  config: Partial<SessionConfig>,
  hasIds: boolean,
])[] = [
  ["`--read-only`, production", { readOnly: true }, true],
  ["without ids", {}, false],
  ["with four pending ids and a shipped one", {}, true],
  ["the same with `--thorough`", { thorough: true }, true],
];

interface Sent {
  readonly methods: ReadonlySet<string>;
  readonly calls: number;
  readonly cancellations: number;
  readonly badKeys: number;
  /** DELETE apart. */
  readonly quietBadKeys: number;
}

async function sentIn(config: Partial<SessionConfig>, hasIds: boolean): Promise<Sent> {
  const mock = await startMock({ port: 0, apiKeys: [KEY] });
  const { baseUrl } = mock;
  const ids = (state: "pending" | "shipped", count: number) =>
    hasIds ? mock.orders(state).ids.slice(0, count).map(BigInt) : [];
  const given = { pending: ids("pending", 4), shipped: ids("shipped", 1), absent: [], seed: 1 };
  const client = httpClient({ baseUrl, key: KEY });
  const session = new Session(client.send, { baseUrl, readOnly: false, ...given, ...config });
  const { broken } = await runSteps(session);
  await client.close();
  await mock.close();
  expect(broken).toEqual([]);
  const calls = session.exchanges.map(({ call }) => call);
  const withoutKey = calls.filter(({ credential }) => !isGood(credential));
  return {
    methods: new Set(calls.map(({ method }) => method)),
    calls: calls.length,
    cancellations: calls.filter(({ method }) => method === "DELETE").length,
    badKeys: withoutKey.length,
    quietBadKeys: withoutKey.filter(({ method }) => method !== "DELETE").length,
  };
}

/** Rounded up, since what is sent depends a little on the answers. */
const about = (count: number): string => String(Math.ceil(count / 5) * 5);

test("staging.md says what each mode sends", async () => {
  const rows: string[][] = [];
  for (const [words, config, hasIds] of MODES) {
    const { methods, calls, cancellations, badKeys, quietBadKeys } = await sentIn(config, hasIds);
    const isQuiet = !hasIds || config.readOnly === true;
    const deletes = methods.has("DELETE") ? about(cancellations) : "none";
    rows.push([words, about(calls), deletes, about(badKeys)]);
    if (config.readOnly) expect([...methods].sort()).toEqual(["GET", "HEAD", "OPTIONS"]);
    expect(calls).toBeLessThanOrEqual(
      config.thorough ? 600 : isQuiet ? (config.readOnly ? 50 : 80) : 170,
    );
    if (isQuiet) expect(quietBadKeys).toBeLessThanOrEqual(20);
  }
  const table = markdownTable(["", "calls", "of them DELETE", "without the good key"], rows);

  const page = readFileSync(PAGE, "utf8");
  const renewed = replaceSections(page, { modes: table });
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === "all" || updateSnapshots === "changed") writeFileSync(PAGE, renewed);
  else expect(page).toBe(renewed);
});
