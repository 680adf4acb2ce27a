// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml and of a shell
/**
 * `orders-kit verify` against deployments that record requests, violate clauses and repeat the key.
 * Needs dist/.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import {
  deployed,
  echoTheKey,
  provideFlags,
} from "../../contract-tests/corpus/changed-reference.ts";
import { KEY, leaksOf, textsOf } from "../../contract-tests/testing/key-leaks.ts";
import {
  type ProcessResult,
  startVerify,
} from "../../contract-tests/testing/servers/cli-runner.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { folderWith } from "../testing/deployments.ts";
import { runInto } from "../testing/io.ts";
import { command } from "./verify.ts";

test.describe.configure({ timeout: 60_000 });

const env = { ORDERS_API_KEY: KEY };
const SECRET = "ey-session-4711.Zq";

const deletedOrders = ({ log }: Awaited<ReturnType<typeof deployed>>) =>
  log.filter(({ method, names }) => method === "DELETE" && names !== undefined);

/** Everything that a run writes to stderr except its progress. */
const notes = ({ stderr }: ProcessResult): string => stderr.replace(/^\d+ s: .*\n/gm, "");

/** Names of the outputs that contain the text. */
function written(ended: ProcessResult, text: string): string[] {
  const forms = [text, Buffer.from(text).toString("base64").slice(0, -4)];
  return textsOf(ended).flatMap(([name, content]) =>
    forms.some((form) => content.includes(form)) ? [name] : [],
  );
}

test("a sound deployment conforms, orders of others are untouched, and every clause is proven", async () => {
  const deployment = await deployed();
  const ended = await runInto(command, [...provideFlags(deployment), "--require-proven"], { env });
  await deployment.close();
  expect(notes(ended)).toBe("");
  expect(ended.stdout.split("\n").length - 1, "lines of one screen").toBeLessThanOrEqual(28);
  expect(ended.report?.clauses.filter(({ verdict }) => verdict !== "held")).toEqual([]);
  expect(ended.code).toBe(0);
  expect(deployment.harmed).toEqual([]);
  for (const { method, names, goodKey } of deployment.log) {
    expect(["GET", "HEAD", "OPTIONS", "DELETE"]).toContain(method);
    if (method === "DELETE" && names !== undefined)
      expect(["pending", "shipped"], `${goodKey}`).toContain(names.owner);
  }
  expect(leaksOf(ended)).toEqual([]);
});

test("without ids, no DELETE names a listed order, and clauses are unproven", async () => {
  const deployment = await deployed(undefined, "without ids");
  const ended = await runInto(command, [deployment.baseUrl, "--require-proven"], { env });
  await deployment.close();
  expect(ended.code).toBe(4);
  expect(ended.report?.mode).toEqual({ ids: "none", thorough: false, readOnly: false });
  expect(deletedOrders(deployment)).toEqual([]);
  expect(deployment.log.some(({ method }) => method === "DELETE")).toBe(true);
  expect(deployment.harmed).toEqual([]);
});

test("as a process, a violation ends with exit code 1, and the key that the deployment repeats is in no output", async () => {
  const deployment = await deployed(echoTheKey);
  const ended = await startVerify(provideFlags(deployment), { env });
  await deployment.close();
  expect(ended.code).toBe(1);
  expect(ended.report?.clauses.find(({ id }) => id === "error-code")?.verdict).toBe("violated");
  expect(ended.report?.advice.length).toBeGreaterThan(0);
  expect(leaksOf(ended)).toEqual([]);
});

