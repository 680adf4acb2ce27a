/**
 * `orders-kit verify` of a target with known violations: the terminal, the reports and the
 * annotations agree.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import { makeTwoFaults } from "../../contract-tests/corpus/changed-reference.ts";
import type { Report } from "../../contract-tests/report/schema.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { type Deployment, folderWith, test } from "../testing/deployments.ts";
import { recordingIo, runInto } from "../testing/io.ts";
import { command } from "./verify.ts";

const env = { ORDERS_API_KEY: KEY };

/** Creates a folder with an orders-kit.yaml and known violations of its target. */
function folderKnowing(staging: Pick<Deployment, "baseUrl">, known = ""): string {
  const folder = folderWith({ staging });
  if (known !== "") writeFileSync(join(folder, "orders-kit.known.yaml"), `staging:\n${known}`);
  return folder;
}

const KNOWN = `  - { clause: order-quantity, at: listOrders 200, reason: "ORD-7, fixed in March" }
  - { clause: error-code, reason: the old gateway }
  - { clause: list-ok, at: listOrders 403, reason: a firewall }
`;

test("nothing but what is known: exit 0, and every format says so", async ({ start }) => {
  const cwd = folderKnowing(await start(makeTwoFaults), KNOWN);
  const { io, written } = recordingIo({ cwd, env: { ...env, GITHUB_ACTIONS: "true" } });
  expect(await command(["staging"], io)).toBe(0);
  expect(written.stdout).toMatch(
    /✓ nothing new · 2 known · 1 no longer needed: the next --accept removes it · report:/,
  );
  expect(written.stdout).toContain("known: ORD-7, fixed in March");
  expect(written.stderr).toContain(
    "::notice title=orders-kit%3A error-code::known: the old gateway",
  );
  expect(written.stderr).not.toContain("::error");
  const read = (name: string) => readFileSync(join(cwd, "orders-kit-report/staging", name), "utf8");
  const { verdict, known, new: fresh } = JSON.parse(read("report.json")) as Report;
  expect({ verdict, fresh, known: known.map((entry) => entry.verdict) }).toEqual({
    verdict: "known-violations",
    fresh: [],
    known: ["violated", "violated", "held"],
  });
  expect(read("junit.xml")).toContain('<skipped message="known violated: ORD-7, fixed in March"/>');
  expect(read("junit.xml")).not.toContain("<failure");
  for (const name of ["summary.md", "index.html"]) {
    expect(read(name)).toContain("staging has no new violation");
    expect(read(name)).toContain("ORD-7, fixed in March");
  }
});

test("a mistake in an entry is shown with its place", async () => {
  const staging = { baseUrl: "http://127.0.0.1:1/v1" };
  for (const [entry, message] of [
    ["{ clause: error-status }", "needs a clause, and a reason"],
    ["{ clause: error-status, at: cancel 404, reason: x }", 'such as "cancelOrder 404"'],
    ["{ clause: error-status, reason: x, until: 2027-02-30 }", "Expected a date"],
    ["{ clause: error-status, reason: x, expires: 2027-02-28 }", "Valid: clause, at,"],
  ] as const) {
    const cwd = folderKnowing(staging, `  - ${entry}\n`);
    const { code, stderr } = await runInto(command, ["staging"], { cwd, env });
    expect(code, entry).toBe(2);
    expect(stderr).toMatch(/^orders-kit\.known\.yaml:2:/);
    expect(stderr).toContain(message);
  }
});

test("a violation says where, how often, when, and the ids of the call and of the answer", async ({
  start,
}) => {
  let lists = 0;
  let agent = "";
  const deployment = await start((service) => {
    const { answer } = service;
    service.answer = async (request) => {
      const reply = await answer(request);
      const isList = request.method === "GET" && request.query === "" && reply.status === 200;
      const fails = isList && ++lists === 3;
      if (fails) agent = request.headers.find(([name]) => name === "User-Agent")?.[1] ?? "";
      const headers = [...reply.headers, ["X-Request-Id", `req-${lists}`] as const];
      return { ...reply, headers, ...(fails && { status: 500 }) };
    };
  });
  const { report } = await runInto(command, ["staging"], { cwd: folderKnowing(deployment), env });
  const clause = report?.clauses.find(({ id }) => id === "list-ok");
  expect(clause?.why).toMatch(/ gets 500\. 1 of \d+ answers\.$/);
  const [place, ...others] = clause?.places ?? [];
  expect(others).toEqual([]);
  expect(place).toMatchObject({
    ...{ operation: "listOrders", status: 500, failed: 1, requestId: "req-3" },
    at: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
    call: expect.stringMatching(/^[0-9a-f]{6}-\d+$/),
  });
  expect(agent).toMatch(/^orders-kit\/\d+\.\d+\.\d+ \(call /);
  expect(agent).toContain(`(call ${place?.call})`);
});

test("--accept makes a red run green at once, and what is held again goes with the next one", async ({
  start,
}) => {
  const deployment = await start(makeTwoFaults);
  const cwd = folderKnowing(deployment);
  const file = join(cwd, "orders-kit.known.yaml");
  const accept = ["staging", "--accept", "ORD-9", "--until", "2999-12-31"];
  const first = await runInto(command, accept, { cwd, env });
  expect(first).toMatchObject({ code: 0, report: { verdict: "known-violations", new: [] } });
  expect(first.stdout).not.toContain("✗");
  expect(first.stderr).toContain(
    "orders-kit.known.yaml, staging: accepted 4 violations until 2999-12-31.",
  );
  const written = readFileSync(file, "utf8");
  expect(written.slice(written.indexOf("staging:"))).toMatchSnapshot("known.yaml");

  const second = await runInto(command, accept, { cwd, env });
  expect(second).toMatchObject({ code: 0, report: { verdict: "known-violations" } });
  expect(second.stderr).toContain("No violation is new: orders-kit.known.yaml stays as it is.");
  expect(readFileSync(file, "utf8")).toBe(written);

  const stale = "  - { clause: list-ok, at: listOrders 403, reason: a firewall }\n";
  writeFileSync(file, written + stale);
  const third = await runInto(command, accept, { cwd, env });
  expect(third.stderr).toContain("staging: removed 1 entry that is no longer needed.");
  expect(readFileSync(file, "utf8")).toBe(written);
});

test("where the file breaks during the run, the run is red with its report, and the file stays", async ({
  start,
}) => {
  const broken = "staging: [";
  const known = { file: "" };
  const deployment = await start((service) => {
    makeTwoFaults(service);
    const { answer } = service;
    service.answer = (request) => {
      writeFileSync(known.file, broken);
      return answer(request);
    };
  });
  const cwd = folderKnowing(deployment);
  known.file = join(cwd, "orders-kit.known.yaml");
  const ended = await runInto(command, ["staging", "--accept", "ORD-9"], { cwd, env });
  expect(ended).toMatchObject({ code: 1, report: { verdict: "violates" } });
  expect(ended.stderr).toContain("orders-kit.known.yaml:1:");
  expect(readFileSync(known.file, "utf8")).toBe(broken);
});

test("--until belongs to --accept, and takes a day to come", async () => {
  for (const [argv, message] of [
    ["staging --until 2999-12-31", /^--accept is missing: --until belongs to it/],
    [
      "staging --accept x --until 2020-01-01",
      /^--until takes a date from 20.* on, such as .*, not "2020-01-01"/,
    ],
  ] as const) {
    const { code, stderr } = await runInto(command, argv.split(" "), { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  }
});
