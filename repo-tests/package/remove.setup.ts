import { rm } from "node:fs/promises";
import { test as teardown } from "playwright/test";
import { INSTALLATION } from "./installation.ts";

teardown("the installed package is removed", async () => {
  await rm(INSTALLATION, { recursive: true, force: true });
});