test("a header of --header is in every call; its value, which the deployment repeats, is in no output, also with --only", async () => {
  const cookies = new Set<string | undefined>();
  const deployment = await deployed((service) => {
    const { answer } = service;
    service.answer = async (request) => {
      const cookie = request.headers.find(([name]) => name.toLowerCase() === "cookie")?.[1];
      cookies.add(cookie?.split("; api_key=")[0]);
      const reply = await answer(request);
      const echo = ["X-Seen", `${cookie} ${Buffer.from(SECRET).toString("base64")}`] as const;
      if (reply.status !== 401) return { ...reply, headers: [...reply.headers, echo] };
      const body = JSON.stringify({ code: 7, message: `no key in ${SECRET}`, status: 401 });
      return { ...reply, headers: [...reply.headers, echo], body: Buffer.from(body) };
    };
  });
  const flags = ["--header", "Cookie: gate=${SESSION}", "--only", "error-code"];
  const argv = [...provideFlags(deployment), ...flags];
  const ended = await runInto(command, argv, { env: { ...env, SESSION: SECRET } });
  await deployment.close();
  expect(ended.code).toBe(1);
  expect([...cookies]).toEqual([`gate=${SECRET}`]);
  expect(ended.report?.clauses.map(({ id }) => id)).toEqual(["error-code"]);
  expect(ended.report?.traffic?.[0]?.curl).toContain('-H "Cookie: gate=${SESSION:?}"');
  expect(written(ended, "no key in ${SESSION}")).toContain("report.json");
  expect(written(ended, SECRET)).toEqual([]);
  expect(leaksOf(ended)).toEqual([]);
});

test("ids provided as absent are tried, also without orders; the report says which is listed, and what more would be of use", async () => {
  const deployment = await deployed(undefined, "without ids");
  const flags = [deployment.baseUrl, "--absent", "0", "--absent", "24"];
  const ended = await runInto(command, flags, { env });
  const { code, report } = ended;
  await deployment.close();
  expect(code).toBe(0);
  const paths = deployment.log
    .filter(({ method, goodKey }) => method === "DELETE" && goodKey)
    .map(({ path }) => path);
  expect(paths).toContain("/store/orders/0");
  expect(paths).not.toContain("/store/orders/24");
  const whys = (report?.sections ?? []).flatMap((list) => list.entries.map(({ why }) => why));
  expect(whys.filter((why) => /provided as absent/.test(`${why}`))).toEqual([
    "24 was provided as absent, and an order with this id is listed. Leave it out.",
  ]);
  expect(ended.stdout.replace(/\s+/g, " ")).toMatch(
    /Ids that no order has can be tried, too, with absent in orders-kit.yaml: \S+, \S+, \S+ and \d+ more \(absentNeeded in report.json\)/,
  );
  const { absentNeeded = [], ...others } = report!;
  const named = absentNeeded.slice(0, 3).join();
  const unnamed = absentNeeded.filter((id) => id.length > 7 && !named.includes(id));
  expect(unnamed.length).toBeGreaterThan(3);
  for (const id of unnamed) {
    expect(written(ended, id)).toEqual(["report.json"]);
    expect(JSON.stringify(others)).not.toContain(id);
  }
});

test("setup provides orders with every digit, and teardown runs at the end", async () => {
  const deployment = await deployed();
  const cwd = temporaryFolder();
  const { pending, shipped } = deployment;
  const setup = `echo '{"pending":[${pending}],"shipped":[${shipped}]}'`;
  const teardown = "echo done > torn-down";
  const staging = { url: "${STAGING_URL}", apiKeyEnv: "STAGING_KEY", setup, teardown };
  writeFileSync(join(cwd, "orders-kit.yaml"), JSON.stringify({ targets: { staging } }));
  const variables = { STAGING_URL: deployment.baseUrl, STAGING_KEY: KEY };
  const ended = await startVerify(["staging", "--require-proven"], { cwd, env: variables });
  await deployment.close();
  expect(notes(ended)).toBe("");
  expect(ended.code).toBe(0);
  const target = { name: "staging", readOnly: false, url: deployment.baseUrl };
  expect(ended.report?.target).toMatchObject(target);
  expect(existsSync(join(cwd, "torn-down"))).toBe(true);
});

test("production is read-only, even with orders provided, until a flag allows writes", async () => {
  const deployment = await deployed();
  const [pending, shipped] = [deployment.pending, deployment.shipped].map((ids) => ids.map(String));
  const cwd = folderWith({ "prod-eu": deployment }, { pending, shipped });
  const cautious = await runInto(command, ["prod-eu"], { cwd, env });
  expect(cautious.report?.target.readOnly).toBe(true);
  expect(cautious.stderr).toContain("add --allow-production-writes");
  expect(deletedOrders(deployment)).toEqual([]);
  const bold = await runInto(command, ["prod-eu", "--allow-production-writes"], { cwd, env });
  await deployment.close();
  expect(bold.report?.target.readOnly).toBe(false);
  expect(bold.code).toBe(0);
  expect(deployment.harmed).toEqual([]);
});
