import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { targetHeader } from "../targets/open-connection.ts";
import { STAGING, sampleExchange } from "../testing/sample-exchange.ts";
import { respondWith, withRawServer } from "../testing/servers/raw-server.ts";
import type { OutgoingCall } from "./calls.ts";
import { CREDENTIALS, type Credential } from "./credentials.ts";
import { curlLine, repetitionOf } from "./curl.ts";
import type { Exchange } from "./exchange.ts";
import { credentialBuilder } from "./key-credentials.ts";

const run = promisify(execFile);
const KEY = "k3y-With.Odd~Parts_9x";
const ALL = Object.keys(CREDENTIALS) as Credential[];

function exchangeOf(
  call: Partial<OutgoingCall>,
  base = STAGING,
  requestHeaders: Exchange["requestHeaders"] = [],
): Exchange {
  const exchange = sampleExchange(call);
  return { ...exchange, url: exchange.url.replace(STAGING, base), requestHeaders };
}

interface Caught {
  readonly line: string;
  readonly fields: Map<string, string[]>;
}

/** Runs the curl line in a shell and returns what a server receives. */
function caught(lineFor: (base: string) => string, changedKey?: string): Promise<Caught> {
  return withRawServer(
    respondWith("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"),
    async (base, heads) => {
      const env = { PATH: process.env.PATH, ORDERS_API_KEY: KEY, CHANGED_KEY: changedKey };
      await run("sh", ["-c", lineFor(base)], { env });
      const [line = "", ...lines] = heads.join("").trim().split("\r\n");
      const fields = new Map<string, string[]>();
      for (const text of lines) {
        const [, name = "", value = ""] = /^([^:]+):\s*(.*?)\s*$/.exec(text) ?? [];
        fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value]);
      }
      return { line, fields };
    },
  );
}

test("a line does not contain the key, and the shell names the variable when it is not set", async () => {
  for (const credential of ALL)
    expect(curlLine(exchangeOf({ credential })), credential).not.toContain(KEY);
  const withoutVariable = run("sh", ["-c", curlLine(exchangeOf({}))], {
    env: { PATH: process.env.PATH },
  });
  await expect(withoutVariable).rejects.toThrow(/ORDERS_API_KEY/);
});

test("a changed key is a variable, and the shell says how to set it", async () => {
  const headers = credentialBuilder(KEY)("first-case").headers.map(
    ({ name, masked }) => [name, masked] as const,
  );
  const line = curlLine(exchangeOf({ credential: "first-case" }, undefined, headers));
  const env = { PATH: process.env.PATH, ORDERS_API_KEY: KEY };
  const how = "CHANGED_KEY: set it to the key with its first letter in the other case";
  await expect(run("sh", ["-c", line], { env })).rejects.toThrow(new RegExp(how));
});

