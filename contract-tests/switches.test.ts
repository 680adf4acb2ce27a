/**
 * Every answer to every silence, beside every answer to every other: the mock does it, over HTTP and as msw handlers, the
 * gate sees it and blames nothing, and a mock that was told what the gate learned cannot be told from the first.
 */
import { expect, test } from "playwright/test";
import { createHandlers } from "../mock/handlers.ts";
import { type MockOptions, startMock } from "../mock/server.ts";
import { type Answers, SILENCES, type SilenceId } from "../spec/clauses/index.ts";
import { parseProfile } from "../spec/profile.ts";
import { compare } from "./compare.ts";
import { handlerSend } from "./handler-sender.ts";
import type { Learned } from "./learn.ts";
import { pairwise } from "./pairwise.ts";
import { profileText } from "./profile-text.ts";
import { httpSender } from "./transport.ts";
import { type Walk, walk } from "./walk.ts";

const KEY = "demo-key";
const rows = pairwise(
  Object.fromEntries(SILENCES.map(({ id, answers }) => [id, Object.keys(answers)])) as Record<SilenceId, string[]>,
);

async function walkHttp(
  options: MockOptions,
): Promise<Walk & { ids: { pending: readonly bigint[]; shipped: readonly bigint[] } }> {
  const mock = await startMock({ ...options, port: 0 });
  const { baseUrl } = mock;
  const ids = { pending: mock.orders("pending").ids.slice(0, 4), shipped: mock.orders("shipped").ids.slice(0, 2) };
  const sender = httpSender({ baseUrl, key: KEY, limits: { quietMs: 15 } });
  try {
    return { ...(await walk(sender.send, { baseUrl, ...ids })), ids };
  } finally {
    await sender.close();
    await mock.close();
  }
}

function expectLearned({ profile, left }: Learned, answers: Answers): void {
  for (const { id } of SILENCES) expect(profile.answers[id], `${id}: ${left.get(`answers.${id}`)}`).toBe(answers[id]);
}

test("the combinations hold every answer", () => {
  for (const { id, answers } of SILENCES)
    expect(new Set(rows.map((row) => row[id]))).toEqual(new Set(Object.keys(answers)));
  expect(rows.length).toBeLessThan(40);
});

for (const [index, row] of rows.entries()) {
  const answers = row as unknown as Answers;
  test(`combination ${index + 1}: ${Object.values(row).join(", ")}`, async () => {
    const first = await walkHttp({ answers });
    expect(first.blamed).toEqual([]);
    expectLearned(first.learned, answers);

    const baseUrl = "http://orders.msw/v1";
    const handlers = createHandlers({ baseUrl, answers });
    const msw = await walk(handlerSend(handlers, baseUrl, KEY), { baseUrl, ...first.ids });
    expect(msw.blamed).toEqual([]);
    expectLearned(msw.learned, answers);

    const profile = { ...parseProfile(profileText(first.learned)), latency: {} };
    const second = await walkHttp({ profile });
    expect(second.blamed).toEqual([]);
    expectAlike(first.learned, second.learned);
    expectAlike(first.learned, msw.learned);
  });
}

/** Neither side shows anything that the other does not. */
function expectAlike(a: Learned, b: Learned): void {
  const sides = [
    { name: "a", ...a },
    { name: "b", ...b },
  ] as const;
  for (const [one, other] of [sides, sides.toReversed()] as const) {
    const { entries } = compare(one!, other!);
    const odd = entries.filter(
      ({ outcome, a: own, b: others }) => outcome === "differs" || (own === undefined) !== (others === undefined),
    );
    expect(odd.map(({ id, a: own, b: others }) => `${id}: ${own} / ${others}`)).toEqual([]);
  }
}
