/** The example with several mocks: its compose file, and its balancer in front of mocks that run here. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { freePort } from "../../mock/testing/free-port.ts";
import { call, control, listed, type ReplicaProcess, startReplica } from "../../mock/testing/replicas.ts";
import { NO_STORE, startStore } from "../../mock/testing/store.ts";
import { ROOT } from "../manifest.ts";
import { environment, launch } from "../processes.ts";

const FOLDER = join(ROOT, "examples/replicas");
const COMPOSE = join(FOLDER, "compose.yaml");
const CONFIGURATION = readFileSync(join(FOLDER, "haproxy.cfg"), "utf8");
const NO_HAPROXY = spawnSync("haproxy", ["-v"]).status === 0 ? undefined : "haproxy is not installed";

interface Service {
  readonly build?: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly deploy?: { readonly replicas: number };
  readonly volumes?: readonly string[];
}
const { services } = parse(readFileSync(COMPOSE, "utf8")) as {
  readonly services: Readonly<Record<"store" | "orders" | "balancer", Service>>;
};

const [, , , ...flags] = services.orders.command;

test("the compose file passes its linter, and its parts fit together", () => {
  expect(services.orders.command.slice(0, 3)).toEqual(["mock", "--host", "0.0.0.0"]);
  const [found] = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }).lintFiles([COMPOSE], false);
  expect(found?.messages.filter(({ type }: { readonly type: string }) => type === "error") ?? []).toEqual([]);
  expect(join(FOLDER, services.orders.build ?? "", "/")).toBe(join(ROOT, "/"));
  expect(new URL(services.orders.environment.ORDERS_KIT_STORE ?? "").hostname).toBe("store");
  expect(services.balancer.volumes?.[0]).toMatch(/^\.\/haproxy\.cfg:/);
  expect(CONFIGURATION).toContain(`server-template orders 1-${services.orders.deploy?.replicas} orders:4010`);
});

test("its balancer spreads calls over mocks, and leaves out one that has died or has lost its store", async () => {
  test.skip(NO_STORE !== undefined, NO_STORE);
  test.skip(NO_HAPROXY !== undefined, NO_HAPROXY);
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
      const answers = await Promise.all(Array.from({ length: 9 }, () => call(balancer, "GET", "/store/orders")));
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
async function startHaproxy(replicas: readonly ReplicaProcess[]): Promise<ReplicaProcess> {
  const folder = await mkdtemp(join(tmpdir(), "orders-kit-haproxy-"));
  const port = await freePort();
  const servers = replicas.map(({ baseUrl }, at) => `  server orders${at} ${new URL(baseUrl).host} check inter 100ms`);
  const own = CONFIGURATION.replace(/^ {2}server-template .*$/m, servers.join("\n"))
    .replace("bind :4010", `bind 127.0.0.1:${port}`)
    .replace(/^resolvers .*\n(?: .*\n)*/m, "");
  await writeFile(join(folder, "haproxy.cfg"), own);
  const child = launch("haproxy", ["-db", "-f", "haproxy.cfg"], folder, environment());
  const origin = `http://127.0.0.1:${port}`;
  const kill = async (): Promise<void> => {
    const ended = once(child, "exit");
    if (child.kill("SIGKILL")) await ended;
    await rm(folder, { recursive: true });
  };
  return { baseUrl: `${origin}/v1`, adminUrl: `${origin}/__admin`, kill };
}
