/** `orders-kit verify` as a process, against deployments that record requests, violate clauses and repeat the key. Needs dist/. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { deployed, echoTheKey, provideFlags } from "../../contract-tests/corpus/changed-reference.ts";
import { redirect } from "../../contract-tests/corpus/replies.ts";
import { type ProcessResult, runVerify } from "../../contract-tests/testing/cli-runner.ts";
import { KEY, leaksOf } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";

test.describe.configure({ timeout: 60_000 });

/** What a run writes to stderr besides its progress. */
const notes = ({ stderr }: ProcessResult): string => stderr.replace(/^\d+ s: .*\n/gm, "");

test("a sound deployment conforms, orders of others are untouched, and every clause is proven", async () => {
  const deployment = await deployed();
  const ended = await runVerify([...provideFlags(deployment), "--require-proven"], { env: { ORDERS_API_KEY: KEY } });
  await deployment.close();
  expect(notes(ended)).toBe("");
  expect(ended.stdout.split("\n").length - 1, "lines of one screen").toBeLessThanOrEqual(25);
  expect(ended.report?.clauses.filter(({ verdict }) => verdict !== "held")).toEqual([]);
  expect(ended.code).toBe(0);
  expect(deployment.harmed).toEqual([]);
  for (const { method, names, goodKey } of deployment.log) {
    expect(["GET", "HEAD", "OPTIONS", "DELETE"]).toContain(method);
    if (method === "DELETE" && names !== undefined)
      expect(goodKey ? ["pending", "shipped"] : ["pending"]).toContain(names.owner);
  }
  expect(leaksOf(ended)).toEqual([]);
});

test("read-only, no DELETE names a listed order, and the withheld clauses are not proven", async () => {
  const deployment = await deployed(undefined, "read-only");
  const ended = await runVerify([deployment.baseUrl, "--require-proven", "--verbose"], {
    env: { ORDERS_API_KEY: KEY },
  });
  await deployment.close();
  expect(ended.code).toBe(4);
  expect(ended.stdout, "held clauses, with --verbose").toMatch(/Listing the orders with a valid key .*list-ok/);
  expect(ended.report?.target.readOnly).toBe(true);
  expect(deployment.log.filter(({ method, names }) => method === "DELETE" && names !== undefined)).toEqual([]);
  expect(deployment.log.some(({ method }) => method === "DELETE")).toBe(true);
  expect(deployment.harmed).toEqual([]);
});

test("with --read-only the ids that were provided are not used", async () => {
  const deployment = await deployed();
  const ended = await runVerify([...provideFlags(deployment), "--read-only"], { env: { ORDERS_API_KEY: KEY } });
  await deployment.close();
  expect(ended.code).toBe(0);
  expect(deployment.log.filter(({ method, names }) => method === "DELETE" && names !== undefined)).toEqual([]);
});

test("a violation ends with exit code 1, and the key that the deployment repeats is in no output", async () => {
  const deployment = await deployed(echoTheKey);
  const ended = await runVerify(provideFlags(deployment), { env: { ORDERS_API_KEY: KEY } });
  await deployment.close();
  expect(ended.code).toBe(1);
  expect(ended.report?.clauses.find(({ id }) => id === "error-code")?.verdict).toBe("violated");
  expect(ended.report?.advice.length).toBeGreaterThan(0);
  expect(leaksOf(ended)).toEqual([]);
});

test("--only shows all exchanges of a clause, without the key", async () => {
  const deployment = await deployed();
  const ended = await runVerify([...provideFlags(deployment), "--only", "auth-key-exact"], {
    env: { ORDERS_API_KEY: KEY },
  });
  await deployment.close();
  expect(ended.code).toBe(0);
  expect(ended.report?.clauses.map(({ id }) => id)).toEqual(["auth-key-exact"]);
  expect(ended.report?.traffic?.length).toBeGreaterThan(20);
  expect(leaksOf(ended)).toEqual([]);
});

