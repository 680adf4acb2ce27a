/**
 * Asks Prism about exchanges one after the other, after the app has its responses. The queue is
 * limited in number and bytes; we do not ask about an exchange that finds no room.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Exchange } from "../../client/exchange.ts";
import type { PrismFinding } from "../../prism/findings.ts";
import type { Prism } from "../../prism/prism.ts";

const MAX_WAITING = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;

export function secondOpinion(
  { validate }: Pick<Prism, "validate">,
  onFailure: (error: unknown) => void,
) {
  let [waiting, bytes, left] = [0, 0, 0];
  let last: Promise<void> = Promise.resolve();
  return {
    ask(exchange: Exchange, use: (findings: readonly PrismFinding[]) => void): void {
      const size = exchange.response?.body.length ?? 0;
      if (waiting >= MAX_WAITING || bytes + size > MAX_BYTES) return void left++;
      waiting++;
      bytes += size;
      last = last
        // Forwarding comes first.
        .then(() => setImmediate())
        .then(() => validate(exchange))
        .then((findings = []) => use(findings))
        .catch(onFailure)
        .then(() => {
          waiting--;
          bytes -= size;
        });
    },
    /**
     * Resolves when nothing waits, or after this many milliseconds, to the number of exchanges that
     * Prism was not asked about.
     */
    async drain(milliseconds: number): Promise<number> {
      await Promise.race([last, setTimeout(milliseconds, undefined, { ref: false })]);
      return left + waiting;
    },
  };
}
