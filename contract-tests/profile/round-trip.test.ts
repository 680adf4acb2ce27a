/**
 * A mock with a learned profile shows the same as what the profile was learned from: every pair of answers to two silences, as a mock
 * gives them, and the sound deployments of the corpus.
 */
import { expect, test } from "playwright/test";
import { type MockOptions, startMock } from "../../mock/http/server.ts";
import { createHandlers } from "../../mock/msw/handlers.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { type Answers, SILENCES, type SilenceId } from "../../spec/clauses/index.ts";
import { parseProfile } from "../../spec/profile/reader.ts";
import type { Profile } from "../../spec/profile/shape.ts";
import { type Learned, profileText } from "../../spec/profile/writer.ts";
import { ORDER_FIELDS, type OrderFieldEntry } from "../../spec/schema/fields.ts";
import { EDGE_IDS } from "../checks/cancel/similar-ids.ts";
import { httpClient } from "../client/http/http-client.ts";
import { CHOSEN, chosen, isWhole } from "../corpus/chosen.ts";
import { ASKED_SILENCES } from "../corpus/expectation.ts";
import { judgeVariant } from "../corpus/judge-variant.ts";
import { GATEWAY_VARIANTS } from "../corpus/sound/gateways.ts";
import { sound, type Variant } from "../corpus/variant.ts";
import type { Rules } from "../safety/policy.ts";
import { mswClient } from "../targets/embedded.ts";
import { type ClientResult, judgeClient, violationsAndAdvice } from "../testing/judge-client.ts";
import { pairwise } from "../testing/pairwise.ts";
import { compare } from "./compare.ts";

const KEY = "demo-key";
/** On loopback, bytes after a response arrive within this time or never. */
const limits = { quietMs: 15 };

type JudgedMock = ClientResult & { readonly ids: Pick<Rules, "pending" | "shipped" | "absent"> };

async function judgeMock(options: MockOptions): Promise<JudgedMock> {
  const mock = await startMock({ ...options, port: 0 });
  const { baseUrl } = mock;
  const [pending, shipped] = [mock.orders("pending").ids, mock.orders("shipped").ids];
  const absent = EDGE_IDS.filter((id) => !pending.includes(id) && !shipped.includes(id));
  const ids = { pending: pending.slice(0, 4), shipped: shipped.slice(0, 2), absent };
  const sender = httpClient({ baseUrl, key: KEY, limits });
  try {
    return { ...(await judgeClient(sender.send, { baseUrl, ...ids })), ids };
  } finally {
    await sender.close();
    await mock.close();
  }
}

/** The profile as it is written and read. Latency is not compared, and would only take time. */
function rewritten(learned: Learned): Profile {
  return { ...parseProfile(profileText(learned)), latency: {} };
}

/** The entries that differ, and those that only the first one shows. */
function differences(a: Learned, b: Learned): string[] {
  const { entries } = compare({ name: "a", ...a }, { name: "b", ...b });
  return entries.flatMap(({ id, outcome, a: own, b: others }) =>
    outcome === "differs" || (own !== undefined && others === undefined)
      ? [`${id}: ${own} / ${others}`]
      : [],
  );
}

const COMBINATIONS = pairwise(
  Object.fromEntries(SILENCES.map(({ id, answers }) => [id, Object.keys(answers)])) as Record<
    SilenceId,
    string[]
  >,
);

/** The mock's answers are tested nowhere else: the sample has each of them. */
const SAMPLE = 5;

test("the combinations of a sample have every answer", () => {
  for (const { id, answers } of SILENCES)
    expect(new Set(COMBINATIONS.slice(0, SAMPLE).map((row) => row[id]))).toEqual(
      new Set(Object.keys(answers)),
    );
  expect(COMBINATIONS.length).toBeLessThan(40);
});

for (const [index, row] of (isWhole ? COMBINATIONS : COMBINATIONS.slice(0, SAMPLE)).entries())
  test(`combination ${index + 1}: ${Object.values(row).join(", ")}`, async () => {
    const answers = row as unknown as Answers;
    const first = await judgeMock({ answers });
    const baseUrl = "http://orders.msw/v1";
    const handlers = createHandlers({ baseUrl, answers });
    const msw = await judgeClient(await mswClient(handlers, baseUrl, KEY), {
      baseUrl,
      ...first.ids,
    });
    const second = await judgeMock({ profile: rewritten(first.learn()) });
    for (const judged of [first, msw, second]) expect(violationsAndAdvice(judged)).toEqual([]);
    for (const { profile, omitted } of [first.learn(), msw.learn()])
      for (const { id } of ASKED_SILENCES)
        expect(profile.answers[id], omitted.get(`answers.${id}`)).toBe(answers[id]);
    for (const other of [second, msw]) {
      expect(differences(first.learn(), other.learn())).toEqual([]);
      expect(differences(other.learn(), first.learn())).toEqual([]);
    }
  });

const ODD_DATE = { petId: 1n, quantity: 1, shipDate: "2026-01-28T10:00:00+01:00", complete: false };
/** Orders with small ids, which no other number resembles, and dates of several forms. */
const PLAIN: Scenario = {
  name: "plain",
  description: "",
  seed: 1,
  orders: {
    count: 50,
    pending: 0.6,
    list: [{ order: { id: 901n, ...ODD_DATE }, state: "shipped" }],
  },
  answers: {},
};

/** What a gateway refuses is not the answer of the service, and the mock's own rate limit would take real time. */
const BEHIND_GATEWAYS: ReadonlySet<Variant> = new Set(GATEWAY_VARIANTS);
const SOUND = CHOSEN.filter((variant) => variant.kind === "sound" && !BEHIND_GATEWAYS.has(variant));

/** By profile, without time and place: many deployments have the same one. */
const mocks = new Map<string, Promise<Learned>>();

function learnFromMock({ learned: _, ...profile }: Profile): Promise<Learned> {
  const text = JSON.stringify(profile);
  const learned =
    mocks.get(text) ?? judgeMock({ profile, scenario: PLAIN }).then((judged) => judged.learn());
  mocks.set(text, learned);
  return learned;
}

for (const variant of chosen(SOUND, 6))
  test(`a mock shows all that the deployment shows: ${variant.title}`, async () => {
    const deployment = (await judgeVariant(variant, "full")).learn();
    const mock = await learnFromMock(rewritten(deployment));
    // The mock may show more.
    expect(differences(deployment, mock)).toEqual([]);
  });

test("an optional field changes nothing for a deployment that does not have it", async () => {
  const entry: { -readonly [Member in keyof OrderFieldEntry]: OrderFieldEntry[Member] } =
    ORDER_FIELDS.complete;
  entry.optional = true;
  try {
    const variant = sound("No order has `complete`.", "the field is optional", (base) => ({
      members(...order) {
        const { complete: _, ...members } = base.members(...order);
        return members;
      },
    }));
    const deployment = await judgeVariant(variant, "full");
    // With --require-proven the exit code is 4 where a clause of the report is not held.
    expect(deployment.report.clauses.filter(({ verdict }) => verdict !== "held")).toEqual([]);
    const mock = await judgeMock({ profile: rewritten(deployment.learn()), scenario: PLAIN });
    for (const { profile } of [deployment.learn(), mock.learn()]) {
      expect(profile.answers["order-fields"]).toBe("all");
      expect(Object.keys(profile.order)).toEqual(["id", "petId", "quantity", "shipDate"]);
    }
  } finally {
    delete entry.optional;
  }
});
