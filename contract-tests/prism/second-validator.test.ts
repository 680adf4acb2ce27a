import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import type { Exchange, Send } from "../client/exchange.ts";
import { KEY_PLACEHOLDER } from "../client/masking/redaction.ts";
import { deployed, provideFlags } from "../corpus/changed-reference.ts";
import { KEY, keyIn } from "../testing/key-leaks.ts";
import { startVerify } from "../testing/servers/cli-runner.ts";
import { fakePrism } from "../testing/servers/fake-prism.ts";
import type { CompleteExchange } from "./findings.ts";
import { loadPrism } from "./prism.ts";
import { addSecondValidator } from "./second-validator.ts";
import { cancelling, listing } from "./testing/exchanges.ts";

test("verify --through-prism: the same verdict, and a section on Prism", async () => {
  const { report } = await startVerify(["mock", "--through-prism", "--json"]);
  expect(report).toMatchObject({ verdict: "conforms", broken: [] });
  const { title } = report!.sections!.at(-1)!;
  expect(title).toMatch(/^Prism \S+ validated \d{3} exchanges as well: no differences$/);
});

test("Prism is asked about requests in which the key is masked", async () => {
  const root = fakePrism(`
    return async () => {
      const { right } = await forward()()();
      require("node:fs").appendFileSync(__dirname + "/asked", JSON.stringify([input, right]));
      return { right: { validations: { input: [], output: [] } } };
    };`);
  const deployment = await deployed();
  const { code } = await startVerify([...provideFlags(deployment), "--through-prism"], {
    env: { ORDERS_API_KEY: KEY, ORDERS_KIT_PRISM: root },
  });
  await deployment.close();
  expect(code).toBe(0);
  const asked = await readFile(join(root, "node_modules/@stoplight/prism-http/asked"), "utf8");
  expect(asked).toContain(`Bearer ${KEY_PLACEHOLDER}`);
  expect(keyIn(asked)).toBeUndefined();
});

/** Sends nothing: each call gets the next exchange. */
function replaying(exchanges: readonly CompleteExchange[]): Send {
  const left = [...exchanges];
  return async () => {
    const next = left.shift() as CompleteExchange;
    const url = `http://orders.example/v1${next.call.path}`;
    const exchange: Exchange = { ...next, url, credentialEchoed: false, sentAt: 0, receivedAt: 0 };
    return exchange;
  };
}

async function validate(...exchanges: CompleteExchange[]) {
  const validator = addSecondValidator(replaying(exchanges), await loadPrism());
  for (const { call } of exchanges) await validator.send(call);
  return validator.conclude();
}

test("a violation that only Prism reports, and an error that it throws, are broken checks", async () => {
  process.env.ORDERS_KIT_PRISM = fakePrism(`
    if (input.method === "delete") throw Error("no schema");
    const fault = { path: ["body", "3", "id"], message: "Response body property 3.id must be odd" };
    const strange = { path: ["body", "3", "name"], message: "must be short" };
    return async () => ({ right: { validations: { output: [fault, fault, strange] } } });`);
  try {
    const { broken, sections } = await validate(listing(200, '[{"id":2}]'), cancelling("17", 404));
    expect(broken.map(({ why }) => why)).toEqual([
      "Prism 5.0.0 and orders-kit differ. GET /store/orders, order-id: orders-kit finds the clause held. Prism reports: orders[3].id must be odd.",
      "Prism 5.0.0 and orders-kit differ. GET /store/orders: Prism reports at response.body.3.name, of which no clause says anything: must be short.",
      "Prism 5.0.0 and orders-kit differ. DELETE /store/orders/17: Prism gives no answer (no schema).",
    ]);
    expect(sections[0]?.title).toContain("3 differences");
  } finally {
    delete process.env.ORDERS_KIT_PRISM;
  }
});
