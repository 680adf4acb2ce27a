/**
 * Browsers repeat by themselves a request that is reset on a connection used before, so that the
 * page would not see the fault.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../playwright/orders-fixture.ts";

for (const origin of ["the origin of the mock", "another origin"])
  test(`a page of ${origin} sees that the connection was reset, once`, async ({ page, orders }) => {
    const site = createServer((_, response) => response.end("<!doctype html>"));
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const { port } = site.address() as AddressInfo;
    const isOwn = origin === "the origin of the mock";
    await page.goto(isOwn ? `${orders.baseUrl}/no-page` : `http://127.0.0.1:${port}`);

    const list = (): Promise<number | string> =>
      page.evaluate(
        async ({ baseUrl, apiKey }) => {
          const headers = { authorization: `Bearer ${apiKey}` };
          return fetch(`${baseUrl}/store/orders`, { headers }).then(
            ({ status }) => status,
            ({ message }) => message,
          );
        },
        { baseUrl: orders.baseUrl, apiKey: orders.apiKey },
      );

    for (const nth of [1, 2, 3]) {
      expect(await list()).toBe(200);
      const reset = { nth, fail: "reset" } as const;
      // A fault may also come with a scenario.
      if (nth === 2) await orders.reset({ scenario: { faults: [reset] } });
      else await orders.fault(reset);
      const outcomes = [];
      for (let call = 1; call <= nth + 1; call++) outcomes.push(await list());
      expect(outcomes).toEqual([...Array(nth - 1).fill(200), "Failed to fetch", 200]);
    }
    site.close();
    site.closeAllConnections();
  });
