/** Which lists an app can have read when it cancels with an id that a double rounds. */
import { expect, test } from "playwright/test";
import { cancellationOf, type Exchange, LIST_WITH_KEY } from "../client/exchange.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { errorAnswer, listAnswer } from "../testing/simulation/scripted-run.ts";
import { createJudgementQueue } from "./judgement-queue.ts";

const LISTED = 9_007_199_254_740_993n;
const ROUNDED = 9_007_199_254_740_992n;

const at = (sentAt: number, receivedAt: number, exchange: Exchange): Exchange => ({ ...exchange, sentAt, receivedAt });
const list = (from: number, to: number, ...ids: readonly bigint[]) =>
  at(from, to, sampleExchange(LIST_WITH_KEY, listAnswer(ids)));
const cancel = (from: number, to: number) =>
  at(from, to, sampleExchange(cancellationOf(ROUNDED), { status: 404, ...errorAnswer(404) }));

for (const [title, batches, rounded] of [
  ["a list before shows a neighbour", [[list(0, 10, LISTED)], [cancel(20, 30)]], 1],
  ["the list overlaps the request", [[list(0, 25, LISTED)], [cancel(20, 30)]], 0],
  ["the list came later, and is judged first", [[list(40, 50, LISTED)], [cancel(20, 30)]], 0],
  ["an earlier list shows the id itself", [[list(0, 5, ROUNDED)], [list(6, 10, LISTED)], [cancel(20, 30)]], 0],
] as [string, Exchange[][], number][])
  test(`an app ${rounded > 0 ? "has" : "may not have"} rounded an id: ${title}`, async () => {
    const faults: string[] = [];
    const queue = createJudgementQueue(
      { validate: async () => [] },
      {
        judged: ({ appFaults }) => void faults.push(...appFaults.map(({ id }) => id)),
        failed: () => {
          throw new Error("it is not judged");
        },
      },
    );
    for (const batch of batches) {
      for (const exchange of batch) queue.add({ exchange, requestBytes: 0 });
      expect(await queue.drain(5_000)).toBe(0);
    }
    expect(faults.filter((id) => id === "rounded-id").length).toBe(rounded);
  });
