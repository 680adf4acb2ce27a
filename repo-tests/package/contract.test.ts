/** `orders-kit/contract` in a project that has orders-kit and Playwright, and nothing else. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { deployed } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { ended, launch } from "../processes.ts";
import { expect, test } from "./installation.ts";

const SPEC = `// contract.spec.ts
import { contractTests } from "orders-kit/contract";
contractTests({ target: "https://staging.example/v1", pending: ["17", "18", "19", "20"], shipped: ["4"] });
`;

test("the checks run as Playwright tests", async ({ withPlaywright: { folder, env } }) => {
  const deployment = await deployed();
  const { baseUrl, pending, shipped } = deployment;
  const spec = SPEC.replace("https://staging.example/v1", baseUrl)
    .replace('["17", "18", "19", "20"]', JSON.stringify(pending.map(String)))
    .replace('["4"]', JSON.stringify(shipped.map(String)));
  const tests = await mkdtemp(join(folder, "run-"));
  await writeFile(join(tests, "contract.spec.ts"), spec);
  const argv = ["test", "--reporter=line"];
  const { code, stdout } = await ended(launch("playwright", argv, tests, { ...env, ORDERS_API_KEY: KEY }));
  await deployment.close();
  expect(stdout).toMatch(/\d\d passed/);
  expect(stdout).not.toMatch(/skipped|failed/);
  expect(code).toBe(0);
});

test("their options have types, without those of Node", async ({ withPlaywright: { folder, run } }) => {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023"];
  const tests = await mkdtemp(join(folder, "types-"));
  const [right, wrong] = [join(tests, "right.spec.ts"), join(tests, "wrong.spec.ts")];
  await writeFile(right, SPEC);
  await writeFile(wrong, SPEC.replace("shipped:", "shiped:"));
  const { stdout } = await run("node", tsc, ...flags, right, wrong);
  expect(stdout).toMatch(/^\S*wrong\.spec\.ts\S* error .*'shiped' does not exist.*\n$/);
});
