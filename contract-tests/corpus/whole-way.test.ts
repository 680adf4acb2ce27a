/** A sample of the corpus the whole way: the command, the relay, Playwright, the report and the exit code. Needs dist/. */
import { expect, test } from "playwright/test";
import { handOver, verify } from "../whole-way.ts";
import { startDeployment } from "./deployment.ts";
import { VARIANTS } from "./variants.ts";

test.describe.configure({ timeout: 90_000 });

/** As many as a test run has time for, from all over the corpus; those that hang are left to the test without processes. */
const SAMPLE = VARIANTS.filter(({ callTimeoutMs }) => callTimeoutMs === undefined).filter((_, nth) => nth % 97 === 5);

for (const variant of SAMPLE)
  test(`${variant.kind} ${variant.id}`, async () => {
    const deployment = await startDeployment(variant, "full");
    const { code, report } = await verify(handOver(deployment), { env: { ORDERS_API_KEY: deployment.key } });
    await deployment.close();
    const blamed = report?.clauses.filter(({ verdict }) => verdict === "violated").map(({ id }) => id) ?? [];
    if (variant.kind === "fault") {
      expect(code).toBe(1);
      expect(blamed.filter((id) => variant.clauses.includes(id))).not.toEqual([]);
    } else {
      expect(blamed).toEqual([]);
      expect(code).toBe(0);
    }
    if (variant.kind === "advice") expect(report?.advice.length).toBeGreaterThan(0);
    expect(deployment.harmed).toEqual([]);
  });
