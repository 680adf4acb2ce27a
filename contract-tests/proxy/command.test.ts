import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { parseJson } from "../../spec/json.ts";
import { openTarget } from "../targets.ts";
import { proxyCommand } from "./command.ts";
import { startProxy } from "./server.ts";

const KEY = "key-of-the-deployment-4711";

interface Running {
  /** The address for the app. */
  readonly url: string;
  readonly prismPid: number;
  /** What it has written so far, without colours. */
  output(): string;
  /** Resolves once the output contains the text. */
  shows(text: string): Promise<void>;
  /** Ends it as a signal does; resolves with the exit code. */
  end(): Promise<number>;
}

/** `orders-kit proxy`, in this process, with a folder of its own for the reports. */
async function runProxy(folder: string, argv: string[], env: Record<string, string> = {}): Promise<Running> {
  let text = "";
  let signal: () => void = () => {};
  const watchers = new Set<() => void>();
  const write = (chunk: string): void => {
    text += chunk;
    for (const watcher of watchers) watcher();
  };
  const code = proxyCommand([...argv, "--port", "0", "--report", folder], {
    stdout: { write },
    stderr: { write },
    env,
    cwd: folder,
    onSignal: (callback) => {
      signal = callback;
    },
  });
  const shows = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!text.includes(wanted)) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
      code.then(() => reject(new Error(`It ended without showing ${wanted}:\n${text}`)), reject);
    });
  await shows("Ctrl+C ends it");
  return {
    url: /orders-kit proxy\s+(\S+)/.exec(text)?.[1] ?? "",
    prismPid: Number(/process (\d+)/.exec(text)?.[1]),
    output: () => text,
    shows,
    end: () => {
      signal();
      return code;
    },
  };
}

/** A command line that does not come to run. */
async function refusalOf(argv: string[], env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  let text = "";
  const write = (chunk: string): void => {
    text += chunk;
  };
  const code = await proxyCommand(argv, { stdout: { write }, stderr: { write }, env, onSignal: () => {} });
  return { code, text };
}

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

const test = base.extend<{ folder: string; deployed: (answer: Answer) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "proxy-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  deployed: async ({}, use) => {
    const servers: http.Server[] = [];
    await use(async (answer) => {
      const server = http.createServer(answer);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    });
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  },
});

const asJson = (reply: ServerResponse, status: number, body: unknown): void =>
  void reply.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
const authorized = { headers: { authorization: `Bearer ${KEY}` } };
const readReport = async (folder: string) => JSON.parse(await readFile(join(folder, "report.json"), "utf8"));

test("before a sound deployment: nothing is violated, and what the app did is listed apart", async ({ folder }) => {
  const mock = await openTarget({
    target: "mock",
    pending: [],
    shipped: [],
    readOnly: false,
    allowProductionWrites: false,
    env: {},
    cwd: folder,
  });
  const proxy = await runProxy(folder, [mock.baseUrl], { ORDERS_API_KEY: mock.key });
  const good = { headers: { authorization: `Bearer ${mock.key}` } };
  expect(new URL(proxy.url).pathname).toBe("/v1");
  const [pending] = mock.rules.pending;
  const list = await fetch(`${proxy.url}/store/orders`, good);
  expect(list.status).toBe(200);
  expect(await list.text()).toContain(`"id":${pending}`);
  expect((await fetch(`${proxy.url}/store/orders/${pending}`, { ...good, method: "DELETE" })).status).toBe(204);
  expect(
    (await fetch(`${proxy.url}/store/orders/${mock.rules.shipped[0]}`, { ...good, method: "DELETE" })).status,
  ).toBe(409);
  expect((await fetch(`${proxy.url}/store/orders?limit=5`, good)).status).toBe(200);
  expect((await fetch(`${proxy.url}/store/orders`)).status).toBe(401);
  expect((await fetch(`${proxy.url}/store/orders/abc`, { ...good, method: "DELETE" })).status).toBe(404);
  expect((await fetch(`${proxy.url}/store/orders`, { headers: { authorization: "Bearer undefined" } })).status).toBe(
    401,
  );
  expect(await proxy.end()).toBe(0);
  await mock.close();

  const report = await readReport(folder);
  expect(report).toMatchObject({ verdict: "conforms", requests: 7, broken: [] });
  const held = report.clauses.flatMap(({ id, verdict }: { id: string; verdict: string }) =>
    verdict === "held" ? [id] : [],
  );
  expect(held).toEqual(
    expect.arrayContaining(["list-ok", "order-id", "cancel-no-content", "list-unauthorized", "error-status"]),
  );
  const [app] = report.remarks;
  expect(app.title).toBe("What the app did");
  expect(app.entries.map(({ id }: { id: string }) => id)).toEqual([
    "undeclared-query",
    "no-key",
    "malformed-id",
    "key-not-set",
  ]);
  expect((await readdir(folder)).sort()).toEqual(["index.html", "junit.xml", "report.json", "summary.md"]);
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    expect(text).not.toContain(mock.key);
    expect(text).toContain("What the app did");
    expect(text).toContain("undeclared-query");
  }
  expect(proxy.output()).not.toContain(mock.key);
});

