/** Which lists an app can have read when it cancels with an id that a double rounds, and what is kept of them. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "playwright/test";
import { cancellationOf, LIST_WITH_KEY } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { exchangeRaw, GET, proxyTo } from "../testing/forward.ts";
import { rawServer } from "../testing/raw-server.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { errorAnswer, listAnswer } from "../testing/simulation/scripted-run.ts";
import { createJudgementQueue } from "./judgement-queue.ts";
import { recordExchange } from "./recording.ts";

const LISTED = 9_007_199_254_740_993n;
const ROUNDED = 9_007_199_254_740_992n;

const at = (sentAt: number, receivedAt: number, exchange: Exchange): Exchange => ({
  ...exchange,
  sentAt,
  receivedAt,
});
const list = (from: number, to: number, ids: readonly bigint[]) =>
  at(from, to, sampleExchange(LIST_WITH_KEY, listAnswer(ids)));
const cancel = (from: number, to: number) =>
  at(from, to, sampleExchange(cancellationOf(ROUNDED), { status: 404, ...errorAnswer(404) }));

/** A queue, and the faults of the app that it finds. */
function judging() {
  const faults: string[] = [];
  const queue = createJudgementQueue(
    { validate: async () => [] },
    {
      judged: ({ appFaults }) => void faults.push(...appFaults.map(({ id }) => id)),
      failed: (error) => {
        throw error;
      },
    },
  );
  return { queue, rounded: () => faults.filter((id) => id === "rounded-id").length };
}

for (const [title, batches, rounded] of [
  ["a list before shows a neighbour", [[list(0, 10, [LISTED])], [cancel(20, 30)]], 1],
  ["the list overlaps the request", [[list(0, 25, [LISTED])], [cancel(20, 30)]], 0],
  ["the list came later, and is judged first", [[list(40, 50, [LISTED])], [cancel(20, 30)]], 0],
  [
    "an earlier list shows the id itself",
    [[list(0, 5, [ROUNDED])], [list(6, 10, [LISTED])], [cancel(20, 30)]],
    0,
  ],
] as [string, Exchange[][], number][])
  test(`an app ${rounded > 0 ? "has" : "may not have"} rounded an id: ${title}`, async () => {
    const { queue, rounded: found } = judging();
    for (const batch of batches) {
      for (const exchange of batch) queue.add({ exchange, requestBytes: 0 });
      expect(await queue.drain(5_000)).toBe(0);
    }
    expect(found()).toBe(rounded);
  });

test("once lists have shown too many ids, none counts as rounded: the app may have read one that is not kept", async () => {
  const { queue, rounded } = judging();
  const many = Array.from({ length: 200_001 }, (_, at) => LISTED + BigInt(8 * at));
  for (const exchange of [list(0, 10, many), cancel(20, 30)])
    queue.add({ exchange, requestBytes: 0 });
  expect(await queue.drain(60_000)).toBe(0);
  expect(rounded()).toBe(0);
});

test("no list is kept, though each shows a new id beyond 2^53", async () => {
  const LISTS = 20;
  let served = 0;
  const deployment = await rawServer((socket) => {
    const body = `[{"id":${LISTED + BigInt(8 * served++)}}]`;
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
  const proxy = await proxyTo(deployment.origin);
  const { queue, rounded } = judging();
  const bodies: WeakRef<Uint8Array>[] = [];
  const record = async (): Promise<void> => {
    const exchange = recordExchange(await proxy.next(), {
      baseUrl: `${deployment.origin}/v1`,
    }) as Exchange;
    if (exchange.response !== undefined) bodies.push(new WeakRef(exchange.response.body));
    queue.add({ exchange, requestBytes: 0 });
  };
  for (let nth = 0; nth < LISTS; nth++) {
    await exchangeRaw(proxy.port, GET("/v1/store/orders", "Authorization: Bearer some-key"));
    await record();
  }
  expect(await queue.drain(5_000)).toBe(0);
  proxy.close();
  deployment.close();

  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  expect(bodies).toHaveLength(LISTS);
  expect(bodies.filter((body) => body.deref() !== undefined).length).toBeLessThan(3);

  // What they showed is known nevertheless.
  queue.add({
    exchange: cancel(performance.now() + 1_000, performance.now() + 2_000),
    requestBytes: 0,
  });
  expect(await queue.drain(5_000)).toBe(0);
  expect(rounded()).toBe(1);
});
