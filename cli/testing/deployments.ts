/** A test of a command against deployments that it starts, without orders to cancel; they end with the test. */
import { test as base } from "playwright/test";
import { deployed } from "../../contract-tests/corpus/changed-reference.ts";
import type { ReferenceService } from "../../contract-tests/corpus/reference-service.ts";

export type Deployment = Awaited<ReturnType<typeof deployed>>;

export const test = base.extend<{
  start: (change?: (service: ReferenceService) => void) => Promise<Deployment>;
}>({
  start: async ({ browserName: _ }, use) => {
    const started: Deployment[] = [];
    await use(async (change) => {
      const deployment = await deployed(change, "without ids");
      started.push(deployment);
      return deployment;
    });
    await Promise.all(started.map(({ close }) => close()));
  },
});
