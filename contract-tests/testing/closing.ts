/** A test that closes what it has opened at its end, the last one first. */
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
