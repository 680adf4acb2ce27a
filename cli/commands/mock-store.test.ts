/** `orders-kit mock --store`: three mocks behind a balancer are one deployment. */
import { expect, test } from "playwright/test";
import { balancer } from "../../contract-tests/testing/servers/servers.ts";
import { verify } from "../../contract-tests/verify.ts";
import { startMock } from "../../mock/http/server.ts";
import { call, control, listed, startReplica } from "../../mock/testing/replicas.ts";
import { selfSigned } from "../../mock/testing/self-signed.ts";
import { NO_STORE, PASSWORD, startStore } from "../../mock/testing/store.ts";

const TIMES = process.env.ORDERS_KIT_CORPUS === "whole" ? 10 : 2;

test.skip(NO_STORE !== undefined, NO_STORE);

// Slow, because a whole run of the gate takes a second.
test(`three mocks with a store, behind a balancer, conform ${TIMES} times`, async () => {
  test.slow();
  const store = await startStore();
  const replicas = await Promise.all([1, 2, 3].map(() => startReplica(store)));
  const { port, close } = await balancer(
    replicas.map(({ baseUrl }) => Number(new URL(baseUrl).port)),
  );
  try {
    for (let turn = 0; turn < TIMES; turn++) {
      const { verdict, clauses } = await verify({
        target: `http://127.0.0.1:${port}/v1`,
        env: { ORDERS_API_KEY: "demo-key" },
        pending: [2n, 4n, 4294967301n, 9007199254740993n],
        shipped: [3n],
        linger: 0,
      });
      expect(clauses.filter((clause) => clause.verdict !== "held")).toEqual([]);
      expect(verdict).toBe("conforms");
      await control(replicas[turn % 3]!, "POST reset");
    }
  } finally {
    close();
    await Promise.all(replicas.map((replica) => replica.kill()));
    await store.stop();
  }
});

test("mocks share their worlds over TLS, with a password that nobody is shown", async () => {
  const store = await startStore(await selfSigned());
  const replicas = await Promise.all([1, 2].map(() => startReplica(store)));
  try {
    const id = "9007199254740993";
    expect((await call(replicas[0]!, "DELETE", `/store/orders/${id}`)).status).toBe(204);
    expect(await listed(replicas[1]!)).not.toContain(id);
    const refused = await startMock({ port: 0, store: store.url }).catch((error: Error) => error);
    expect(refused).toMatchObject({
      message: expect.stringMatching(
        /^The store rediss:\S+ cannot be used \(self-signed certificate.*NODE_EXTRA_CA_CERTS/,
      ),
    });
    expect(String(refused)).not.toContain(PASSWORD);
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()));
    await store.stop();
  }
});
