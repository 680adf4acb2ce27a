/** Variants for the checks by the command: its report and its exit code. Needs dist/. */
import { expect, test } from "playwright/test";
import { runVerify } from "../testing/cli-runner.ts";
import { provideFlags } from "./changed-reference.ts";
import { chosen } from "./chosen.ts";
import { startDeployment } from "./deployment.ts";
import { variantsByCheck } from "./sample.ts";
import { VARIANTS } from "./variants.ts";

test.describe.configure({ timeout: 90_000 });

for (const variant of chosen(variantsByCheck(VARIANTS), 4))
  test(`${variant.kind} ${variant.id}`, async () => {
    const deployment = await startDeployment(variant);
    const { code, report } = await runVerify(provideFlags(deployment), { env: { ORDERS_API_KEY: deployment.key } });
    await deployment.close();
    const violated = report?.clauses.filter(({ verdict }) => verdict === "violated").map(({ id }) => id);
    if (variant.kind === "fault") {
      expect(violated).toEqual(expect.arrayContaining([...variant.clauses]));
      expect(code).toBe(1);
    } else {
      expect(violated).toEqual([]);
      expect(code).toBe(0);
    }
    if (variant.kind === "advice") expect(report?.advice.length).toBeGreaterThan(0);
    expect(report?.broken).toEqual([]);
    expect(deployment.log.length).toBeGreaterThan(0);
    expect(deployment.harmed).toEqual([]);
  });
