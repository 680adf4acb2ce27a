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

  const { advice, sections = [] } = traffic.report({ durationMs: 1, startedAt: "", broken: [] });
  const faults = sections.flatMap(({ entries }) => entries);
  expect(advice.length + faults.length).toBeLessThan(60);
  expect(
    faults
      .filter(({ id }) => id === "outside-base")
      .map(({ why, times }) => [why.split(":")[0], times]),
  ).toEqual([...[0, 1, 2, 3, 4].map((n) => [`/elsewhere/${n}`, 1]), ["further requests", 995]]);
  expect(lines).toBeLessThan(60);
});

test("beyond 16 MiB of bodies, long ones are not kept, so that no part of one ends within a key", () => {
  const traffic = judgeTraffic({ baseUrl: "http://host/v1" }, 0);
  const order = `{"id":1,"petId":2,"quantity":3,"shipDate":"2026-11-21T08:15:00Z","complete":true}`;
  const filler = " ".repeat(7 * 2 ** 20);
  for (const [nth, wrong] of ['"petId":"x"', '"quantity":"x"', '"complete":"x"'].entries()) {
    const name = wrong.split(":")[0]!;
    const body = `[${filler}${order.replace(new RegExp(`${name}:[^,}]+`), wrong)}]`;
    const headers = [["Content-Type", "application/json"]] as const;
    traffic.add(passedExchange({ sentAt: nth, receivedAt: nth }, { status: 200, headers, body }));
  }
  const { clauses } = traffic.report({ durationMs: 1, startedAt: "", broken: [] });
  const shown = clauses.flatMap(({ evidence = [] }) =>
    evidence.map(({ response }) =>
      response.includes("»") ? "the fault" : response.split("\n")[3],
    ),
  );
  expect(shown).toEqual([
    // This violation is the missing key, not a fault in the body.
    "(the beginning of 7,340,117 bytes)",
    "the fault",
    "the fault",
    "(orders[0].complete, a body of 7,340,114 bytes, which was not kept)",
  ]);
});
