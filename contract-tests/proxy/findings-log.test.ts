import { expect, test } from "playwright/test";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { findAppFaults } from "./app-faults.ts";
import { createFindingsLog } from "./findings-log.ts";

test("alike findings are one entry with a count, however many paths an app calls", () => {
  const log = createFindingsLog();
  let lines = 0;
  for (let n = 0; n < 1000; n++) {
    for (const path of [`/no/such/path/${n}`, `/store/orders/x${n}`, `/pets/${n}`]) {
      const exchange = sampleExchange({ method: "GET", path }, { status: 404 });
      const findings = [
        { kind: "advice", id: "some-advice", why: `about ${path}`, times: 1, evidence: [] },
        { kind: "observed", silence: "error-codes", observed: `code ${n}`, at: n },
      ] as const;
      const appFaults = findAppFaults(exchange, 0, new Set());
      lines += log.add({ exchange, findings, prism: undefined, appFaults }).length;
    }
    lines += log.addOutside("GET", `/elsewhere/${n}`).length;
  }
  const target = { url: "http://host/v1", readOnly: false };
  const { advice, remarks = [] } = log.report({
    target,
    durationMs: 1,
    startedAt: "",
    broken: [],
    requests: 4000,
  });
  const faults = remarks.flatMap(({ entries }) => entries);
  expect(advice.length + faults.length).toBeLessThan(10);
  expect(faults.find(({ id }) => id === "outside-base")).toMatchObject({ times: 1000 });
  expect(lines).toBeLessThan(50);
});
