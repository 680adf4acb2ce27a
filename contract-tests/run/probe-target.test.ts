import { expect, test } from "playwright/test";
import { startMock } from "../../mock/http/server.ts";
import { deployed } from "../corpus/changed-reference.ts";
import { KEY } from "../testing/key-leaks.ts";
import { type VerifyOptions, verify } from "../verify.ts";

/**
 * Judges a deployment without providing an order. Returns the report, and what the deployment
 * received.
 */
async function judge(options: Omit<VerifyOptions, "target">) {
  const deployment = await deployed(undefined, "without ids");
  const report = await verify({
    target: deployment.baseUrl,
    linger: 0,
    env: { ORDERS_API_KEY: KEY },
    ...options,
  });
  await deployment.close();
  const { log } = deployment;
  return {
    ...report,
    received: log.length,
    cancelled: log.filter(({ cancelled }) => cancelled !== undefined).length,
  };
}

test("where nothing is worth protecting, listed orders are cancelled as well when too few are provided", async () => {
  const mock = await startMock({ port: 0, apiKeys: ["k-4711-listed"] });
  const provided = mock.orders("pending").ids.at(-1)!;
  const options = { target: mock.baseUrl, env: { ORDERS_API_KEY: "k-4711-listed" }, linger: 0 };
  const { verdict, clauses } = await verify({ ...options, disposable: true, pending: [provided] });
  expect(mock.orders("pending").ids).not.toContain(provided);
  await mock.close();
  const held = clauses.flatMap((clause) => (clause.verdict === "held" ? [clause.id] : []));
  expect(verdict).toBe("conforms");
  expect(held).toEqual(
    expect.arrayContaining(["cancel-shipped-conflict", "cancel-shipped-unchanged"]),
  );
});

test("what is sent to find orders is part of what the report counts", async () => {
  const { requests, received, verdict, cancelled } = await judge({ disposable: true });
  expect([requests, verdict]).toEqual([received, "conforms"]);
  expect(cancelled).toBeGreaterThan(0);
});

test("without --disposable, and in a read-only run, no listed order is cancelled", async () => {
  for (const options of [{}, { disposable: true, readOnly: true }]) {
    const { verdict, cancelled } = await judge(options);
    expect([verdict, cancelled]).toEqual(["conforms", 0]);
  }
});
