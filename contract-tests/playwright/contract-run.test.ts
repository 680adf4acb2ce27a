/** A Playwright worker whose test has timed out while its check still runs. */
import { expect, test } from "playwright/test";
import { CHECKS } from "../checks/plan.ts";
import { deployed } from "../corpus/changed-reference.ts";
import type { CheckResult } from "../report/evidence.ts";
import { KEY } from "../testing/key-leaks.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { withContractRun } from "./contract-run.ts";

for (const id of ["cancel-pending", "auth-list"])
  test(`${id} sends nothing after the end of its worker`, async () => {
    let firstCall = (): void => {};
    const called = new Promise<void>((resolve) => {
      firstCall = resolve;
    });
    let isRunning = false;
    const deployment = await deployed((service) => {
      const { answer } = service;
      service.answer = (request) => {
        if (isRunning) firstCall();
        return answer(request);
      };
    });
    const { baseUrl: target, pending, shipped, absent } = deployment;
    const orders = { pending, shipped, absent };
    const budget = { parallel: 1, lingerMs: 0, shards: 1 };
    const options = {
      target,
      ...orders,
      ...budget,
      env: { ORDERS_API_KEY: KEY },
      outputDir: temporaryFolder(),
    };
    let result: Promise<CheckResult | Error> | undefined;
    await withContractRun(options, async ({ run }) => {
      isRunning = true;
      result = run(CHECKS.find((check) => check.id === id)!).catch((error: Error) => error);
      await called;
    });
    const sent = deployment.log.length;
    await result;
    await deployment.close();
    expect(deployment.log.slice(sent)).toEqual([]);
  });
