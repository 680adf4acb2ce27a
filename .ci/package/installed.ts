/** For tests of the installed package: the tarball, and two projects that have it, with and without its peers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "playwright/test";
import { type Consumer, createConsumer, MANIFEST, pack, type Tarball } from "./consumer.ts";

export { expect } from "playwright/test";

/** npm may have to ask the registry. */
const INSTALL_MS = 120_000;

interface Installed {
  readonly folder: string;
  readonly tarball: Tarball;
  /** The package alone. */
  readonly bare: Consumer;
  /** With msw, Playwright and TypeScript. Prism is tried by the matrix. */
  readonly whole: Consumer;
}

export const test = base.extend<object, Installed>({
  folder: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), "orders-kit-package-"));
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  tarball: [async ({ folder }, use) => use(await pack(folder)), { scope: "worker", timeout: INSTALL_MS }],
  bare: [
    async ({ folder, tarball }, use) => use(await createConsumer(join(folder, "bare"), { packages: [tarball.path] })),
    { scope: "worker", timeout: INSTALL_MS },
  ],
  whole: [
    async ({ folder, tarball }, use) => {
      const others = ["msw", "playwright", "typescript", "@types/node"].map(
        (name) => `${name}@${MANIFEST.devDependencies[name]}`,
      );
      const packages = [tarball.path, ...others];
      await use(await createConsumer(join(folder, "whole"), { packages }));
    },
    { scope: "worker", timeout: INSTALL_MS },
  ],
});
