/**
 * Runs the gate on programs in popular frameworks: sound ones, first versions, and one mistake at a
 * time.
 */
import { expect, test } from "playwright/test";
import {
  type ClientResult,
  judgeClient,
  notHeld,
  violationsAndAdvice,
} from "../../testing/judge-client.ts";
import { fastClock } from "../../testing/simulation/fast-clock.ts";
import { chosen, isQuick, isWhole } from "../chosen.ts";
import type { Mode } from "../variant.ts";
import { MISTAKES, type Mistake, type MistakeId } from "./mistakes.ts";
import { CUSTOMERS, STACKS, serveStack } from "./serve-stack.ts";
import type { Stack } from "./stack.ts";

const MISTAKE_ENTRIES = Object.entries(MISTAKES) as [MistakeId, Mistake][];

// A quick run takes one of the frameworks.
for (const stack of isQuick ? STACKS.slice(0, 1) : STACKS) {
  test(`${stack.name}: the sound program conforms, and every clause is proven`, async () => {
    expect(notHeld(await judge(stack, []))).toEqual([]);
  });

  test(`${stack.name}: the sound program conforms in a run without ids`, async () => {
    const judged = await judge(stack, [], "without ids");
    expect(violationsAndAdvice(judged)).toEqual([]);
    expect(judged.report.verdict).toBe("conforms");
  });

  test(`${stack.name}: the first program is blamed for what it breaks, and for nothing else`, async () => {
    // The other mistakes may hide that the program cancels twice.
    const isSeen = (id: string) => id !== "cancel-once";
    const breaks = new Set(stack.first.flatMap((id) => MISTAKES[id].breaks).filter(isSeen));
    expect(violated(await judge(stack, stack.first)).filter(isSeen)).toEqual([...breaks].sort());
  });

  // A sample judges a quarter of the mistakes, each in one framework; a quick run an eighth.
  for (const [id, { breaks, advice }] of chosen(MISTAKE_ENTRIES, MISTAKE_ENTRIES.length / 4).filter(
    ([, { madeIn }]) => (isWhole ? madeIn.includes(stack.name) : madeIn[0] === stack.name),
  ))
    test(`${stack.name}: ${id}`, async () => {
      const judged = await judge(stack, [id]);
      expect(violated(judged)).toEqual(breaks.toSorted());
      expect(judged.report.advice.map(({ id }) => id)).toEqual(
        expect.arrayContaining(advice as string[]),
      );
    });
}

async function judge(
  stack: Stack,
  mistakes: readonly MistakeId[],
  mode: Mode = "full",
): Promise<ClientResult> {
  const clock = fastClock();
  const { store, send, config, close } = await serveStack(stack, mistakes, mode, clock.now);
  try {
    const judged = await judgeClient(send, config, clock);
    expect(judged.report.broken).toEqual([]);
    const states = new Map((await store.list()).map(({ id, state }) => [BigInt(id), state]));
    for (const id of CUSTOMERS.pending)
      expect(states.get(id), `the customer's order ${id}`).toBe("pending");
    return judged;
  } finally {
    await close();
  }
}

function violated({ report }: ClientResult): string[] {
  return report.clauses.flatMap(({ id, verdict }) => (verdict === "violated" ? [id] : [])).sort();
}
