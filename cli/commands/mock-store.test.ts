/** `orders-kit mock --store`: three mocks behind a balancer are one deployment. */
import { expect, test } from "playwright/test";
import { verify } from "../../contract-tests/verify.ts";
import { startBalancer } from "../../mock/testing/balancer.ts";
import { control, startReplica } from "../../mock/testing/replicas.ts";
import { NO_STORE, startStore } from "../../mock/testing/store.ts";

const TIMES = process.env.ORDERS_KIT_CORPUS === "whole" ? 10 : 2;

test.skip(NO_STORE !== undefined, NO_STORE);

// A whole run of the gate takes a second.
test(`three mocks with a store, behind a balancer, conform ${TIMES} times`, async () => {
  test.slow();
  const store = await startStore();
  const replicas = await Promise.all([1, 2, 3].map(() => startReplica(store.url)));
  const balancer = await startBalancer(replicas.map(({ baseUrl }) => new URL(baseUrl).origin));
  try {
    for (let turn = 0; turn < TIMES; turn++) {
      const { verdict, clauses } = await verify({
        target: `${balancer.origin}/v1`,
        env: { ORDERS_API_KEY: "demo-key" },
        pending: [2n, 4n, 4294967301n, 9007199254740993n],
        shipped: [3n],
        lingerMs: 0,
      });
      expect(clauses.filter((clause) => clause.verdict !== "held")).toEqual([]);
      expect(verdict).toBe("conforms");
      await control(replicas[turn % 3]!, "POST reset");
    }
  } finally {
    await balancer.close();
    await Promise.all(replicas.map((replica) => replica.kill()));
    await store.stop();
  }
});
