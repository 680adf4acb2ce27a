/** The Dockerfile and the compose file: what linters say, and the mock as a container starts, probes and ends it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { expect } from "playwright/test";
import { parse } from "yaml";
import { ROOT } from "../contract-tests/whole-way.ts";
import { argumentsOf, context, entrypoint, health, TEXT } from "./dockerfile.ts";
import type { Texts } from "./expressions.ts";
import { hasNamespaces, test } from "./image.ts";
import { ended, environment, launch } from "./package/consumer.ts";

const [PORT = ""] = argumentsOf("EXPOSE", -1);
const COMPOSE = join(ROOT, "examples/ci/compose.yaml");

// In one worker, which builds the image once.
test.describe.configure({ mode: "default" });

/** Runs a command as the engine would in the container; here, the port is another. */
function exec(command: readonly string[], port: number | string, env: Texts = {}) {
  const [program = "", ...argv] = command.map((word) => word.replace(PORT, String(port)));
  return ended(launch(program, argv, tmpdir(), { ...environment(), ...env }));
}

test.describe("the Dockerfile", () => {
  test("is without fault, and runs the mock as nobody in particular, in exec form", () => {
    expect(validate(TEXT)).toEqual([]);
    expect(argumentsOf("USER", -1)).toEqual(["node"]);
    expect(argumentsOf("RUN", -1)).toEqual([]);
    expect([entrypoint[0], health[0]]).toEqual(["node", "node"]);
    expect(PORT).toBe("4010");
  });

  test("copies what is there, and no more than the build needs", () => {
    const files = context();
    for (const sources of argumentsOf("COPY", 0).map((words) => words.split(" ").slice(0, -1)))
      for (const source of sources) expect(source === "." || files.includes(source), source).toBe(true);
    expect(files.filter((file) => /\.test\.ts$|^\.git\/|(?:^|\/)(?:dist|node_modules)\//.test(file))).toEqual([]);
  });

  test("what it installs is the package and what the package depends on", ({ image }) => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const modules = readdirSync(join(image, "node_modules")).filter((name) => !name.startsWith("."));
    const scopes = Object.keys(dependencies).map((name) => name.split("/")[0]);
    expect(modules.sort()).toEqual(["orders-kit", ...scopes].sort());
    expect(existsSync(join(image, "node_modules/orders-kit/dist/cli.js"))).toBe(true);
  });
});

test("the mock serves every address of the container, and takes flags", async ({ startContainer }) => {
  const { port, stop } = await startContainer(["--scenario", "all-shipped", "--orders", "7"]);
  const answer = await fetch(`http://127.0.0.1:${port}/v1/store/orders`, {
    headers: { authorization: "Bearer demo-key" },
  });
  expect(await answer.json()).toHaveLength(7);
  await stop("SIGKILL");
});

test("the probe says healthy while it serves, and unhealthy when it does not", async ({ startContainer }) => {
  const { port, stop } = await startContainer(["--admin-key", "s3cret"]);
  expect(await exec(health, port)).toEqual({ code: 0, stdout: "", stderr: "" });
  await stop("SIGKILL");
  expect(await exec(health, port)).toEqual({ code: 1, stdout: "", stderr: "" });
});

test.describe("a signal ends it at once, though a client listens to it", () => {
  for (const [as, signal] of [
    ["any", "SIGTERM"],
    ["any", "SIGINT"],
    ["first", "SIGTERM"],
  ] as const)
    test(`${signal}, ${as} process`, async ({ startContainer }) => {
      test.skip(as === "first" && !hasNamespaces(), "This machine opens no namespace for the test.");
      const container = await startContainer([], as);
      const events = await fetch(`http://127.0.0.1:${container.port}/__admin/events`);
      expect(events.status).toBe(200);
      const began = performance.now();
      expect(await container.stop(signal)).toBe(0);
      expect(performance.now() - began).toBeLessThan(2000);
    });
});

test.describe("the compose file", () => {
  const { services } = parse(readFileSync(COMPOSE, "utf8")) as {
    readonly services: Readonly<Record<"orders" | "app", { command: string[]; environment: Texts; build?: string }>>;
  };

  test("is without fault, and builds the image of this folder", () => {
    const [found] = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }).lintFiles([COMPOSE], false);
    expect(found?.messages.filter(({ type }: { readonly type: string }) => type === "error") ?? []).toEqual([]);
    expect(join(ROOT, "examples/ci", services.orders.build ?? "", "/")).toBe(ROOT);
  });

  test("its app starts once the mock is healthy, and lists the orders", async ({ startContainer }) => {
    const { port, stop } = await startContainer(services.orders.command);
    expect(services.app).toMatchObject({ depends_on: { orders: { condition: "service_healthy" } } });
    const environment = { ...services.app.environment, ORDERS_URL: `http://127.0.0.1:${port}/v1` };
    expect(await exec(services.app.command, PORT, environment)).toEqual({ code: 0, stdout: "50 orders\n", stderr: "" });
    await stop("SIGKILL");
  });
});
