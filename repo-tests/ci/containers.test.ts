/**
 * The Dockerfile, the examples' compose files and the balancer of one of them: what linters find,
 * and what must be true.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { ended, environment, launch } from "../../contract-tests/testing/servers/processes.ts";
import { startMock } from "../../index.ts";
import { ROOT } from "../manifest.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const DOCKERFILE = read("Dockerfile");
const BALANCER = read("examples/replicas/haproxy.cfg");

/**
 * Returns the services of examples/NAME/compose.yaml, after checking that it passes its linter and
 * builds this repository's image.
 */
function composed(name: string) {
  const file = join(ROOT, "examples", name, "compose.yaml");
  const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
  const [found] = linter.lintFiles([file], false);
  const messages: readonly { readonly type: string }[] = found?.messages ?? [];
  expect(messages.filter(({ type }) => type === "error")).toEqual([]);
  const { services } = parse(readFileSync(file, "utf8"));
  expect(join(ROOT, "examples", name, services.orders.build, "/")).toBe(join(ROOT, "/"));
  return services;
}

test("the Dockerfile passes its linter, copies files that exist, and runs the mock without rights", () => {
  expect(validate(DOCKERFILE)).toEqual([]);
  const sources = [...DOCKERFILE.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(DOCKERFILE).toMatch(/^USER node$/m);
  expect(DOCKERFILE).toContain('ENTRYPOINT ["orders-kit"]\nCMD ["mock", "--host", "0.0.0.0"]');
});

test("the health check calls the port of the mock, and needs no admin key", async () => {
  const [, check = ""] = /^HEALTHCHECK .* CMD (.*)$/m.exec(DOCKERFILE) ?? [];
  test.skip(
    spawnSync("wget", ["--version"]).status !== 0,
    "wget, which the image has, is not here",
  );
  const mock = await startMock({ port: 0, adminKey: "s3cret" });
  const here = check.replaceAll(":4010", `:${mock.port}`);
  const end = await ended(launch("sh", ["-c", here], ROOT, environment()));
  await mock.close();
  expect(end, here).toMatchObject({ code: 0 });
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

test("the parts of the example with several mocks fit together", () => {
  const { orders, balancer } = composed("replicas");
  expect(orders.command.slice(0, 3)).toEqual(["mock", "--host", "0.0.0.0"]);
  expect(new URL(orders.environment.ORDERS_KIT_STORE).hostname).toBe("store");
  expect(balancer.volumes[0]).toMatch(/^\.\/haproxy\.cfg:/);
  expect(BALANCER).toContain(`server-template orders 1-${orders.deploy.replicas} orders:4010`);
});
