/** A test fixture that closes what the test opened, the last resource first. */
import { test as base } from "playwright/test";

export const test = base.extend<{
  readonly open: <T extends { close(): unknown }>(resource: T) => T;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  open: async ({}, use) => {
    const resources: { close(): unknown }[] = [];
    await use((resource) => {
      resources.push(resource);
      return resource;
    });
    for (const resource of resources.toReversed()) await resource.close();
  },
});
