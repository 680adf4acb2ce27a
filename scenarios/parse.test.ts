import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { scenarioOrders, scenarios } from "./index.ts";
import { loadScenario } from "./load.ts";
import { parseScenario } from "./parse.ts";
import SCENARIO_SCHEMA from "./schema.json" with { type: "json" };
import { complaint } from "./testing/complaint.ts";

const READY_MADE = `${import.meta.dirname}/ready-made`;

const ajv = new Ajv2020();
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
const validate = ajv.compile(SCENARIO_SCHEMA);

test("a scenario has a number of orders, a list of orders, and answers to open questions", () => {
  const scenario = parseScenario(
    "description: Two\nseed: 7\norders: {list: [{id: 9223372036854775807, state: shipped}, {}]}\nanswers: {conflict-body: error}",
    "mine/shop.yaml",
  );
  const list = [{ id: 9223372036854775807n, state: "shipped" }, { state: "pending" }];
  expect(scenario).toEqual({
    name: "shop",
    description: "Two",
    seed: 7,
    orders: { count: 2, pending: 0.6, list },
    answers: { "conflict-body": "error" },
  });
  expect(parseScenario("").orders).toEqual({ count: 50, pending: 0.6, list: [] });
  expect(parseScenario("orders: { list: [] }").orders.count).toBe(0);
});

test("a scenario has events: orders that ship, a key that expires, faults; the schema knows them", () => {
  const text = `
ships: [{ id: 9007199254740993, afterSeconds: 5 }, { count: 3, afterLists: 2 }, { beforeCancel: 2 }]
key: { expiresAfter: 9 }
faults:
  - { on: cancelOrder, nth: 3, status: 503, retryAfter: 2 }
  - { on: [listOrders, getPet], probability: 0.5, delay: [200, 1500] }
`;
  expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  const { ships, key, faults } = parse(text);
  const exact = [{ ...ships[0], id: "9007199254740993" }, ...ships.slice(1)];
  expect(parseScenario(text)).toMatchObject({ ships: exact, key, faults });
});

test("a mistake is shown with file, line, column, caret and the fix", () => {
  expect(complaint("orders:\n  cuont: 3\n")).toBe(
    'mine/shop.yaml:2:3 "cuont" is not a valid key. Did you mean count? Valid: count, pending, list, exact.\n2 |   cuont: 3\n  |   ^^^^^',
  );
  // Editors on Windows end lines this way.
  expect(complaint("orders:\r\n  cuont: 3\r\n")).toBe(complaint("orders:\n  cuont: 3\n"));
});

/**
 * repo-tests/errors/golden/errors.txt has more. Editors do not see mistakes that only several
 * values together make.
 */
for (const [yaml, place, problem, isBeyondSchema = false] of [
  ["orders: { list: [{ id: 1.5 }] }", "1:24", "Expected an integer from -9223372036854775808"],
  ["orders: { count: -1 }", "1:18", "from 0 to"],
  ["orders: { pending: 2 }", "1:20", "from 0 to 1"],
  ["constructor: 1", "1:1", '"constructor" is not a valid key. Valid: name'],
  ["orders: { __proto__: {} }", "1:11", '"__proto__" is not a valid key. Valid: count'],
  ["faults: [{ on: listOrders }]", "1:10", "does nothing"],
  ["faults: [{ status: 503, fail: hang }]", "1:10", "Split this into two faults", true],
  ["faults: [{ delay: 5, retryAfter: 1 }]", "1:10", "needs a status", true],
  ["faults: [{ delay: 2s }]", "1:19", "milliseconds: an integer from 0"],
  ["faults: [{ status: 503, retryAfter: soon }]", "1:37", "seconds: an integer from 0"],
  ["faults: [{ delay: [9, 5] }]", "1:19", "a minimum and a maximum", true],
  ["faults: [{ delay: [1, 5, 9] }]", "1:26", "Expected milliseconds, or"],
  ["faults: [{ fail: explode }]", "1:18", "reset, hang, truncate, invalid-json"],
  ["ships: [{ afterLists: 1, afterSeconds: 1 }]", "1:9", "with exactly one of"],
  ["ships: [{ id: 4, count: 2, afterLists: 1 }]", "1:9", "count cannot be combined", true],
] as const)
  test(`${yaml} is refused at ${place}, ${isBeyondSchema ? "not" : "and"} by the schema`, () => {
    expect(complaint(yaml)).toContain(`mine/shop.yaml:${place} `);
    expect(complaint(yaml)).toContain(problem);
    expect(validate(parse(yaml))).toBe(isBeyondSchema);
  });

test("the ready-made scenarios exist, name the schema and are valid by it; an unknown name lists them", async () => {
  const files = readdirSync(READY_MADE).filter((file) => file.endsWith(".yaml"));
  expect(Object.keys(scenarios).toSorted()).toEqual(files.map((file) => file.replace(".yaml", "")));
  for (const file of files) {
    const text = readFileSync(`${READY_MADE}/${file}`, "utf8");
    expect(text, file).toMatch(/^# yaml-language-server: \$schema=\.\.\/schema\.json\n/);
    expect(validate(parse(text)), `${file}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
  await expect(loadScenario("defualt")).rejects.toThrow("Did you mean default?");
  await expect(loadScenario("/nowhere/x.yaml")).rejects.toThrow(
    "cannot be read (it does not exist, ENOENT)",
  );
});

test("all mistakes of a file are shown at once, each with its place", () => {
  const text = complaint(`sede: 1
orders:
  cuont: 3
  list: [{ id: 1.5 }, { state: gone }]
faults:
  - { delay: [1, 2, 3], times: 0 }`);
  const places = [...text.matchAll(/mine\/shop\.yaml:([\d:]+)/g)].map(([, place]) => place);
  expect(places).toEqual(["1:1", "3:3", "4:16", "4:32", "6:21", "6:32"]);
  const many = complaint(`faults:\n${"  - { status: 1 }\n".repeat(30)}`);
  expect(many.match(/from 400 to 599/g)).toHaveLength(10);
  expect(many).toContain("… and more.");
});

test("the default scenario has enough orders to prove every clause, int64 ids included", async () => {
  const orders = await scenarioOrders(scenarios.default!);
  const ids = (state: string): bigint[] =>
    orders.flatMap((entry) => (entry.state === state ? [entry.order.id!] : []));
  expect(orders).toHaveLength(50);
  expect(ids("pending").length).toBeGreaterThanOrEqual(20);
  expect(ids("shipped").length).toBeGreaterThanOrEqual(10);
  expect(ids("pending")).toEqual(
    expect.arrayContaining([4294967301n, 9007199254740993n, 9223372036854775806n]),
  );
  expect(ids("shipped")).toEqual(
    expect.arrayContaining([5n, 9007199254740992n, 9223372036854775807n]),
  );
  expect(new Set(orders.map(({ order }) => order.id)).size).toBe(50);
});
