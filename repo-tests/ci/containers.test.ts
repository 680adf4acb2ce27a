/** The Dockerfile, the compose files of the examples and the balancer of one: what linters find, and what must be true. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../../index.ts";
import { freePort } from "../../mock/testing/free-port.ts";
import {
  call,
  control,
  listed,
  type ReplicaProcess,
  startReplica,
} from "../../mock/testing/replicas.ts";
import { selfSigned } from "../../mock/testing/self-signed.ts";
import { NO_STORE, startStore } from "../../mock/testing/store.ts";
import { MANIFEST, ROOT } from "../manifest.ts";

const DOCKERFILE = readFileSync(join(ROOT, "Dockerfile"), "utf8");
const IMAGE = DOCKERFILE.slice(DOCKERFILE.lastIndexOf("\nFROM "));

/** The services of examples/NAME/compose.yaml, which passes its linter and builds the image of this repository. */
function composed(name: string) {
  const folder = join(ROOT, "examples", name);
  const file = join(folder, "compose.yaml");
  const [found] = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }).lintFiles(
    [file],
    false,
  );
  expect(
    found?.messages.filter(({ type }: { readonly type: string }) => type === "error") ?? [],
  ).toEqual([]);
  const { services } = parse(readFileSync(file, "utf8"));
  expect(join(folder, services.orders.build, "/")).toBe(join(ROOT, "/"));
  return services;
}

test("the Dockerfile passes its linter, and copies files that exist", () => {
  expect(validate(DOCKERFILE)).toEqual([]);
  const sources = [...DOCKERFILE.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the image runs the packed program, the mock by default, without rights and without a shell before it", () => {
  expect(IMAGE).toMatch(/^USER node$/m);
  expect(IMAGE).not.toMatch(/^RUN /m);
  expect(IMAGE).toContain('ENV PATH="/opt/orders-kit/node_modules/.bin:$PATH"');
  expect(Object.keys(MANIFEST.bin)).toEqual(["orders-kit"]);
  expect(IMAGE).toContain('ENTRYPOINT ["orders-kit"]\nCMD ["mock", "--host", "0.0.0.0"]');
});

test("the health check calls the port of the mock, over HTTP or HTTPS, and needs no admin key", async () => {
  const [, check = ""] = /^HEALTHCHECK .* CMD (.*)$/m.exec(IMAGE) ?? [];
  expect(check).toContain("wget");
  const { code } = await ended(launch("sh", ["-c", "command -v wget"], ROOT, environment()));
  test.skip(code !== 0, "wget, which the image has, is not installed here");
  for (const https of [undefined, await selfSigned()]) {
    const mock = await startMock({ port: 0, adminKey: "s3cret", https });
    const here = check.replaceAll(":4010", `:${mock.port}`);
    const end = await ended(launch("sh", ["-c", here], ROOT, environment()));
    await mock.close();
    expect(end, here).toMatchObject({ code: 0 });
  }
});

test("the app of the compose file starts once the mock is healthy, and lists the orders", async () => {
  const { app } = composed("ci");
  expect(app.depends_on).toEqual({ orders: { condition: "service_healthy" } });
  const mock = await startMock({ port: 0 });
  const [program, ...argv] = app.command;
  const variables = { ...app.environment, ORDERS_URL: mock.baseUrl };
  const end = await ended(launch(program, argv, ROOT, { ...environment(), ...variables }));
  await mock.close();
  expect(end).toEqual({ code: 0, stdout: "50 orders\n", stderr: "" });
});

const CONFIGURATION = readFileSync(join(ROOT, "examples/replicas/haproxy.cfg"), "utf8");
const NO_HAPROXY =
  spawnSync("haproxy", ["-v"]).status === 0 ? undefined : "haproxy is not installed";

test("the parts of the example with several mocks fit together", () => {
  const { orders, balancer } = composed("replicas");
  expect(orders.command.slice(0, 3)).toEqual(["mock", "--host", "0.0.0.0"]);
  expect(new URL(orders.environment.ORDERS_KIT_STORE).hostname).toBe("store");
  expect(balancer.volumes[0]).toMatch(/^\.\/haproxy\.cfg:/);
  expect(CONFIGURATION).toContain(`server-template orders 1-${orders.deploy.replicas} orders:4010`);
});

test("its balancer spreads calls over mocks, and leaves out one that has died or has lost its store", async () => {
  test.skip(NO_STORE !== undefined, NO_STORE);
  test.skip(NO_HAPROXY !== undefined, NO_HAPROXY);
  const [, , , ...flags] = composed("replicas").orders.command;
  const store = await startStore();
  const replicas = await Promise.all([1, 2, 3].map(() => startReplica(store, ...flags)));
  const balancer = await startHaproxy(replicas);
  try {
    await expect.poll(() => listed(balancer).catch(() => [])).toHaveLength(50);
    for (const id of ["2", "4", "10", "16"])
      expect((await call(balancer, "DELETE", `/store/orders/${id}`)).status).toBe(204);
    expect(await listed(balancer)).toHaveLength(46);
    await replicas[0]!.kill();
    const answered = async (): Promise<number[]> => {
      const answers = await Promise.all(
        Array.from({ length: 9 }, () => call(balancer, "GET", "/store/orders")),
      );
      return [...new Set(answers.map(({ status }) => status))];
    };
    // A list that the mock did not answer goes to another one.
    expect(await answered()).toEqual([200]);
    await store.kill();
    await expect.poll(answered).toEqual([503]);
    await store.restart();
    await expect.poll(answered, { timeout: 15_000 }).toEqual([200]);
    expect(await control(replicas[1]!, "GET health")).toMatchObject({ ok: true });
  } finally {
    await balancer.kill();
    await Promise.all(replicas.map((replica) => replica.kill()));
    await store.stop();
  }
});

/** haproxy with the example's configuration, on a free port, in front of these mocks. */
async function startHaproxy(replicas: readonly ReplicaProcess[]) {
  const folder = temporaryFolder();
  const port = await freePort();
  const servers = replicas.map(
    ({ baseUrl }, at) => `  server orders${at} ${new URL(baseUrl).host} check inter 100ms`,
  );
  const own = CONFIGURATION.replace(/^ {2}server-template .*$/m, servers.join("\n"))
    .replace("bind :4010", `bind 127.0.0.1:${port}`)
    .replace(/^resolvers .*\n(?: .*\n)*/m, "");
  writeFileSync(join(folder, "haproxy.cfg"), own);
  const child = launch("haproxy", ["-db", "-f", "haproxy.cfg"], folder, environment());
  const kill = async (): Promise<void> => {
    const ended = once(child, "exit");
    if (child.kill("SIGKILL")) await ended;
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1`, kill };
}
