/** The gate on a mock that limits its rate or is overloaded. */
import { expect, test } from "playwright/test";
import { startMock, verify } from "../index.ts";
import { scenarios } from "../scenarios/index.ts";

for (const status of [429, 503])
  test(`a service that answers every tenth call with ${status} and Retry-After is judged`, async () => {
    const scenario = { ...scenarios["rate-limited"]!, faults: [{ every: 10, status, retryAfter: 0 }] };
    const mock = await startMock({ port: 0, scenario });
    try {
      const report = await verify({
        target: mock.baseUrl,
        pending: mock.orders("pending").ids.slice(0, 4),
        shipped: mock.orders("shipped").ids.slice(0, 1),
        env: { ORDERS_API_KEY: "demo-key" },
      });
      expect(report.clauses.filter(({ verdict }) => verdict !== "held")).toEqual([]);
      expect(report.verdict).toBe("conforms");
    } finally {
      await mock.close();
    }
  });
