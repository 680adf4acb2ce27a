import { once } from "node:events";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { selfSigned } from "../../mock/testing/self-signed.ts";
import { parseJson } from "../../spec/json/json.ts";
import { type Ended, startCommand } from "../testing/io.ts";
import { command as mockCommand } from "./mock.ts";

const headers = { authorization: "Bearer demo-key" };

/** Runs the command until it serves, passes its output to `use`, and ends it as a signal does. */
async function run(
  argv: readonly string[],
  env: Record<string, string> = {},
  use: (stdout: string) => Promise<void> = async () => {},
): Promise<Ended> {
  const mock = startCommand(mockCommand, argv, { env });
  try {
    await mock.shows("\n");
    await use(mock.output());
  } finally {
    await mock.end();
  }
  return mock.end();
}

test("--json prints one line for programs, once it serves", async () => {
  const { exitCode, stdout, stderr } = await run(["--port", "0", "--json"], {}, async (line) => {
    const { baseUrl } = JSON.parse(line);
    expect((await fetch(`${baseUrl}/store/orders`, { headers })).status).toBe(200);
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout.split("\n")).toHaveLength(2);
  const { orders, ...line } = JSON.parse(stdout);
  expect(line).toEqual({
    ready: true,
    baseUrl: expect.stringMatching(/\/v1$/),
    adminUrl: expect.stringMatching(/\/__admin$/),
    apiKeys: ["demo-key"],
    scenario: "default",
    seed: 1,
  });
  expect(orders.pending).toHaveLength(20);
  expect(orders.pending.slice(0, 2)).toEqual(["2", "9223372036854775806"]);
});

test("the text for people has the address, the orders and two calls to try", async () => {
  const { stdout } = await run(["--port", "0"]);
  expect(stdout.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4010")).toBe(`
  orders-kit mock   http://127.0.0.1:4010/v1
  panel             http://127.0.0.1:4010/__admin/
  scenario          default, seed 1
  pending orders    31 (2, 9223372036854775806, 4, …)
  shipped orders    19 (9223372036854775807, 3, 5, …)

  list them         curl -i http://127.0.0.1:4010/v1/store/orders -H "Authorization: Bearer demo-key"
  cancel one        curl -i -X DELETE http://127.0.0.1:4010/v1/store/orders/2 -H "Authorization: Bearer demo-key"

  Press Ctrl+C to stop.

`);
});

/** Returns the status of the list from a server with this certificate, or one that it signed. */
async function listedOverTls(baseUrl: string, ca: string): Promise<number | undefined> {
  const [response] = await once(get(`${baseUrl}/store/orders`, { ca, headers }), "response");
  return response.resume().statusCode;
}

test("--cert serves HTTPS, with the key in the same file or in another", async () => {
  const folder = temporaryFolder();
  const { cert, key } = await selfSigned();
  const files = { "both.pem": cert + key, "cert.pem": cert, "key.pem": key };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const names of [["both.pem"], ["cert.pem", "key.pem"]]) {
    const flags = names.flatMap((name, at) => [at === 0 ? "--cert" : "--key", join(folder, name)]);
    await run(["--port", "0", "--json", ...flags], {}, async (line) => {
      const { baseUrl } = JSON.parse(line);
      expect(await listedOverTls(baseUrl.replace("127.0.0.1", "localhost"), cert)).toBe(200);
    });
  }
});

test("flags reach the mock; keys come from the flag, else from the environment, and are not printed for people", async () => {
  const flags = "--api-key one --api-key=two --scenario all-shipped --seed 9 --orders 3".split(" ");
  const { stdout } = await run(["--port", "0", "--json", ...flags], { ORDERS_API_KEY: "three" });
  const { apiKeys, scenario, seed, orders } = JSON.parse(stdout);
  expect([apiKeys, scenario, seed, orders.pending]).toEqual([["one", "two"], "all-shipped", 9, []]);
  expect(orders.shipped).toHaveLength(3);
  const secret = await run(["--port", "0"], { ORDERS_API_KEY: "s3cret" });
  expect(secret.stdout).not.toContain("s3cret");
  expect(secret.stdout).toContain(`Bearer \${ORDERS_API_KEY}`);
});

test("evicted worlds are reported: the first, the tenth and so on", async () => {
  const { stderr } = await run(["--port", "0", "--json"], {}, async (line) => {
    const { baseUrl } = JSON.parse(line);
    for (let world = 0; world < 1010; world++)
      await fetch(`${baseUrl}/store/orders`, {
        headers: { authorization: `Bearer demo-key.w${world}` },
      });
  });
  expect(stderr.split("\n")).toEqual([
    "More than 1000 worlds: w0, the least recently used one, was removed.",
    "More than 1000 worlds: w9, the least recently used one, was removed (10 so far).",
    "",
  ]);
});

test("with --watch an edited file is reloaded, and a mistake in it leaves the mock as it is", async () => {
  const file = join(temporaryFolder(), "shop.yaml");
  writeFileSync(file, "orders: { count: 3, pending: 1 }");
  const mock = startCommand(mockCommand, ["--port", "0", "--json", "--watch", "--scenario", file]);
  await mock.shows("\n");
  const { baseUrl } = JSON.parse(mock.output());
  const count = async (): Promise<number> => {
    const response = await fetch(`${baseUrl}/store/orders`, { headers });
    return (parseJson(await response.text()) as []).length;
  };
  /** Replaces the file, as editors do. */
  const edit = (text: string): void => {
    writeFileSync(`${file}~`, text);
    renameSync(`${file}~`, file);
  };
  try {
    expect(await count()).toBe(3);
    const [pending] = JSON.parse(mock.output()).orders.pending;
    await fetch(`${baseUrl}/store/orders/${pending}`, { method: "DELETE", headers });
    // Neither a touch nor an empty file resets anything.
    edit("orders: { count: 3, pending: 1 }");
    edit("");
    await mock.shows(`${file} is empty. Still serving the previous version.`);
    expect(await count()).toBe(2);
    edit("orders: { count: 7, pending: 1 }");
    await mock.shows(`Reloaded ${file}: 7 pending, 0 shipped.\n`);
    edit("orders: { cuont: 9 }");
    await mock.shows(`${file}:1:11 "cuont" is not a valid key. Did you mean count?`);
    await mock.shows("Still serving the previous version.");
    rmSync(file);
    await mock.shows("cannot be read (it does not exist, ENOENT)");
    expect(await count()).toBe(7);
    edit("orders: { count: 9, pending: 0 }");
    await mock.shows("0 pending, 9 shipped");
    expect(await count()).toBe(9);
  } finally {
    await mock.end();
  }
});
