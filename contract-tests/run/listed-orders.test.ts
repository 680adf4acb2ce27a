import { expect, test } from "playwright/test";
import { startMock } from "../../mock/http/server.ts";
import { deployed } from "../corpus/changed-reference.ts";
import { KEY } from "../testing/key-leaks.ts";
import { verify } from "../verify.ts";

/** Judges a mock of which no order is provided: what the report says, and how many orders are listed before and after. */
async function judge(options: { readonly disposable?: true; readonly readOnly?: true }) {
  const mock = await startMock({ port: 0, apiKeys: ["k-4711-listed"] });
  const count = async (): Promise<number> => {
    const headers = { authorization: "Bearer k-4711-listed" };
    const response = await fetch(`${mock.baseUrl}/store/orders`, { headers });
    return (await response.text()).match(/"id":/g)!.length;
  };
  try {
    const before = await count();
    const env = { ORDERS_API_KEY: "k-4711-listed" };
    const { verdict, clauses } = await verify({ target: mock.baseUrl, env, lingerMs: 0, ...options });
    const held = clauses.flatMap(({ id, verdict }) => (verdict === "held" ? [id] : []));
    return { verdict, held, cancelled: before - (await count()) };
  } finally {
    await mock.close();
  }
}

test("where nothing is worth protecting, listed orders are cancelled when none are provided", async () => {
  const { verdict, held, cancelled } = await judge({ disposable: true });
  expect(verdict).toBe("conforms");
  expect(cancelled).toBeGreaterThan(0);
  expect(held).toEqual(expect.arrayContaining(["cancel-shipped-conflict", "cancel-shipped-unchanged"]));
});

test("what is sent to find them is part of the budget, and of what the report counts", async () => {
  const deployment = await deployed(undefined, "read-only");
  const { baseUrl: target, log } = deployment;
  const options = { target, disposable: true, lingerMs: 0, maxRequests: 30, env: { ORDERS_API_KEY: KEY } };
  const { requests } = await verify(options);
  await deployment.close();
  expect([requests, log.length]).toEqual([30, 30]);
});

test("without --disposable, and in a read-only run, none is", async () => {
  for (const options of [{}, { disposable: true, readOnly: true }] as const) {
    const { verdict, cancelled } = await judge(options);
    expect([verdict, cancelled]).toEqual(["conforms", 0]);
  }
});
