/**
 * `verify --save-scenario`: what the file contains and leaves out, when it is not written, and that
 * a mock answers by it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import {
  deployed,
  echoTheKey,
  provideFlags,
} from "../../contract-tests/corpus/changed-reference.ts";
import { keepsCancelled, mapMembers } from "../../contract-tests/corpus/changes/lists.ts";
import { bearer } from "../../contract-tests/corpus/raw-http.ts";
import type { ReferenceService } from "../../contract-tests/corpus/reference-service.ts";
import { empty, error } from "../../contract-tests/corpus/replies.ts";
import { KEY, leaksOf } from "../../contract-tests/testing/key-leaks.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../../mock/http/server.ts";
import { loadScenario } from "../../scenarios/load.ts";
import { parseScenario } from "../../scenarios/parse.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { runInto } from "../testing/io.ts";
import { command as verify } from "./verify.ts";

test.describe.configure({ timeout: 60_000 });

const env = { ORDERS_API_KEY: KEY };

type Change = (service: ReferenceService) => void;

/** Saves a deployment to a file in a new folder. `before` is the file's previous content. */
async function save(target: readonly string[], before?: string) {
  const folder = temporaryFolder();
  const file = join(folder, "staging.yaml");
  if (before !== undefined) writeFileSync(file, before);
  const flags = [...target, "--save-scenario", file];
  const ended = await runInto(verify, flags, { env });
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return { ended, folder, file, text };
}

async function saved(change: Change, before?: string) {
  const deployment = await deployed(change);
  const written = await save(provideFlags(deployment), before);
  await deployment.close();
  return { ...written, deployment };
}

/** Two deployments that differ in open questions, and the answers we expect in the file. */
const DEPLOYMENTS: Readonly<Record<string, readonly [Partial<Answers>, Change]>> = {
  "the reference": [
    {
      "conflict-body": "none",
      "second-cancel": "not-found",
      "cancelled-in-list": "vanishes",
      challenge: "none",
      "malformed-id": "not-found",
      "malformed-id-body": "error",
    },
    () => {},
  ],
  "one with other answers": [
    {
      "conflict-body": "error",
      "second-cancel": "conflict",
      "cancelled-in-list": "stays",
      "malformed-id": "unprocessable",
      "malformed-id-body": "none",
      "pets-answer": "gone",
      "order-fields": "extra",
    },
    (service) => {
      Object.assign(service, keepsCancelled(service));
      const addField = (members: object) => ({ ...members, unheardOf: '"by hand"' });
      Object.assign(service, mapMembers({ ...service }, addField));
      service.conflict = () => error(409, "order_shipped", "The order has shipped.");
      service.secondCancel = (order) => service.conflict(order);
      service.malformedId = () => empty(422);
      service.pet = () => error(410, "sunset", "The pets are gone.");
    },
  ],
};

for (const [what, [answers, change]] of Object.entries(DEPLOYMENTS))
  test(`${what}: a mock with the scenario lists the same, and answers alike`, async () => {
    const { text, ended, deployment } = await saved(change);
    expect(ended.code).toBe(0);
    const scenario = parseScenario(text, "staging.yaml");
    expect(scenario.answers).toMatchObject(answers);
    const states = scenario.orders.list.map(({ id, state }) => [id, state]);
    for (const id of deployment.pending) expect(states).toContainEqual([id, "pending"]);
    for (const id of deployment.shipped) expect(states).toContainEqual([id, "shipped"]);

    const mock = await startMock({ port: 0, scenario, apiKeys: [KEY] });
    const { text: again } = await save([mock.baseUrl, ...provideFlags(deployment).slice(1)]);
    await mock.close();
    const second = parseScenario(again, "staging.yaml");
    expect(second.answers).toMatchObject(answers);
    expect(second.errors).toMatchObject(scenario.errors ?? {});
  });

/**
 * The bodies that a mock with a scenario sends for a shipped order, for one cancelled again, and
 * for the list.
 */
async function answersOf(scenario: Scenario) {
  const mock = await startMock({ port: 0, scenario });
  const ask = async (method: string, path: string) => {
    const headers = { authorization: "Bearer demo-key" };
    const response = await fetch(`${mock.baseUrl}/store/orders${path}`, { method, headers });
    return response.text();
  };
  const list = await ask("GET", "");
  const shipped = await ask("DELETE", `/${mock.orders("shipped").ids[0]}`);
  const pending = `/${mock.orders("pending").ids[0]}`;
  await ask("DELETE", pending);
  const again = await ask("DELETE", pending);
  await mock.close();
  return { list, shipped, again };
}

