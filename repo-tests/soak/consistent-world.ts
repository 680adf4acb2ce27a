/** Two clients cancel the same orders of one world, round after round: what every answer must be, however they interleave. */
import type { WorldClient } from "./client.ts";

export interface Tally {
  calls: number;
  /** What was not as it must be, in sentences. */
  readonly wrong: string[];
}

/** One round. Each pending order gets exactly one 204; a list has what was never cancelled, and nothing that was cancelled before. */
export async function cancelAll(world: WorldClient, name: string, tally: Tally): Promise<void> {
  const pending = await world.reset();
  const successes = new Map<string, number>();
  const attempted = new Set<string>();
  const client = async (ids: readonly string[]): Promise<void> => {
    for (const [turn, id] of ids.entries()) {
      attempted.add(id);
      const status = await world.cancel(id);
      if (status === 204) successes.set(id, (successes.get(id) ?? 0) + 1);
      else if (status !== 404) tally.wrong.push(`${name}: DELETE ${id} got ${status}`);
      tally.calls++;
      if (turn % 5 === 0) await checkList();
    }
  };
  const checkList = async (): Promise<void> => {
    const cancelledBefore = [...successes.keys()];
    const listed = await world.list();
    tally.calls++;
    for (const id of cancelledBefore)
      if (listed.has(id)) tally.wrong.push(`${name}: ${id} is listed after its cancellation`);
    for (const id of pending)
      if (!attempted.has(id) && !listed.has(id))
        tally.wrong.push(`${name}: ${id} is not listed, and was never cancelled`);
  };
  await Promise.all([client(pending), client(pending.toReversed())]);
  await checkList();
  for (const id of pending) {
    const times = successes.get(id) ?? 0;
    if (times !== 1) tally.wrong.push(`${name}: DELETE ${id} got 204 ${times} times`);
  }
}
