/**
 * Tests a command against deployments without orders to cancel; they start and end with the test.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "playwright/test";
import { deployed } from "../../contract-tests/corpus/changed-reference.ts";
import type { ReferenceService } from "../../contract-tests/corpus/reference-service.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";

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

/**
 * Creates a folder with an orders-kit.yaml that names these deployments, each with the settings.
 */
export function folderWith(
  deployments: Readonly<Record<string, Pick<Deployment, "baseUrl">>>,
  settings: object = {},
): string {
  const folder = temporaryFolder();
  const entries = Object.entries(deployments).map(
    ([name, { baseUrl: url }]) => [name, { url, linger: 0, ...settings }] as const,
  );
  const targets = Object.fromEntries(entries);
  writeFileSync(join(folder, "orders-kit.yaml"), JSON.stringify({ targets }));
  return folder;
}