test("a 409 of a shipped order and one of a cancelled order have a text each, also over other orders", async () => {
  const { file, text } = await saved((service) => {
    service.conflict = () => error(409, "too_late", "It is on its way.");
    service.secondCancel = () => error(409, "gone", "It was cancelled.");
  });
  const alone = await answersOf(parseScenario(text, "staging.yaml"));
  const over = await answersOf(await loadScenario(`default+${file}`));
  for (const { shipped, again } of [alone, over]) {
    expect(JSON.parse(shipped)).toMatchObject({ code: "too_late", message: "It is on its way." });
    expect(JSON.parse(again)).toMatchObject({ code: "gone", message: "It was cancelled." });
  }
  expect(over.list).not.toBe(alone.list);
});

test("a read-only run saves 2,000 orders with every byte of the list", async () => {
  const original = parseScenario("orders: { count: 2000 }\nanswers: { list-order: descending }");
  const source = await startMock({ port: 0, scenario: original, apiKeys: [KEY] });
  const { text } = await save([source.baseUrl, "--read-only"]);
  await source.close();
  const copy = await answersOf(parseScenario(text, "real.yaml"));
  expect(copy.list).toBe((await answersOf(original)).list);
});

test("what a scenario cannot have is left out and named", async () => {
  const { ended, text } = await saved((service) => {
    const { answer } = service;
    service.answer = async (request) => {
      const reply = await answer(request);
      const isList = request.method === "GET" && reply.status === 200;
      const odd =
        ',{"id":987654.0,"quantity":9007199254740993,"shipDate":"yesterday","unheardOf":"x"},{"id":987654},3]';
      const body = Buffer.from(reply.body.toString().replace(/\]$/, odd));
      return isList ? { ...reply, body } : reply;
    };
  });
  expect(parseScenario(text, "real.yaml").orders.list.at(-1)).toEqual({
    id: 987654n,
    state: "pending",
  });
  expect(ended.stderr).toContain("Left out, entries that are not objects: 1.");
  expect(ended.stderr).toContain("Left out, orders that repeat an id: 1.");
});

test("a scenario holds nothing of the key, and no id in a text", async () => {
  const { deployment, ended, folder, text } = await saved((service) => {
    service.conflict = (order) =>
      error(409, `shipped-${order.id}`, `Order ${order.id} has shipped.`);
    service.notFound = (id) => error(404, "unknown", `There is no order ${id}.`);
    service.unauthorized = (request) =>
      error(401, "unauthorized", `No such key: ${bearer(request) ?? "none"}`);
  });
  expect(ended.code).toBe(0);
  expect(ended.stderr).toMatch(
    /^Wrote .*staging\.yaml: start it with orders-kit mock --scenario /m,
  );
  expect(leaksOf(ended, folder)).toEqual([]);
  const { errors } = parseScenario(text, "staging.yaml");
  expect(errors?.["order-shipped"]).toBeUndefined();
  expect(errors?.["order-unknown"]).toEqual({ code: "unknown" });
  const body = text.slice(text.indexOf("answers:"));
  for (const id of [...deployment.pending, ...deployment.shipped])
    expect(body).not.toMatch(new RegExp(`\\b${id}\\b`));
});

test("a deployment that violates the contract is saved too, without what is no answer, or varies", async () => {
  let calls = 0;
  const { ended, folder, text } = await saved((service) => {
    echoTheKey(service);
    service.secondCancel = (order) =>
      ++calls % 2 === 0 ? service.conflict(order) : service.notFound(order.id);
  });
  expect(ended.code).toBe(1);
  const { errors, answers } = parseScenario(text, "staging.yaml");
  expect(errors?.["key-wrong"]).toBeUndefined();
  expect(answers).not.toHaveProperty("second-cancel");
  expect(leaksOf(ended, folder)).toEqual([]);
});

test("what is no saved scenario is not overwritten, and nothing is sent", async () => {
  const before = "# My scenario\norders: { count: 3 }\n";
  const { deployment, ended, text } = await saved(() => {}, before);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain("was not written by --save-scenario, so it is not overwritten");
  expect(text).toBe(before);
  expect(deployment.log).toEqual([]);
});

test("nor is a file that somebody writes during the run", async () => {
  const file = join(temporaryFolder(), "x.yaml");
  const { close, ...deployment } = await deployed((service) => {
    const { answer } = service;
    service.answer = (request) => {
      writeFileSync(file, "seed: 1");
      return answer(request);
    };
  }, "without ids");
  const { code } = await runInto(verify, [deployment.baseUrl, "--save-scenario", file], { env });
  await close();
  expect([code, readFileSync(file, "utf8")]).toEqual([2, "seed: 1"]);
});

test("a target that is not judged is not saved", async () => {
  const { ended, text } = await save(["http://127.0.0.1:9/v1"]);
  expect(ended.code).toBe(3);
  expect(ended.stderr).toContain("is not written: nothing was judged");
  expect(text).toBe("");
});
