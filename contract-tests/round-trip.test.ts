/**
 * Unusual and sound deployments, learned: a mock that is told what was learned shows the same. Each is walked, and so is
 * a mock with its profile: no entry may differ, nor be seen on the deployment alone.
 */
import { expect, test } from "playwright/test";
import { startMock } from "../mock/server.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { parseProfile } from "../spec/profile.ts";
import { compare } from "./compare.ts";
import { startDeployment } from "./corpus/deployment.ts";
import type { Variant } from "./corpus/variant.ts";
import { VARIANTS } from "./corpus/variants.ts";
import type { Learned } from "./learn.ts";
import { profileText } from "./profile-text.ts";
import { httpSender } from "./transport.ts";
import { walk } from "./walk.ts";

const ODD_DATE = { petId: 1n, quantity: 1, shipDate: "2026-01-28T10:00:00+01:00", complete: false };
/** Orders whose ids are small, so that no other number could be taken for one of them, and dates of several forms. */
const PLAIN: Scenario = {
  name: "plain",
  description: "",
  seed: 1,
  orders: { count: 50, pending: 0.6, list: [{ order: { id: 901n, ...ODD_DATE }, state: "shipped" }] },
  answers: {},
};
/** Loopback is quick: what has not followed a response after this time does not follow. */
const limits = { quietMs: 15 };

for (const variant of VARIANTS.filter(({ kind }) => kind === "sound"))
  test(variant.id, async () => {
    const deployment = await learnDeployment(variant);
    const mock = await learnMock(profileText(deployment));
    const { entries } = compare({ name: "deployment", ...deployment }, { name: "mock", ...mock });
    const odd = entries.flatMap(({ id, outcome, a, b }) =>
      outcome === "differs" || (a !== undefined && b === undefined) ? [`${id}: ${a} / ${b}`] : [],
    );
    expect(odd).toEqual([]);
  });

async function learnDeployment(variant: Variant): Promise<Learned> {
  const deployment = await startDeployment(variant);
  const sender = httpSender({ ...deployment, limits });
  try {
    return (await walk(sender.send, deployment)).learned;
  } finally {
    await sender.close();
    await deployment.close();
  }
}

/** Mocks by what they were told, without when and where: many deployments differ in nothing that a profile says. */
const mocks = new Map<string, Promise<Learned>>();

function learnMock(yaml: string): Promise<Learned> {
  // Speed is compared nowhere, and waiting would only take time.
  const { learned: _, ...profile } = { ...parseProfile(yaml), latency: {} };
  const told = JSON.stringify(profile);
  const known = mocks.get(told) ?? walkMock({ ...profile });
  mocks.set(told, known);
  return known;
}

async function walkMock(profile: ReturnType<typeof parseProfile>): Promise<Learned> {
  const mock = await startMock({ port: 0, profile, scenario: PLAIN });
  const { baseUrl } = mock;
  const sender = httpSender({ baseUrl, key: "demo-key", limits });
  try {
    const ids = { pending: mock.orders("pending").ids.slice(0, 4), shipped: mock.orders("shipped").ids.slice(0, 2) };
    return (await walk(sender.send, { baseUrl, ...ids })).learned;
  } finally {
    await sender.close();
    await mock.close();
  }
}