test("a deployment that breaks the contract: told as it comes, once, with how often; exit 1 when asked for", async ({
  folder,
  deployed,
}) => {
  const url = await deployed(({ method }, reply) =>
    method === "GET"
      ? asJson(reply, 200, { orders: [{ id: 1, key: KEY }] })
      : asJson(reply, 404, { code: "no_order", message: `No order for ${KEY}`, status: 400 }),
  );
  const proxy = await runProxy(folder, [url, "--fail-on-violation"], { ORDERS_API_KEY: KEY });
  expect(new URL(proxy.url).pathname).toBe("/api/v1");
  for (let i = 0; i < 10; i++)
    expect(await (await fetch(`${proxy.url}/store/orders`, authorized)).text()).toContain(KEY);
  await proxy.shows("✗ list-array  GET /store/orders → 200\n");
  await proxy.shows("✗ list-array  GET /store/orders → 200  10 times by now\n");
  await fetch(`${proxy.url}/store/orders/5`, { ...authorized, method: "DELETE" });
  await proxy.shows("✗ error-status  DELETE /store/orders/{orderId} → 404\n");
  expect(await proxy.end()).toBe(1);
  expect(proxy.output()).not.toContain(KEY);
  const report = await readReport(folder);
  expect(report.verdict).toBe("violates");
  const violated = report.clauses.filter(({ verdict }: { verdict: string }) => verdict === "violated");
  expect(violated.map(({ id }: { id: string }) => id)).toEqual(["list-array", "error-status"]);
  expect(violated[0].why).toContain("(10 times)");
  expect(violated[0].evidence[0].curl).toContain("$" + "{ORDERS_API_KEY");
  expect(await readFile(join(folder, "junit.xml"), "utf8")).toContain("<failure");
});

test("the same without --fail-on-violation ends with 0", async ({ folder, deployed }) => {
  const proxy = await runProxy(folder, [await deployed((_, reply) => asJson(reply, 500, {}))]);
  expect((await fetch(`${proxy.url}/store/orders`, authorized)).status).toBe(500);
  await proxy.shows("✗ list-ok");
  expect(await proxy.end()).toBe(0);
});

test("a key that nobody told us: a 401 is taken as right, and the key is masked all the same", async ({
  folder,
  deployed,
}) => {
  const url = await deployed((_, reply) => asJson(reply, 401, { code: "no", message: `not ${KEY}`, status: 401 }));
  const proxy = await runProxy(folder, [url, "--fail-on-violation"]);
  expect(await (await fetch(`${proxy.url}/store/orders?api_key=s3cr3t`, authorized)).text()).toContain(KEY);
  await proxy.shows("key-refused");
  expect(await proxy.end()).toBe(0);
  expect(proxy.output()).not.toContain(KEY);
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    expect(text).not.toContain(KEY);
    expect(text).not.toContain("s3cr3t");
  }
});

test("the good key refused, and a bad one accepted, are told when the good one is known", async ({
  folder,
  deployed,
}) => {
  const url = await deployed(({ headers }, reply) =>
    headers.authorization === `Bearer ${KEY}`
      ? asJson(reply, 401, { code: "no", message: "no", status: 401 })
      : asJson(reply, 200, []),
  );
  const proxy = await runProxy(folder, [url], { ORDERS_API_KEY: KEY });
  await fetch(`${proxy.url}/store/orders`, authorized);
  await fetch(`${proxy.url}/store/orders`, { headers: { authorization: "Bearer another" } });
  await proxy.shows("✗ auth-good-key");
  await proxy.shows("✗ list-unauthorized");
  await proxy.end();
});

test("an id that the app rounded is traced to the one that was listed", async ({ folder, deployed }) => {
  const url = await deployed(({ method }, reply) =>
    method === "GET"
      ? reply.writeHead(200, { "Content-Type": "application/json" }).end('[{"id":9223372036854775807}]')
      : asJson(reply, 404, { code: "no_order", message: "None", status: 404 }),
  );
  const proxy = await runProxy(folder, [url]);
  const [order] = (await (await fetch(`${proxy.url}/store/orders`, authorized)).json()) as { id: number }[];
  await fetch(`${proxy.url}/store/orders/${order?.id}`, { ...authorized, method: "DELETE" });
  await proxy.shows("app rounded-id");
  await proxy.shows("where 9223372036854775807 was listed");
  await proxy.end();
});

