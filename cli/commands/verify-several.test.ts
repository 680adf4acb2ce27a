/** `orders-kit verify` of several targets at once, and of one after another. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import { deployed, makeTwoFaults } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { folderWith, test } from "../testing/deployments.ts";
import { recordingIo } from "../testing/io.ts";
import { command } from "./verify.ts";

async function run(cwd: string, argv: string, more: Readonly<Record<string, string>> = {}) {
  const { io, written } = recordingIo({ cwd, env: { ORDERS_API_KEY: KEY, ...more } });
  return { code: await command(argv.split(" "), io), ...written };
}

const verdictIn = (...path: readonly string[]): string =>
  JSON.parse(readFileSync(join(...path, "report.json"), "utf8")).verdict;

test("each target has a folder, annotations have its name, and the worst exit code counts", async ({
  start,
}) => {
  const cwd = folderWith({ "staging-eu": await start(), "staging-us": await start(makeTwoFaults) });
  const ended = await run(cwd, "staging-eu staging-us", { GITHUB_ACTIONS: "true" });
  expect(ended.code).toBe(1);
  expect(verdictIn(cwd, "orders-kit-report/staging-eu")).toBe("conforms");
  expect(verdictIn(cwd, "orders-kit-report/staging-us")).toBe("violates");
  expect(ended.stderr).toContain("::error title=orders-kit%3A staging-us%3A error-code::");
  expect(ended.stdout).toMatch(
    /\n ✓ staging-eu violates no clause, \d+ unproven\n ✗ staging-us violates the contract\n$/,
  );

  // A mistake in one target keeps no other from being judged.
  const mistaken = await run(cwd, "stagging staging-eu", { GITHUB_ACTIONS: "true" });
  expect(mistaken.code).toBe(2);
  expect(mistaken.stderr).toMatch(/^There is no target "stagging"/);
  expect(mistaken.stderr).toContain(
    "\n::error title=orders-kit%3A exit code 2::There is no target",
  );
  expect(mistaken.stdout).toContain("staging-eu violates no clause");
});

test("a key in place of one of the targets is shown nowhere, whatever the name of its variable", async () => {
  const argv = "zz-stage-9911 msw --api-key-env STAGE";
  for (const flags of [argv, `${argv} --dry-run`]) {
    const ended = await run(temporaryFolder(), flags, { STAGE: "zz-stage-9911" });
    expect(ended.code).toBe(2);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain("zz-stage");
  }
});

test("targets have folders of their own, one at a time, too, also where their names are alike", async ({
  start,
}) => {
  const cwd = folderWith({ "eu/1": await start(), "eu-1": await start(makeTwoFaults) });
  expect((await run(cwd, "eu/1 eu-1 --report rep")).code).toBe(1);
  expect(readdirSync(join(cwd, "rep"))).toHaveLength(2);
  expect(verdictIn(cwd, "rep/eu-1")).toBe("violates");

  expect((await run(cwd, "eu/1")).stdout).toMatch(/report:\s.*orders-kit-report.eu-1-[0-9a-f]{6}/);
  expect((await run(cwd, "eu-1")).stdout).toMatch(/report:\s.*orders-kit-report.eu-1.index\.html/);
  expect(readdirSync(join(cwd, "orders-kit-report"))).toHaveLength(2);
  expect(existsSync(join(cwd, "orders-kit-report/report.json"))).toBe(false);
});

const FILES = ["index.html", "junit.xml", "report.json", "summary.md"];

test("the report of an earlier run is gone before setup, and a report that cannot be written is no pass", async ({
  start,
}) => {
  const setup = "ls rep >seen; mkdir -p $JUNIT; echo {}";
  const cwd = folderWith({ eu: await start(), us: await start() }, { setup });
  const seen = () => readFileSync(join(cwd, "seen"), "utf8");
  expect((await run(cwd, "eu --report rep", { JUNIT: "." })).code).toBe(0);
  expect(readdirSync(join(cwd, "rep")).toSorted()).toEqual(FILES);
  const other = await run(cwd, "us --report rep", { JUNIT: "." });
  expect([other.code, seen()]).toEqual([0, ""]);
  expect(other.stderr).toBe(
    `${join(cwd, "rep")} had the report of eu, which this one replaces. --report DIR writes to another folder.\n`,
  );

  const unwritable = await run(cwd, "us --report rep", { JUNIT: "rep/junit.xml/x" });
  expect([unwritable.code, seen()]).toEqual([3, ""]);
  expect(unwritable.stderr).toMatch(/^The reports cannot be written .*\n$/);
  expect(unwritable.stdout).toContain("us violates no clause");
});

test("a command that is wrong leaves the report of an earlier run", async ({ start }) => {
  const { baseUrl } = await start();
  const cwd = folderWith({ eu: { baseUrl } }, { setup: "touch set-up; echo {}" });
  await run(cwd, `${baseUrl} --report rep`);
  const left = () => FILES.map((name) => readFileSync(join(cwd, "rep", name), "utf8"));
  const before = left();
  process.env.ORDERS_KIT_PRISM = "/nowhere";
  for (const argv of [
    "eu-3",
    "eu --rate 0",
    "eu --only nothing",
    "eu --pending 5 --shipped 5",
    "eu --through-prism",
    "eu --api-key-env UNSET",
    "eu --config missing.yaml",
  ]) {
    expect((await run(cwd, `${argv} --report rep`)).code, argv).toBe(2);
    expect(left(), argv).toEqual(before);
  }
  delete process.env.ORDERS_KIT_PRISM;
  expect(existsSync(join(cwd, "set-up"))).toBe(false);
});

test("--json prints one document: a list for several targets, an object for one", async ({
  start,
}) => {
  const cwd = folderWith({ one: await start(), other: await start() });
  const printed = async (argv: string) => JSON.parse((await run(cwd, `${argv} --json`)).stdout);
  const [one, other] = [{ target: { name: "one" } }, { target: { name: "other" } }];
  expect(await printed("one other")).toMatchObject([one, other]);
  expect(await printed("one")).toMatchObject(one);
});

test("--only sends what its clause needs, and a run that cannot try it is not judged", async () => {
  const deployment = await deployed();
  const cwd = folderWith({ staging: deployment });
  const orders = deployment.pending.map((id) => `--pending ${id}`).join(" ");
  const fields = await run(cwd, `staging ${orders} --only order-quantity`);
  const cancelling = await run(cwd, "staging --only cancel-pending");
  await deployment.close();
  expect(fields.code).toBe(0);
  expect(new Set(deployment.log.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(cancelling.code).toBe(3);
  expect(cancelling.stdout).toContain("! staging was not judged");
  expect(cancelling.stdout).toMatch(
    /No clause was held or violated\. Provided: 0\s+pending orders\./,
  );
});

test("a word that is the value of a variable is not masked in our own sentences", async () => {
  const { stderr } = await run(temporaryFolder(), "staging", { COMPASS: "staging" });
  expect(stderr).toContain('There is no target "staging"');
});
