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
const SPECIAL = `it's "quoted" $(touch /tmp/never) \`id\` \\ ; & | * ~ # !`;
const env = { PATH: process.env.PATH, ORDERS_API_KEY: KEY };
const ALL = Object.keys(CREDENTIALS) as Credential[];

function exchangeOf(
  call: Partial<OutgoingCall>,
  base = STAGING,
  requestHeaders: Exchange["requestHeaders"] = [],
): Exchange {
  const exchange = sampleExchange(call);
  return { ...exchange, url: exchange.url.replace(STAGING, base), requestHeaders };
}

const build = credentialBuilder(KEY);
/** The headers that a report shows of a credential. */
const shownWith = (credential: Credential) =>
  build(credential).headers.map(({ name, masked }) => [name, masked] as const);

interface Caught {
  readonly line: string;
  readonly fields: Map<string, string[]>;
}

/** Runs the curl line in a shell and returns what a server receives. */
function caught(lineFor: (base: string) => string, changedKey?: string): Promise<Caught> {
  return withRawServer(
    respondWith("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"),
    async (base, heads) => {
      await run("sh", ["-c", lineFor(base)], { env: { ...env, CHANGED_KEY: changedKey } });
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

test("a line has the body", () => {
  const body = '{"id":17}';
  expect(curlLine(exchangeOf({ method: "DELETE", body }))).toContain(` -d '${body}' `);
});

test("a line does not contain the key, and the shell names the variable when it is not set", async () => {
  for (const credential of ALL)
    expect(curlLine(exchangeOf({ credential })), credential).not.toContain(KEY);
  const withoutKey = { env: { PATH: env.PATH } };
  const line = run("sh", ["-c", curlLine(exchangeOf({}))], withoutKey);
  await expect(line).rejects.toThrow(/ORDERS_API_KEY/);
});

test("a changed key is a variable, and the shell says how to set it", async () => {
  const line = curlLine(exchangeOf({ credential: "first-case" }, STAGING, shownWith("first-case")));
  const how = "CHANGED_KEY: set it to the key with its first letter in the other case";
  await expect(run("sh", ["-c", line], { env })).rejects.toThrow(how);
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

  const path = "/store/orders/17";
  for (const [title, call] of [
    ...ALL.map((credential) => [credential, { method: "DELETE", path, credential }] as const),
    ["dot segments", { method: "DELETE", path: "/store/orders/../orders/17" }],
    ["brackets and braces", { method: "DELETE", path: "/store/orders/[1-3]{a,b}" }],
    ["percent signs", { method: "DELETE", path: "/store/orders/%31%2f%zz" }],
    ["a query", { query: "limit=1&status[]=a&x='%20'" }],
    ["a query beside the key's", { query: "page=2", credential: "query-api-key" }],
    ["HEAD", { method: "HEAD" }],
    [
      "other headers",
      {
        headers: [
          ["Accept", "application/xml"],
          ["Range", "items=0-1"],
        ],
      },
    ],
    ["a header without a value", { headers: [["X-Empty", ""]] }],
    ["what a shell would run in a path", { method: "DELETE", path: "/store/orders/a'b$(id);c" }],
    ["what a shell would run in a header", { headers: [["X-Special", SPECIAL]] }],
  ] as [string, Partial<OutgoingCall>][])
    test(`${title}: curl sends what the gate sent`, async () => {
      const { credential = "good", headers = [] } = call;
      const sent = build(credential);
      // The text after the scheme, for credentials that are made of the key.
      const [, made = ""] = /^\S+ (.*)$/.exec(sent.headers[0]?.sent ?? "") ?? [];
      const { line, fields } = await caught(
        (base) => curlLine(exchangeOf(call, base, shownWith(credential))),
        Buffer.from(made, "latin1").toString(),
      );

      const parameters = [call.query ?? [], sent.query.map((one) => one.sent)].flat(2);
      const query = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
      const { method = "GET", path = "/store/orders" } = call;
      expect(line).toBe(`${method} /v1${path}${query} HTTP/1.1`);
      const expected = [...headers, ...sent.headers.map((one) => [one.name, one.sent] as const)];
      for (const [name, value] of expected)
        expect(fields.get(name.toLowerCase())).toEqual([value.trim()]);
      const own = ["host", "user-agent", "accept", ...expected.map(([name]) => name.toLowerCase())];
      expect([...fields.keys()].filter((name) => !own.includes(name))).toEqual([]);
    });

  const cancellation = { method: "DELETE", path };
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
      await run("sh", ["-c", lineFor(`http://127.0.0.1:${port}/v1`)], { env, timeout: 20_000 });
      server.close();
      expect(areAtOnce ? received.toSorted() : received).toEqual(expected);
    });
});

test("a shell expands the argument for a header of the target to what is sent", async () => {
  const variables = { SESSION: "eyJhbGciOi.J9x" };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of orders-kit.yaml
  const value = "a\"b\\c`id`$(id) $HOME 'x' ${SESSION}";
  const { header, curl } = targetHeader("X-Odd", value, variables);
  const said = await run("sh", ["-c", `printf %s ${curl.replace("-H ", "")}`], {
    env: { ...variables, HOME: "/never" },
  });
  expect(said.stdout).toBe(`X-Odd: ${header.sent}`);
});
