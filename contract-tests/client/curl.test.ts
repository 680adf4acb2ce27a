import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { CREDENTIALS, type Credential, credentialBuilder } from "./credentials.ts";
import { curlLine } from "./curl.ts";
import type { Exchange, OutgoingCall } from "./exchange.ts";

const run = promisify(execFile);
const KEY = "k3y-With.Odd~Parts_9x";
const ALL = Object.keys(CREDENTIALS) as Credential[];

function exchangeOf(
  call: Partial<OutgoingCall>,
  base = "http://127.0.0.1:1/v1",
  headers: Exchange["requestHeaders"] = [],
): Exchange {
  const whole: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good", ...call };
  const url = `${base}${whole.path}${whole.query === undefined ? "" : `?${whole.query}`}`;
  return { call: whole, url, requestHeaders: headers, credentialEchoed: false, sentAt: 0, receivedAt: 1 };
}

/** The arguments that a shell calls curl with. */
async function wordsOf(line: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "orders-kit-curl-"));
  try {
    await writeFile(join(folder, "curl"), `#!/bin/sh\nfor word; do printf '%s\\0' "$word"; done > "${folder}/words"\n`);
    await chmod(join(folder, "curl"), 0o755);
    await run("sh", ["-c", line], { env: { PATH: `${folder}:${process.env.PATH}`, ORDERS_API_KEY: KEY } });
    return (await readFile(join(folder, "words"), "utf8")).split("\0").slice(0, -1);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a line does not contain the key, and the shell names the variable when it is not set", async () => {
  for (const credential of ALL) expect(curlLine(exchangeOf({ credential })), credential).not.toContain(KEY);
  const withoutVariable = run("sh", ["-c", curlLine(exchangeOf({}))], { env: { PATH: process.env.PATH } });
  await expect(withoutVariable).rejects.toThrow(/ORDERS_API_KEY/);
});

test("special characters reach curl unchanged, and no part is executed", async () => {
  const special = `it's "quoted" $(touch /tmp/never) \`id\` \\ ; & | * ~ # !`;
  const words = await wordsOf(
    curlLine(exchangeOf({ method: "DELETE", path: "/store/orders/a'b$(id);c", headers: [["X-Special", special]] })),
  );
  expect(words).toEqual([
    "-i",
    "-X",
    "DELETE",
    "-H",
    `Authorization: Bearer ${KEY}`,
    "-H",
    `X-Special: ${special}`,
    "http://127.0.0.1:1/v1/store/orders/a'b$(id);c",
  ]);
});

test("a random key is repeated as sent, and the good key stays a variable", async () => {
  const sent = (credential: Credential, value: string) =>
    curlLine(exchangeOf({ credential }, undefined, [["Authorization", value]]));
  expect(await wordsOf(sent("wrong", 'Bearer q"z`0'))).toContain('Authorization: Bearer q"z`0');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
  const list = sent("list", "Bearer q7z, Bearer ${ORDERS_API_KEY}");
  expect(list).not.toContain(KEY);
  expect(await wordsOf(list)).toContain(`Authorization: Bearer q7z, Bearer ${KEY}`);
});

test.describe("with curl itself", () => {
  let there: Promise<boolean> | undefined;
  test.beforeEach(async () => {
    there ??= run("curl", ["--version"]).then(
      () => true,
      () => false,
    );
    test.skip(!(await there), "curl is not installed; its arguments are tested above");
  });

  for (const credential of ALL)
    test(`${credential}: curl sends what the gate sent`, async () => {
      const sent = credentialBuilder(KEY)(credential);
      await withCatcher(async (base, caught) => {
        const headers = sent.headers.map(({ name, masked }) => [name, masked] as const);
        await run(
          "sh",
          ["-c", curlLine(exchangeOf({ method: "DELETE", path: "/store/orders/17", credential }, base, headers))],
          {
            env: { PATH: process.env.PATH, ORDERS_API_KEY: KEY },
          },
        );
        const { line, fields } = caught();
        const query = sent.query === undefined ? "" : `?${sent.query.sent}`;
        expect(line).toBe(`DELETE /v1/store/orders/17${query} HTTP/1.1`);
        for (const field of sent.headers) expect(fields.get(field.name.toLowerCase())).toEqual([field.sent.trim()]);
        const own = ["host", "user-agent", "accept", ...sent.headers.map(({ name }) => name.toLowerCase())];
        expect([...fields.keys()].filter((name) => !own.includes(name))).toEqual([]);
      });
    });

  const calls: Record<string, Partial<OutgoingCall>> = {
    "dot segments": { method: "DELETE", path: "/store/orders/../orders/17" },
    "brackets and braces": { method: "DELETE", path: "/store/orders/[1-3]{a,b}" },
    "percent signs": { method: "DELETE", path: "/store/orders/%31%2f%zz" },
    "a query": { query: "limit=1&status[]=a&x='%20'" },
    "a query beside the key's": { query: "page=2", credential: "query-api-key" },
    HEAD: { method: "HEAD" },
    "headers of its own": {
      headers: [
        ["Accept", "application/xml"],
        ["Range", "items=0-1"],
        ["X-Empty", ""],
      ],
    },
  };
  for (const [name, call] of Object.entries(calls))
    test(`${name}: curl sends the same request line and headers`, async () => {
      await withCatcher(async (base, caught) => {
        await run("sh", ["-c", curlLine(exchangeOf(call, base))], {
          env: { PATH: process.env.PATH, ORDERS_API_KEY: KEY },
        });
        const { line, fields } = caught();
        const query = [call.query, call.credential && `api_key=${KEY}`].filter(Boolean).join("&");
        const path = `/v1${call.path ?? "/store/orders"}${query === "" ? "" : `?${query}`}`;
        expect(line).toBe(`${call.method ?? "GET"} ${path} HTTP/1.1`);
        for (const [field, value] of call.headers ?? []) expect(fields.get(field.toLowerCase())).toEqual([value]);
      });
    });
});

interface Caught {
  readonly line: string;
  readonly fields: Map<string, string[]>;
}

/** A server that answers 204 to the first request and keeps its head. */
async function withCatcher(use: (base: string, caught: () => Caught) => Promise<void>): Promise<void> {
  let head = "";
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      head += data.toString("latin1");
      if (head.includes("\r\n\r\n")) socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, () => {
      const [line = "", ...lines] = head.split("\r\n").filter((text) => text !== "");
      const fields = new Map<string, string[]>();
      for (const text of lines) {
        const [, name = "", value = ""] = /^([^:]+):\s*(.*?)\s*$/.exec(text) ?? [];
        fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value]);
      }
      return { line, fields };
    });
  } finally {
    server.close();
  }
}

test("every line with the key names the key variable of the target", () => {
  for (const credential of ALL) {
    const line = curlLine({ ...exchangeOf({ credential }), keyVariable: "STAGING_KEY" });
    expect(line).toBe(curlLine(exchangeOf({ credential })).replaceAll("ORDERS_API_KEY", "STAGING_KEY"));
  }
});
