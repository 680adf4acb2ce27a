/**
 * Unusual and sound deployments, learned: a mock that is told what was learned shows the same. Each is walked once, a mock
 * with its profile once, and no entry may differ, nor be seen on one side alone.
 */
import { expect, test } from "playwright/test";
import { startMock } from "../mock/server.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { parseProfile } from "../spec/profile.ts";
import type { Profile } from "../spec/profile-shape.ts";
import { compare } from "./compare.ts";
import { startDeployment } from "./corpus/deployment.ts";
import { VARIANTS } from "./corpus/variants.ts";
import type { Learned } from "./learn.ts";
import { profileText } from "./profile-text.ts";
import { httpSender } from "./transport.ts";
import { walk } from "./walk.ts";

/** Orders whose ids are small, so that no other number could be taken for one of them. */
const PLAIN: Scenario = {
  name: "plain",
  description: "",
  seed: 1,
  orders: { count: 50, pending: 0.6, list: [] },
  answers: {},
};

for (const variant of VARIANTS.filter(({ kind }) => kind === "sound"))
  test(variant.id, async () => {
    const deployment = await startDeployment(variant);
    const sender = httpSender({ ...deployment, limits: { quietMs: 15 } });
    const first = await walk(sender.send, deployment);
    await sender.close();
    await deployment.close();
    const text = profileText(first.learned);
    const profile: Profile = { ...parseProfile(text), latency: {} };
    const mock = await startMock({ port: 0, profile, scenario: PLAIN });
    const ids = { pending: mock.orders("pending").ids.slice(0, 4), shipped: mock.orders("shipped").ids.slice(0, 2) };
    const own = httpSender({ baseUrl: mock.baseUrl, key: "demo-key", limits: { quietMs: 15 } });
    const second = await walk(own.send, { baseUrl: mock.baseUrl, ...ids });
    await own.close();
    await mock.close();
    expect(odd(first.learned, second.learned)).toEqual([]);
  });

function odd(a: Learned, b: Learned): string[] {
  const { entries } = compare({ name: "deployment", ...a }, { name: "mock", ...b });
  return entries.flatMap(({ id, outcome, a: own, b: others }) =>
    outcome === "differs" || (own !== undefined && others === undefined) ? [`${id}: ${own} / ${others}`] : [],
  );
}
