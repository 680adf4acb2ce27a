import { expect, test } from "playwright/test";
import type { Fault } from "../../scenarios/scenario.ts";
import { describeFault } from "./faults.ts";

const SENTENCES: readonly (readonly [Fault, string])[] = [
  [{ delay: 2000 }, "all operations: delay 2000 ms"],
  [{ delay: [300, 3000], on: "listOrders" }, "listOrders: delay 300–3000 ms"],
  [{ on: ["listOrders", "getPet"], every: 3, status: 500 }, "listOrders and getPet, every 3 requests: status 500"],
  [{ times: 1, status: 503, retryAfter: 2 }, "all operations, once: status 503, Retry-After 2"],
  [{ probability: 0.2, fail: "reset" }, "all operations, 20% of requests: connection reset"],
  [
    { nth: 4, times: 2, after: 1, fail: "hang" },
    "all operations, request 4 only, after request 1, at most 2 times: no response",
  ],
];

for (const [fault, sentence] of SENTENCES)
  test(sentence, () => {
    expect(describeFault(fault)).toBe(sentence);
  });