test("Prism ends in mid-run: the app goes on, one line says it, what was found is reported, exit 3", async ({
  folder,
  deployed,
}) => {
  const proxy = await runProxy(folder, [await deployed((_, reply) => asJson(reply, 200, [{ id: "1" }]))]);
  await fetch(`${proxy.url}/store/orders`, authorized);
  await proxy.shows("✗ order-id");
  process.kill(proxy.prismPid, "SIGKILL");
  expect((await fetch(`${proxy.url}/store/orders?again`, authorized)).status).toBe(200);
  await proxy.shows("! Prism ended in the middle of the run");
  await proxy.shows("app undeclared-query");
  expect(await proxy.end()).toBe(3);
  const report = await readReport(folder);
  expect(report.verdict).toBe("violates");
  expect(report.broken).toEqual([{ check: "prism", why: expect.stringContaining("Prism ended") }]);
});

test("a deployment that is down: the app gets 502 with an Error, and one line says so", async ({ folder }) => {
  const gone = http.createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const proxy = await runProxy(folder, [`http://127.0.0.1:${port}/v1`]);
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`${proxy.url}/store/orders`, authorized);
    expect(response.status).toBe(502);
    expect(parseJson(await response.text())).toMatchObject({ code: "bad_gateway", status: 502 });
  }
  await proxy.shows("! unreachable  GET /store/orders → unreachable");
  expect(await proxy.end()).toBe(0);
  const { verdict, clauses, remarks } = await readReport(folder);
  expect(verdict).toBe("conforms");
  expect(clauses.filter((clause: { verdict: string }) => clause.verdict !== "unproven")).toEqual([]);
  expect(remarks).toEqual([
    {
      title: "What got no whole answer",
      entries: [
        expect.objectContaining({
          id: "unreachable",
          times: 2,
          why: "No whole answer: nothing listens there, the connection was refused.",
        }),
      ],
    },
  ]);
});

test("a call that comes before Prism has started is answered", async ({ deployed }) => {
  const url = await deployed((_, reply) => asJson(reply, 200, []));
  const holder = http.createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address() as AddressInfo;
  await new Promise((resolve) => holder.close(resolve));
  let started = "not yet";
  const starting = startProxy({ deployment: { baseUrl: url }, port }).then((proxy) => {
    started = "started";
    return proxy;
  });
  // The port is taken long before Prism is there.
  let response: Response | undefined;
  while (response === undefined)
    response = await fetch(`http://127.0.0.1:${port}/api/v1/store/orders`, authorized).catch(() => undefined);
  expect(response.status).toBe(200);
  expect(started).toBe("started");
  const report = await (await starting).close();
  expect(report.requests).toBe(1);
});

test("what cannot start is one line with the fix", async ({ deployed }) => {
  const url = await deployed((_, reply) => void reply.end());
  expect(await refusalOf([])).toEqual({
    code: 2,
    text: expect.stringMatching(/^orders-kit proxy takes the deployment .*\n$/),
  });
  expect(await refusalOf(["nowhere"])).toEqual({
    code: 2,
    text: expect.stringMatching(/^There is no target "nowhere"\..*\n$/),
  });
  expect(await refusalOf([url, "--prot", "1"])).toEqual({
    code: 2,
    text: expect.stringMatching(/Did you mean --port\?.*\n$/),
  });
  expect(await refusalOf([url, "--port", "x"])).toEqual({
    code: 2,
    text: '--port takes an integer from 0 to 65535, not "x". [bad-value]\n',
  });
  expect(await refusalOf([url, "--api-key-env", "NOPE"])).toEqual({
    code: 2,
    text: expect.stringMatching(/^The API key is missing: NOPE is not set.*\n$/),
  });
  const { port } = new URL(url);
  expect(await refusalOf([url, "--port", port])).toEqual({
    code: 2,
    text: expect.stringMatching(/^Port \d+ on 127\.0\.0\.1 is in use\. .*\n$/),
  });
});

test("without Prism there is no proxy: one line with the fix", async ({ deployed }) => {
  const url = await deployed((_, reply) => void reply.end());
  const before = process.env.ORDERS_KIT_PRISM;
  process.env.ORDERS_KIT_PRISM = "/nowhere/prism-cli";
  try {
    expect(await refusalOf([url, "--port", "0"])).toEqual({
      code: 2,
      text: expect.stringMatching(/^Prism is not installed.*\n$/),
    });
  } finally {
    if (before === undefined) delete process.env.ORDERS_KIT_PRISM;
    else process.env.ORDERS_KIT_PRISM = before;
  }
});
