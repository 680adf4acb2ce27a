/** The Dockerfile and the compose file: what linters find, and what must be true of the image. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { startMock } from "../../index.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { ended, environment, launch } from "../processes.ts";

const DOCKERFILE = readFileSync(join(ROOT, "Dockerfile"), "utf8");
const IMAGE = DOCKERFILE.slice(DOCKERFILE.lastIndexOf("\nFROM "));
const COMPOSE = join(ROOT, "examples/ci/compose.yaml");

interface Service {
  readonly build?: string;
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: unknown;
}

test("the Dockerfile passes its linter, and copies files that exist", () => {
  expect(validate(DOCKERFILE)).toEqual([]);
  const sources = [...DOCKERFILE.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = ""]) => paths.split(" "));
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
  for (const https of [false, true]) {
    const mock = await startMock({ port: 0, adminKey: "s3cret", https });
    const here = check.replaceAll(":4010", `:${mock.port}`);
    const end = await ended(launch("sh", ["-c", here], ROOT, environment()));
    await mock.close();
    expect(end, here).toMatchObject({ code: 0 });
  }
});

test.describe("the compose file", () => {
  const { services } = parse(readFileSync(COMPOSE, "utf8")) as {
    readonly services: Readonly<Record<"orders" | "app", Service>>;
  };

  test("passes its linter, builds the image of this repository, and waits until it is healthy", () => {
    const [found] = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }).lintFiles([COMPOSE], false);
    expect(found?.messages.filter(({ type }: { readonly type: string }) => type === "error") ?? []).toEqual([]);
    expect(join(ROOT, "examples/ci", services.orders.build ?? "", "/")).toBe(join(ROOT, "/"));
    expect(services.app.depends_on).toEqual({ orders: { condition: "service_healthy" } });
  });

  test("its app lists the orders", async () => {
    const mock = await startMock({ port: 0 });
    const [program, ...argv] = services.app.command;
    const variables = { ...services.app.environment, ORDERS_URL: mock.baseUrl };
    const end = await ended(launch(program, argv, ROOT, { ...environment(), ...variables }));
    await mock.close();
    expect(end).toEqual({ code: 0, stdout: "50 orders\n", stderr: "" });
  });
});
