/** The package in projects that have installed it: with its peers, and without any. */
import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { build, preview } from "vite";
import { deployed, provideFlags } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { ended, launch, outputOf } from "../../contract-tests/testing/processes.ts";
import { MANIFEST } from "../manifest.ts";
import { consumer } from "./installation.ts";
import { TRIALS } from "./trials.ts";

test("without any peer, the mock and the entries that need none work, and verify judges an address", async () => {
  const alone = consumer("alone");
  const packages = await readdir(join(alone.folder, "node_modules"));
  expect(packages.filter((name) => /^(?:msw|playwright|@stoplight)/.test(name))).toEqual([]);
  for (const name of [
    "orders-kit",
    "orders-kit/json",
    "orders-kit/fixtures",
    "orders-kit/scenarios",
  ])
    expect(
      await alone.run("node", "--input-type=module", "-e", `await import("${name}")`),
    ).toMatchObject({ code: 0 });
  expect(await alone.run("orders-kit", "--version")).toMatchObject({
    code: 0,
    stdout: `${MANIFEST.version}\n`,
  });
  await TRIALS.mock?.(alone);
  const deployment = await deployed();
  const flags = [...provideFlags(deployment), "--linger", "0", "--require-proven"];
  const env = { ...alone.env, ORDERS_API_KEY: KEY };
  const { code, stdout } = await ended(
    launch("orders-kit", ["verify", ...flags], alone.folder, env),
  );
  await deployment.close();
  expect(stdout).toContain("conforms to the contract");
  expect(code).toBe(0);
});

test("without any peer, the proxy judges what passes, and records what judge reads", async () => {
  const { folder, env } = consumer("alone");
  const deployment = await deployed();
  const argv = ["proxy", deployment.baseUrl, "--port", "0", "--record", "passed.har"];
  const proxy = launch("orders-kit", argv, folder, { ...env, ORDERS_API_KEY: KEY });
  const result = ended(proxy);
  const [, baseUrl] =
    /orders-kit proxy\s+(\S+)/.exec(await outputOf(proxy, /Ctrl\+C to stop/)) ?? [];
  const headers = { authorization: `Bearer ${KEY}` };
  await (await fetch(`${baseUrl}/store/orders`, { headers })).text();
  proxy.kill("SIGINT");
  const { code, stdout } = await result;
  await deployment.close();
  expect(stdout).toContain("violates no clause");
  expect(code).toBe(0);
  const judged = await ended(launch("orders-kit", ["judge", "passed.har"], folder, env));
  expect(judged.stdout).toContain("violates no clause");
  expect(judged.code).toBe(0);
});

test("with @playwright/test, beside another version of playwright, both entries are of the one that runs", async () => {
  const { folder, env } = consumer("withPlaywrightTest");
  const tests = await mkdtemp(join(folder, "run-"));
  const spec = `import { expect } from "@playwright/test";
import { contractTests } from "orders-kit/contract";
import { test } from "orders-kit/playwright";
contractTests();
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
  const server = await preview({
    ...quiet,
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
  });
  try {
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    await expect(page).toHaveTitle("offline");
    expect(await page.evaluate("readByRoot")).toBe("9007199254740993");
  } finally {
    await server.close();
  }
});
