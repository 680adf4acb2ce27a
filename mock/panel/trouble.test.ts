import { expect, test } from "playwright/test";
import type { Fault } from "../../scenarios/troubles.ts";
import { describeFault } from "./trouble.ts";

const SENTENCES: readonly (readonly [Fault, string])[] = [
  [{ delay: 2000 }, "any operation: 2000 ms late"],
  [{ delay: [300, 3000], on: "listOrders" }, "listOrders: 300–3000 ms late"],
  [{ on: ["listOrders", "getPet"], every: 3, status: 500 }, "listOrders and getPet, every 3 calls: 500"],
  [{ times: 1, status: 503, retryAfter: 2 }, "any operation, once: 503, Retry-After 2"],
  [{ probability: 0.2, fail: "reset" }, "any operation, 20 % of calls: connection reset"],
  [{ nth: 4, times: 2, after: 1, fail: "hang" }, "any operation, call 4, after 1 calls, 2 times: no answer"],
];

for (const [fault, sentence] of SENTENCES)
  test(sentence, () => {
    expect(describeFault(fault)).toBe(sentence);
  });