test("a redirect is a violation, and the key does not follow it", async () => {
  let visits = 0;
  const elsewhere = http.createServer((_, response) => {
    visits++;
    response.end("[]");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const { port } = elsewhere.address() as net.AddressInfo;
  const deployment = await deployed((service) => {
    service.list = () => redirect(302, `http://localhost:${port}/v1/store/orders`);
  });
  const ended = await runVerify(provideFlags(deployment), { env: { ORDERS_API_KEY: KEY } });
  await deployment.close();
  elsewhere.close();
  expect(ended.code).toBe(1);
  expect(visits).toBe(0);
});

test.describe("a target that cannot be judged ends with 3, a reason and reports", () => {
  test("a key that is refused", async () => {
    const deployment = await deployed();
    const ended = await runVerify(provideFlags(deployment), { env: { ORDERS_API_KEY: "another-key" } });
    await deployment.close();
    expect(ended.code).toBe(3);
    expect(ended.report?.why).toBe(
      "The target rejects the API key: the list of orders gets 401. Check the key in ORDERS_API_KEY, or whether a gateway removes Authorization. [key-refused]",
    );
    expect(deployment.log.some(({ method }) => method === "DELETE")).toBe(false);
  });

  for (const [title, talk, reason] of [
    ["a hang", () => {}, /cannot be reached at .*: no answer within 0.5 s/],
    ["a close", (socket: net.Socket) => socket.end(), /the connection was closed/],
    ["a reset", (socket: net.Socket) => socket.resetAndDestroy(), /the connection was closed/],
    ["no HTTP", (socket: net.Socket) => socket.end("220 mail.example ESMTP\r\n"), /not an HTTP/],
  ] as const)
    test(title, async () => {
      const server = net.createServer((socket) => {
        socket.on("error", () => {});
        talk(socket);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as net.AddressInfo;
      const began = Date.now();
      const ended = await runVerify([`http://127.0.0.1:${port}/v1`, "--timeout", "0.5"], {
        env: { ORDERS_API_KEY: KEY },
      });
      server.close();
      expect(ended.code).toBe(3);
      expect(ended.report?.why).toMatch(reason);
      expect(readdirSync(ended.dir).sort()).toEqual(["index.html", "junit.xml", "report.json", "summary.md"]);
      expect(Date.now() - began).toBeLessThan(10_000);
    });

  test("nothing listens, and no such host", async () => {
    for (const url of ["http://127.0.0.1:1/v1", "http://no-such-host.invalid/v1"]) {
      const ended = await runVerify([url], { env: { ORDERS_API_KEY: KEY } });
      expect(ended.code).toBe(3);
      expect(ended.report?.why).toMatch(/^The target cannot be reached/);
    }
  });
});

test("an HTML page in place of the service is a violation", async () => {
  const server = http.createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Sign in</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const ended = await runVerify([`http://127.0.0.1:${port}/v1`], { env: { ORDERS_API_KEY: KEY } });
  server.close();
  expect(ended.code).toBe(1);
});

test("--max-requests is kept, and the clauses without requests are not proven", async () => {
  const deployment = await deployed();
  const ended = await runVerify([...provideFlags(deployment), "--max-requests", "12"], {
    env: { ORDERS_API_KEY: KEY },
  });
  await deployment.close();
  expect(deployment.log.length).toBeLessThanOrEqual(12);
  expect(ended.report?.clauses.some(({ verdict }) => verdict === "violated")).toBe(false);
  expect(ended.report?.clauses.some(({ verdict }) => verdict !== "held")).toBe(true);
});

test.describe("targets by name", () => {
  test("setup provides orders with every digit, and teardown runs at the end", async () => {
    const deployment = await deployed();
    const cwd = temporaryFolder();
    const ids = (list: readonly bigint[]): string => list.join(",");
    writeFileSync(
      join(cwd, "orders-kit.yaml"),
      `targets:
  staging:
    url: \${STAGING_URL}
    keyEnv: STAGING_KEY
    setup: echo '{"pending":[${ids(deployment.pending)}],"shipped":[${ids(deployment.shipped)}]}'
    teardown: echo done > torn-down
`,
    );
    const env = { STAGING_URL: deployment.baseUrl, STAGING_KEY: KEY };
    const ended = await runVerify(["staging", "--require-proven"], { cwd, env });
    await deployment.close();
    expect(notes(ended)).toBe("");
    expect(ended.code).toBe(0);
    expect(ended.report?.target).toMatchObject({ name: "staging", readOnly: false, url: deployment.baseUrl });
    expect(existsSync(join(cwd, "torn-down"))).toBe(true);
  });

  test("production is read-only, even with orders provided, until a flag allows writes", async () => {
    const deployment = await deployed();
    const cwd = temporaryFolder();
    const entry = `url: ${deployment.baseUrl}\n    pending: [${deployment.pending}]\n    shipped: [${deployment.shipped}]`;
    writeFileSync(join(cwd, "orders-kit.yaml"), `targets:\n  prod-eu:\n    ${entry}\n`);
    const cautious = await runVerify(["prod-eu"], { cwd, env: { ORDERS_API_KEY: KEY } });
    expect(cautious.report?.target.readOnly).toBe(true);
    expect(cautious.stderr).toContain("add --allow-production-writes");
    expect(deployment.log.filter(({ method, names }) => method === "DELETE" && names !== undefined)).toEqual([]);
    const bold = await runVerify(["prod-eu", "--allow-production-writes"], { cwd, env: { ORDERS_API_KEY: KEY } });
    await deployment.close();
    expect(bold.report?.target.readOnly).toBe(false);
    expect(bold.code).toBe(0);
    expect(deployment.harmed).toEqual([]);
  });
});

test.describe("a mistake in the command is one line with the fix, and exit code 2", () => {
  for (const [argv, line] of [
    [["--pendign", "1"], /has no flag --pendign\. Did you mean --pending\?/],
    [["--pending", "12x"], /^--pending takes the id of one order/],
    [["--pending", "9223372036854775808"], /^--pending takes the id of one order/],
    [["--rate", "0"], /^--rate takes/],
    [["--only", "auth-key-exac"], /Did you mean auth-key-exact\?/],
    [["stagin"], /There is no target "stagin"/],
    [["localhost:4010/v1"], /such as http:\/\/localhost:4010\/v1/],
    [["ftp://host/v1"], /There is no target|neither http nor https/],
    [["http://user:secret@host/v1"], /holds credentials/],
    [["http://host/v1?x=1"], /query or a fragment/],
    [["http://host/v1"], /ORDERS_API_KEY is not set/],
    [["http://host/v1", "--api-key-env", "STAGING_KEY"], /STAGING_KEY is not set/],
    [["mock", "msw"], /does not take the argument "msw"/],
  ] as const)
    test(argv.join(" "), async () => {
      const { code, stderr, stdout } = await runVerify(argv);
      expect(stdout).toBe("");
      expect(stderr).toMatch(line);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(stderr).not.toContain("secret");
      expect(code).toBe(2);
    });
});
