/**
 * Every pair of answers to two silences: the mock gives them, over HTTP and as msw handlers, a run observes them and finds nothing
 * wrong, and a mock with the learned profile shows the same as the first.
 */
import { expect, test } from "playwright/test";
import { type MockOptions, startMock } from "../../mock/http/server.ts";
import { createHandlers } from "../../mock/msw/handlers.ts";
import { type Answers, SILENCES, type SilenceId } from "../../spec/clauses/index.ts";
import { parseProfile } from "../../spec/profile/reader.ts";
import { EDGE_IDS } from "../checks/cancel/similar-ids.ts";
import { httpClient } from "../client/http/http-client.ts";
import { mswClient } from "../client/msw-client.ts";
import { chosen } from "../corpus/chosen.ts";
import type { Rules } from "../safety/policy.ts";
import { type ClientResult, judgeClient, learnedFrom, violationsAndAdvice } from "../testing/judge-client.ts";
import { pairwise } from "../testing/pairwise.ts";
import { compare } from "./compare.ts";
import type { Learned } from "./learn.ts";
import { profileText } from "./profile-text.ts";

const KEY = "demo-key";
const rows = pairwise(
  Object.fromEntries(SILENCES.map(({ id, answers }) => [id, Object.keys(answers)])) as Record<SilenceId, string[]>,
);

async function judgeMock(
  options: MockOptions,
): Promise<ClientResult & { ids: Pick<Rules, "pending" | "shipped" | "absent"> }> {
  const mock = await startMock({ ...options, port: 0 });
  const { baseUrl } = mock;
  const { ids } = mock.orders("pending");
  const rules = { pending: ids.slice(0, 4), shipped: mock.orders("shipped").ids };
  const absent = EDGE_IDS.filter((id) => !ids.includes(id) && !rules.shipped.includes(id));
  const sender = httpClient({ baseUrl, key: KEY, limits: { quietMs: 15 } });
  try {
    return { ...(await judgeClient(sender.send, { baseUrl, ...rules, absent })), ids: { ...rules, absent } };
  } finally {
    await sender.close();
    await mock.close();
  }
}

function expectLearned({ profile, omitted }: Learned, answers: Answers): void {
  for (const { id } of SILENCES)
    expect(profile.answers[id], `${id}: ${omitted.get(`answers.${id}`)}`).toBe(answers[id]);
}

test("the combinations have every answer", () => {
  for (const { id, answers } of SILENCES)
    expect(new Set(rows.map((row) => row[id]))).toEqual(new Set(Object.keys(answers)));
  expect(rows.length).toBeLessThan(40);
});

for (const [index, row] of chosen(rows, 8).entries()) {
  const answers = row as unknown as Answers;
  test(`combination ${index + 1}: ${Object.values(row).join(", ")}`, async () => {
    const first = await judgeMock({ answers });
    expect(violationsAndAdvice(first)).toEqual([]);
    expectLearned(learnedFrom(first), answers);

    const baseUrl = "http://orders.msw/v1";
    const handlers = createHandlers({ baseUrl, answers });
    const msw = await judgeClient(mswClient(handlers, baseUrl, KEY), { baseUrl, ...first.ids });
    expect(violationsAndAdvice(msw)).toEqual([]);
    expectLearned(learnedFrom(msw), answers);

    const profile = { ...parseProfile(profileText(learnedFrom(first))), latency: {} };
    const second = await judgeMock({ profile });
    expect(violationsAndAdvice(second)).toEqual([]);
    expectSame(learnedFrom(first), learnedFrom(second));
    expectSame(learnedFrom(first), learnedFrom(msw));
  });
}

/** Neither side shows anything that the other does not show. */
function expectSame(a: Learned, b: Learned): void {
  const sides = [
    { name: "a", ...a },
    { name: "b", ...b },
  ] as const;
  for (const [one, other] of [sides, sides.toReversed()] as const) {
    const { entries } = compare(one!, other!);
    const differences = entries.filter(
      ({ outcome, a: own, b: others }) => outcome === "differs" || (own === undefined) !== (others === undefined),
    );
    expect(differences.map(({ id, a: own, b: others }) => `${id}: ${own} / ${others}`)).toEqual([]);
  }
}
