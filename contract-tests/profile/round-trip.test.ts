/**
 * Profiles of the sound deployments of the corpus: a mock with the profile shows the same as the deployment. No entry may differ,
 * or be observed on the deployment only.
 */
import { expect, test } from "playwright/test";
import { startMock } from "../../mock/http/server.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { parseProfile } from "../../spec/profile/reader.ts";
import { EDGE_IDS } from "../checks/cancel/similar-ids.ts";
import { httpClient } from "../client/http/http-client.ts";
import { CHOSEN, chosen } from "../corpus/chosen.ts";
import { judgeVariant } from "../corpus/judge-variant.ts";
import { GATEWAY_VARIANTS } from "../corpus/sound/gateways.ts";
import type { Variant } from "../corpus/variant.ts";
import { judgeClient, learnedFrom } from "../testing/judge-client.ts";
import { compare } from "./compare.ts";
import type { Learned } from "./learn.ts";
import { profileText } from "./profile-text.ts";

const ODD_DATE = { petId: 1n, quantity: 1, shipDate: "2026-01-28T10:00:00+01:00", complete: false };
/** Orders with small ids, which no other number resembles, and dates of several forms. */
const PLAIN: Scenario = {
  name: "plain",
  description: "",
  seed: 1,
  orders: { count: 50, pending: 0.6, list: [{ order: { id: 901n, ...ODD_DATE }, state: "shipped" }] },
  answers: {},
};
/** On loopback, bytes after a response arrive within this time or never. */
const limits = { quietMs: 15 };

/** What a gateway refuses is not the answer of the service, and the mock's own rate limit would take real time. */
const BEHIND_GATEWAYS: ReadonlySet<Variant> = new Set(GATEWAY_VARIANTS);

const SOUND = CHOSEN.filter((variant) => variant.kind === "sound" && !BEHIND_GATEWAYS.has(variant));

for (const variant of chosen(SOUND, 12))
  test(variant.id, async () => {
    const deployment = learnedFrom(await judgeVariant(variant, "full"));
    const mock = await learnFromMock(profileText(deployment));
    const { entries } = compare({ name: "deployment", ...deployment }, { name: "mock", ...mock });
    const differences = entries.flatMap(({ id, outcome, a, b }) =>
      outcome === "differs" || (a !== undefined && b === undefined) ? [`${id}: ${a} / ${b}`] : [],
    );
    expect(differences).toEqual([]);
  });

/** By profile, without time and place: many deployments have the same one. */
const mocks = new Map<string, Promise<Learned>>();

function learnFromMock(yaml: string): Promise<Learned> {
  // Latency is not compared, and would only take time.
  const { learned: _, ...profile } = { ...parseProfile(yaml), latency: {} };
  const text = JSON.stringify(profile);
  const learned = mocks.get(text) ?? learnFromFreshMock({ ...profile });
  mocks.set(text, learned);
  return learned;
}

async function learnFromFreshMock(profile: ReturnType<typeof parseProfile>): Promise<Learned> {
  const mock = await startMock({ port: 0, profile, scenario: PLAIN });
  const { baseUrl } = mock;
  const sender = httpClient({ baseUrl, key: "demo-key", limits });
  try {
    const ids = { pending: mock.orders("pending").ids.slice(0, 4), shipped: mock.orders("shipped").ids.slice(0, 2) };
    return learnedFrom(await judgeClient(sender.send, { baseUrl, ...ids, absent: EDGE_IDS }));
  } finally {
    await sender.close();
    await mock.close();
  }
}
