import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as setup } from "playwright/test";
import { CONSUMERS, createConsumer, INSTALLATION, pack, TARBALL } from "./installation.ts";

setup("the package is packed and installed", async () => {
  setup.setTimeout(300_000); // npm may have to ask the registry.
  await rm(INSTALLATION, { recursive: true, force: true });
  await mkdir(INSTALLATION);
  const tarball = await pack(INSTALLATION);
  await writeFile(TARBALL, JSON.stringify(tarball));
  const consumers = Object.entries(CONSUMERS).map(([name, others]) =>
    createConsumer(join(INSTALLATION, name), [tarball.path, ...others]),
  );
  await Promise.all(consumers);
});
