/**
 * The package in projects that have installed it, with its peers and without any. matrix.ts tries
 * more of it, on several versions of Node.
 */
import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { build, preview } from "vite";
import { deployed, provideFlags } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { asTarget } from "../../contract-tests/testing/servers/cli-runner.ts";
import { ended, launch } from "../../contract-tests/testing/servers/processes.ts";
import { consumer } from "./installation.ts";
import { TRIALS } from "./trials.ts";

test("without any peer, the mock works, and verify judges an address", async () => {
  const alone = consumer("alone");
  const packages = await readdir(join(alone.folder, "node_modules"));
  expect(packages.filter((name) => /^(?:msw|playwright|@stoplight)/.test(name))).toEqual([]);
  await TRIALS.mock?.(alone);
  const deployment = await deployed();
  const argv = ["verify", ...asTarget(provideFlags(deployment)), "--require-proven"];
  const env = { ...alone.env, ORDERS_API_KEY: KEY };
  const { code, stdout } = await ended(launch("orders-kit", argv, alone.folder, env));
  await deployment.close();
  expect(stdout).toContain("conforms to the contract");
  expect(code).toBe(0);
});

test("without any peer, a command names the one that it needs", async () => {
  for (const [line, text] of [
    ["init public", "Run npm install --save-dev msw. [msw-missing]"],
    ["verify mock --through-prism", "Run npm install @stoplight/prism-cli@5.14.2. [prism-missing]"],
    ["mock --store redis://127.0.0.1:1/0", "npm install --save-dev redis [no-redis-package]"],
  ] as const) {
    const { code, stderr } = await consumer("alone").run("orders-kit", ...line.split(" "));
    expect(stderr).toContain(text);
    expect(code).toBe(2);
  }
});

test("every entry can be imported, and has types", async () => {
  await expect(TRIALS.imports?.(consumer("complete"))).resolves.toBeUndefined();
  await expect(TRIALS.types?.(consumer("complete"))).resolves.toBeUndefined();
});

test("with @playwright/test, beside another version of playwright, both entries are of the one that runs", async () => {
  const { folder, env } = consumer("withPlaywrightTest");
  const tests = await mkdtemp(join(folder, "run-"));
  const spec = `import { expect } from "@playwright/test";
import { contractTests } from "orders-kit/contract";
import { test } from "orders-kit/playwright";
contractTests({ target: "mock" });
test("ships", async ({ orders }) => {
  await orders.ship("2");
  expect(await orders.ids("shipped")).toContain("2");
});
`;
  await writeFile(join(tests, "both.spec.ts"), spec);
  const argv = [join(folder, "node_modules/@playwright/test/cli.js"), "test", "--reporter=line"];
  const { code, stdout } = await ended(launch("node", argv, tests, env));
  expect(stdout).toMatch(/\d\d passed/);
  expect(stdout).not.toMatch(/skipped|failed/);
  expect(code, stdout).toBe(0);
});

test("an app bundled from the package is offline, with the worker script that init has put there", async ({
  page,
}) => {
  const { folder, run } = consumer("complete");
  await mkdir(join(folder, "page-public"), { recursive: true });
  expect(await run("orders-kit", "init", "page-public")).toMatchObject({ code: 0 });
  const quiet = { root: folder, configFile: false, logLevel: "error", clearScreen: false } as const;
  const outDir = join(folder, "page-site");
  await build({ ...quiet, publicDir: "page-public", build: { outDir, target: "es2023" } });
  const served = { port: 0, host: "127.0.0.1" };
  const server = await preview({ ...quiet, build: { outDir }, preview: served });
  try {
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    await expect(page).toHaveTitle("offline");
    expect(await page.evaluate("readByRoot")).toBe("9007199254740993");
  } finally {
    await server.close();
  }
});
