import { expect, test } from "playwright/test";
import { passedExchange } from "../testing/passed-exchange.ts";
import { judgeTraffic } from "./judge-traffic.ts";

test("alike findings are few entries with a count, however many paths an app calls", () => {
  const traffic = judgeTraffic({ baseUrl: "http://host/v1" }, 0);
  let lines = 0;
  for (let n = 0; n < 1000; n++)
    for (const path of ["/v1/no/such/path", "/v1/store/orders/x", "/v1/pets/", "/elsewhere/"])
      lines += traffic.add(
        passedExchange({ target: `${path}${n}`, sentAt: n, receivedAt: n }, { status: 404 }),
      ).entries.length;

  const { advice, remarks = [] } = traffic.report({ durationMs: 1, startedAt: "", broken: [] });
  const faults = remarks.flatMap(({ entries }) => entries);
  expect(advice.length + faults.length).toBeLessThan(60);
  expect(
    faults
      .filter(({ id }) => id === "outside-base")
      .map(({ why, times }) => [why.split(":")[0], times]),
  ).toEqual([...[0, 1, 2, 3, 4].map((n) => [`/elsewhere/${n}`, 1]), ["further requests", 995]]);
  expect(lines).toBeLessThan(60);
});
