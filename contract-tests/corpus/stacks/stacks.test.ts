/** The gate on programs in the frameworks that people use: sound, as one writes them first, and with each mistake alone. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "playwright/test";
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { httpClient } from "../../client/http/http-client.ts";
import { type ClientResult, judgeClient, notHeld, violationsAndAdvice } from "../../testing/judge-client.ts";
import { usefulAbsentIds } from "../../testing/useful-absent-ids.ts";
import { initialOrders } from "../order.ts";
import type { Mode } from "../variant.ts";
import { EXPRESS } from "./express.ts";
import { FASTIFY } from "./fastify.ts";
import { HONO } from "./hono.ts";
import { KOA } from "./koa.ts";
import { MISTAKES, type MistakeId } from "./mistakes.ts";
import type { Stack } from "./stack.ts";
import { OrderStore } from "./store.ts";

const STACKS = [EXPRESS, FASTIFY, HONO, KOA];

for (const stack of STACKS) {
  test(`${stack.name}: the sound program conforms, and every clause is proven`, async () => {
    expect(notHeld(await judge(stack, []))).toEqual([]);
  });

  test(`${stack.name}: the sound program conforms in read-only mode`, async () => {
    const judged = await judge(stack, [], "read-only");
    expect(violationsAndAdvice(judged)).toEqual([]);
    expect(judged.report.verdict).toBe("conforms");
  });

  test(`${stack.name}: the first program is blamed for what it breaks, and for nothing else`, async () => {
    const { mistakes, hides } = stack.first;
    const seen = new Set(mistakes.flatMap(blamed));
    for (const id of hides) expect(seen.delete(id), id).toBe(true);
    expect(violated(await judge(stack, mistakes))).toEqual([...seen].sort());
  });

  for (const mistake of stack.mistakes)
    test(`${stack.name}: ${mistake}`, async () => {
      const { title, advice = [], gap } = MISTAKES[mistake];
      const judged = await judge(stack, [mistake]);
      expect(violated(judged), gap === undefined ? title : `A known gap: ${gap.why}`).toEqual(
        [...blamed(mistake)].sort(),
      );
      expect(judged.report.advice.map(({ id }) => id)).toEqual(expect.arrayContaining([...advice]));
    });
}

test("every mistake is made in a framework, breaks a clause or gets advice", () => {
  const made = new Set(STACKS.flatMap(({ mistakes }) => mistakes));
  const all = Object.keys(MISTAKES) as MistakeId[];
  expect(all.filter((mistake) => !made.has(mistake))).toEqual([]);
  expect(all.filter((mistake) => MISTAKES[mistake].breaks.length === 0 && !MISTAKES[mistake].advice)).toEqual([]);
});

function blamed(mistake: MistakeId): readonly ClauseId[] {
  const { breaks, gap } = MISTAKES[mistake];
  return gap?.violated ?? breaks;
}

/** Orders of customers, which the gate must not cancel. */
const CUSTOMERS = { pending: [1n, 2n, 3n, 7n, 12n], shipped: [4n, 17n, 40n] };
/**
 * No id becomes that of a customer's order in another notation, so that the gate may send all of them. Two are spare, for further
 * rounds of parallel cancellations: on a busy machine one round may miss a race.
 */
const PROVIDED = { pending: [52n, 55n, 58n, 2n ** 32n + 52n, 2n ** 53n + 1n, 2n ** 53n + 3n], shipped: [31n] };
const WITH_NUMBERS: readonly MistakeId[] = ["number-ids", "parse-int", "integer-parameter"];
const KEY = "Stack-key_7f3A90bc";

/** Serves the program on a free port, with orders of its own. */
async function judge(stack: Stack, mistakes: readonly MistakeId[], mode: Mode = "full"): Promise<ClientResult> {
  const { orders } = initialOrders(PROVIDED, CUSTOMERS);
  const typeOfIds = mistakes.some((mistake) => WITH_NUMBERS.includes(mistake)) ? Number : BigInt;
  const store = new OrderStore(
    orders.map(({ id, petId, state, ...order }) => {
      return { ...order, id: typeOfIds(id), petId: typeOfIds(petId), status: state };
    }),
  );
  const server = await stack.serve({ store, key: KEY, has: (mistake) => mistakes.includes(mistake) });
  if (!server.listening) await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const readOnly = mode === "read-only";
  const { pending, shipped } = readOnly ? { pending: [], shipped: [] } : PROVIDED;
  const absent = usefulAbsentIds({ readOnly, pending, shipped }).filter(
    (free) => !orders.some(({ id }) => id === free),
  );
  const client = httpClient({ baseUrl, key: KEY, limits: { quietMs: 15 } });
  try {
    const judged = await judgeClient(client.send, { baseUrl, pending, shipped, absent, readOnly });
    expect(judged.report.broken).toEqual([]);
    const states = new Map((await store.list()).map(({ id, status }) => [BigInt(id), status]));
    for (const id of CUSTOMERS.pending) expect(states.get(id), `the customer's order ${id}`).toBe("pending");
    return judged;
  } finally {
    await client.close();
    server.close();
    server.closeAllConnections();
  }
}

function violated({ report }: ClientResult): string[] {
  return report.clauses.flatMap(({ id, verdict }) => (verdict === "violated" ? [id] : [])).sort();
}
