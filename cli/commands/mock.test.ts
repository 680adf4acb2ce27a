import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { selfSigned } from "../../contract-tests/testing/self-signed.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { parseJson } from "../../spec/json/json.ts";
import { type Ended, runCommand, startCommand } from "../testing/io.ts";
import { command as mockCommand } from "./mock.ts";

/** Runs the command until it serves, passes its output to `use`, and ends it like a signal. */
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
    const { baseUrl, apiKeys } = JSON.parse(line);
    const response = await fetch(`${baseUrl}/store/orders`, {
      headers: { authorization: `Bearer ${apiKeys[0]}` },
    });
    expect(response.status).toBe(200);
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout.split("\n")).toHaveLength(2);
  const line = JSON.parse(stdout);
  expect(Object.keys(line)).toEqual([
    "ready",
    "baseUrl",
    "adminUrl",
    "apiKeys",
    "scenario",
    "seed",
    "orders",
  ]);
  expect(line).toMatchObject({ ready: true, apiKeys: ["demo-key"], scenario: "default", seed: 1 });
  expect(line.orders.pending).toHaveLength(20);
  expect(line.orders.pending.slice(0, 2)).toEqual(["2", "9223372036854775806"]);
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

/** The status of the list, at a server whose certificate this CA has signed. */
function listedOverTls(baseUrl: string, ca: string): Promise<number | undefined> {
  const headers = { authorization: "Bearer demo-key" };
  return new Promise((resolve, reject) => {
    request(`${baseUrl}/store/orders`, { ca, headers }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on("error", reject)
      .end();
  });
}

test("--https: what it prints has https, and says how clients trust it", async () => {
  const ca = join(temporaryFolder(), "the ca.pem");
  const { stdout } = await run(["--port", "0", "--https", "--save-ca", ca]);
  const text = stdout.replace(/:\d{4,5}\b/g, ":4010").replaceAll(ca, "the ca.pem");
  expect(text).toContain(`
  panel             https://127.0.0.1:4010/__admin/
  certificate       generated for this run; to trust it, use the ca.pem:
                    NODE_EXTRA_CA_CERTS='the ca.pem' node app.js
                    orders-kit verify https://127.0.0.1:4010/v1 --ca 'the ca.pem'
`);
  expect(text).toContain(
    "curl -i --cacert 'the ca.pem' -X DELETE https://127.0.0.1:4010/v1/store/orders/2 -H ",
  );
  const untrusted = await run(["--port", "0", "--https"]);
  expect(untrusted.stdout).toContain("--save-ca FILE writes its CA certificate");
  expect(untrusted.stdout).toContain("curl -i -k https://");
});

test("--https-cert: a certificate of one's own, with its key in the same file or in another", async () => {
  const folder = temporaryFolder();
  const { cert, key } = await selfSigned();
  const files = { "both.pem": cert + key, "cert.pem": cert, "key.pem": key };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const names of [["both.pem"], ["cert.pem", "key.pem"]]) {
    const flags = names.flatMap((name, at) => [
      at === 0 ? "--https-cert" : "--https-key",
      join(folder, name),
    ]);
    await run(["--port", "0", "--json", ...flags], {}, async (line) => {
      const { baseUrl, ca } = JSON.parse(line);
      expect(ca).toBeUndefined();
      expect(await listedOverTls(baseUrl.replace("127.0.0.1", "localhost"), cert)).toBe(200);
    });
  }
});

test("--save-ca replaces what an earlier mock has written, and no other file", async () => {
  const folder = temporaryFolder();
  const flags = ["--port", "0", "--json", "--https", "--save-ca"];
  const own = join(folder, "ca.pem");
  for (let start = 0; start < 2; start++) {
    const { stdout } = await run([...flags, own]);
    expect(readFileSync(own, "utf8")).toBe(JSON.parse(stdout).ca);
  }
  for (const [name, text] of [
    ["other.pem", (await selfSigned()).cert],
    ["notes.txt", "mine"],
    ["bundle.pem", readFileSync(own, "utf8") + (await selfSigned()).cert],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { exitCode, stdout, stderr } = await runCommand(mockCommand, ...flags, file);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(`--save-ca cannot write ${file}: it has something else in it.`);
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

test("flags reach the mock; keys come from the flag, else from the environment, and are not printed for people", async () => {
  const flags = [
    "--api-key",
    "one",
    "--api-key=two",
    "--scenario",
    "all-shipped",
    "--seed",
    "9",
    "--orders",
    "3",
  ];
  const { stdout } = await run(["--port", "0", "--json", ...flags], { ORDERS_API_KEY: "three" });
  const { apiKeys, scenario, seed, orders } = JSON.parse(stdout);
  expect([apiKeys, scenario, seed, orders.pending]).toEqual([["one", "two"], "all-shipped", 9, []]);
  expect(orders.shipped).toHaveLength(3);
  const secret = await run(["--port", "0"], { ORDERS_API_KEY: "s3cret" });
  expect(secret.stdout).not.toContain("s3cret");
  expect(secret.stdout).toContain(`Bearer \${ORDERS_API_KEY}`);
});

test("evicted worlds are reported: the first, the tenth and so on", async () => {
  const { stderr } = await run(["--port", "0", "--json", "--worlds", "1"], {}, async (line) => {
    const { baseUrl } = JSON.parse(line);
    for (let world = 0; world < 12; world++)
      await fetch(`${baseUrl}/store/orders`, {
        headers: { authorization: `Bearer demo-key.w${world}` },
      });
  });
  expect(stderr.split("\n")).toEqual([
    "More worlds than --worlds allows: w0, the least recently used one, was removed.",
    "More worlds than --worlds allows: w9, the least recently used one, was removed (10 so far).",
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
    const response = await fetch(`${baseUrl}/store/orders`, {
      headers: { authorization: "Bearer demo-key" },
    });
    return (parseJson(await response.text()) as []).length;
  };
  /** Replaces the file, as editors do. */
  const edit = (text: string): void => {
    writeFileSync(`${file}~`, text);
    renameSync(`${file}~`, file);
  };
  try {
    expect(await count()).toBe(3);
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
