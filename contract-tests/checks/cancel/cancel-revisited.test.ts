import { expect, test } from "playwright/test";
import { deployed } from "../../corpus/changed-reference.ts";
import { ANSWER_KINDS } from "../../ledger/answers.ts";
import { KEY } from "../../testing/key-leaks.ts";
import { verify } from "../../verify.ts";

for (const mode of ["read-only", "writing"] as const)
  test(`a ${mode} run gets 34 answers of each kind with at most 400 calls, 250 of them without the good key`, async () => {
    const deployment = await deployed(undefined, mode === "read-only" ? mode : undefined);
    const { baseUrl: target, pending, shipped, log, close } = deployment;
    const ids = mode === "read-only" ? {} : { pending, shipped };
    const {
      verdict,
      requests,
      remarks = [],
    } = await verify({
      ...{ target, ...ids, lingerMs: 0, env: { ORDERS_API_KEY: KEY } },
    });
    await close();
    expect(verdict).toBe("conforms");
    expect(requests).toBeLessThanOrEqual(400);
    expect(log.filter(({ goodKey }) => !goodKey).length).toBeLessThanOrEqual(250);
    const answers =
      remarks.find(({ title }) => title.startsWith("Chance of meeting"))?.entries ?? [];
    const needOrders = mode === "read-only" ? ["shipped orders", "orders cancelled before"] : [];
    expect(answers.length).toBe(ANSWER_KINDS.length - needOrders.length);
    // One wrong answer in twelve is met with nearly 95 %.
    for (const { id, times } of answers) expect(times, id).toBeGreaterThanOrEqual(34);
  });