test.describe("with curl itself", () => {
  let there: Promise<boolean> | undefined;
  test.beforeEach(async () => {
    there ??= run("curl", ["--version"]).then(
      () => true,
      () => false,
    );
    test.skip(!(await there), "curl is not installed");
  });

  for (const credential of ALL)
    test(`${credential}: curl sends what the gate sent`, async () => {
      const sent = credentialBuilder(KEY)(credential);
      const headers = sent.headers.map(({ name, masked }) => [name, masked] as const);
      const call = { method: "DELETE", path: "/store/orders/17", credential };
      // The text after the scheme, for credentials that are made of the key.
      const [, made = ""] = /^\S+ (.*)$/.exec(sent.headers[0]?.sent ?? "") ?? [];
      const changedKey = Buffer.from(made, "latin1").toString();
      const { line, fields } = await caught(
        (base) => curlLine(exchangeOf(call, base, headers)),
        changedKey,
      );
      const query =
        sent.query.length === 0
          ? ""
          : `?${sent.query.map((parameter) => parameter.sent).join("&")}`;
      expect(line).toBe(`DELETE /v1/store/orders/17${query} HTTP/1.1`);
      for (const field of sent.headers)
        expect(fields.get(field.name.toLowerCase())).toEqual([field.sent.trim()]);
      const own = [
        "host",
        "user-agent",
        "accept",
        ...sent.headers.map(({ name }) => name.toLowerCase()),
      ];
      expect([...fields.keys()].filter((name) => !own.includes(name))).toEqual([]);
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
    "what a shell would run": {
      method: "DELETE",
      path: "/store/orders/a'b$(id);c",
      headers: [["X-Special", `it's "quoted" $(touch /tmp/never) \`id\` \\ ; & | * ~ # !`]],
    },
  };
  for (const [name, call] of Object.entries(calls))
    test(`${name}: curl sends the same request line and headers`, async () => {
      const { line, fields } = await caught((base) => curlLine(exchangeOf(call, base)));
      const query = [call.query, call.credential && `api_key=${KEY}`].filter(Boolean).join("&");
      const path = `/v1${call.path ?? "/store/orders"}${query === "" ? "" : `?${query}`}`;
      expect(line).toBe(`${call.method ?? "GET"} ${path} HTTP/1.1`);
      for (const [field, value] of call.headers ?? [])
        expect(fields.get(field.toLowerCase())).toEqual([value]);
    });

  const cancellation = { method: "DELETE", path: "/store/orders/17" };
  for (const [title, lineFor, expected] of [
    [
      "a call after another one",
      (base) => repetitionOf(exchangeOf({}, base), exchangeOf(cancellation, base)),
      ["1 DELETE /v1/store/orders/17", "2 GET /v1/store/orders"],
    ],
    [
      "a call after another one on its connection",
      (base) => {
        const [first, last] = [cancellation, { query: "a=[1]" }].map((call) =>
          exchangeOf({ ...call, connection: "one" }, base),
        );
        return repetitionOf(last!, first);
      },
      ["1 DELETE /v1/store/orders/17", "1 GET /v1/store/orders?a=[1]"],
    ],
    [
      "calls at the same moment",
      (base) => {
        const [list, one] = [exchangeOf({}, base), exchangeOf(cancellation, base)];
        return repetitionOf(one, undefined, [list, one, one, one]);
      },
      [...Array(3).fill("- DELETE /v1/store/orders/17"), "- GET /v1/store/orders"],
    ],
  ] as readonly [string, (base: string) => string, readonly string[]][])
    test(`${title}: the line repeats all of it`, async () => {
      const sockets: Socket[] = [];
      const received: string[] = [];
      const waiting: ServerResponse[] = [];
      const areAtOnce = expected[0]!.startsWith("-");
      const server = createServer(({ socket, method, url }, reply) => {
        if (!sockets.includes(socket)) sockets.push(socket);
        received.push(`${areAtOnce ? "-" : sockets.indexOf(socket) + 1} ${method} ${url}`);
        waiting.push(reply);
        // Calls that are sent at the same moment wait for each other.
        if (!areAtOnce || waiting.length === expected.length)
          for (const one of waiting.splice(0)) one.end();
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      const { port } = server.address() as AddressInfo;
      const env = { PATH: process.env.PATH, ORDERS_API_KEY: KEY };
      await run("sh", ["-c", lineFor(`http://127.0.0.1:${port}/v1`)], { env, timeout: 20_000 });
      server.close();
      expect(areAtOnce ? received.toSorted() : received).toEqual(expected);
    });
});

test("a shell expands the argument for a header of the target to what is sent", async () => {
  const env = { SESSION: "eyJhbGciOi.J9x" };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml
  const { header, curl } = targetHeader("X-Odd", "a\"b\\c`id`$(id) $HOME 'x' ${SESSION}", env);
  const said = await run("sh", ["-c", `printf %s ${curl.replace("-H ", "")}`], {
    env: { ...env, HOME: "/never" },
  });
  expect(said.stdout).toBe(`X-Odd: ${header.sent}`);
});
