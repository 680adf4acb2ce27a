/** Stores to start with. Each handed-over id stands where a careless comparison hits somebody else's order. */
import { INT64_MAX, INT64_MIN } from "../../spec/int64.ts";
import { type Seed, seed } from "./order.ts";

const range = (from: bigint, count: number): bigint[] => Array.from({ length: count }, (_, i) => from + BigInt(i));
const P53 = 2n ** 53n;
const P32 = 2n ** 32n;

/**
 * One small id, one that wraps to it in 32 bits, and two beyond 2^53, which a double rounds to customers' orders: the first
 * to a pending one, the second to one that has shipped. Customers own 1 to 20, so that `1.5`, `1e1`, `0x11` and `12abc` read
 * carelessly are somebody's orders.
 */
export const mixed = (): Seed =>
  seed(
    { pending: [23n, P32 + 23n, P53 + 1n, P53 + 3n], shipped: [31n] },
    {
      pending: [...range(1n, 17), 24n, 27n, 29n, P32 + 24n, P53, P53 + 2n, P53 + 1000n],
      shipped: [18n, 19n, 20n, 30n, 33n, P32 + 22n, P53 + 4n, P53 + 1001n],
    },
  );

export const small = (): Seed =>
  seed({ pending: [52n, 55n, 58n, 61n], shipped: [53n] }, { pending: range(1n, 30), shipped: range(40n, 8) });

/** Beyond int32, no two equal in their lower 32 bits, nothing small beside them. */
export const beyondInt32 = (): Seed =>
  seed(
    { pending: [P32 + 1n, P32 * 3n + 7n, P32 * 9n + 12n, 2n ** 31n], shipped: [P32 * 5n + 40n] },
    { pending: range(P32 * 7n + 100n, 12), shipped: range(P32 * 2n + 300n, 5) },
  );

/** Beyond 2^53, each beside another that is handed over: rounding cancels one of our own. */
export const adjacentBeyondDouble = (): Seed =>
  seed(
    { pending: [P53, P53 + 1n, P53 + 5n, P53 + 4n], shipped: [P53 + 9n] },
    { pending: range(P53 + 1000n, 8), shipped: range(P53 + 2000n, 4) },
  );

/** Beyond 2^53 where no double lies, with nobody near. */
export const lonelyBeyondDouble = (): Seed =>
  seed(
    { pending: [P53 + 1n, P53 + 2001n, 2n ** 60n + 77n, 2n ** 62n + 333n], shipped: [2n ** 61n + 55n] },
    { pending: range(1n, 12), shipped: range(40n, 5) },
  );

export const edges = (): Seed =>
  seed(
    { pending: [INT64_MAX, INT64_MIN, 0n, -5n], shipped: [INT64_MAX - 1n] },
    { pending: [1n, -1n, INT64_MIN + 1n, P53 - 1n, P53], shipped: [2n, -2n, INT64_MAX - 2n] },
  );

/** Nobody's orders but those handed over. */
export const alone = (): Seed =>
  seed({ pending: [23n, 4_294_967_319n, P53 + 1n, P53 + 3n], shipped: [31n] }, { pending: [], shipped: [] });

/** An hour-old copy of staging: as many customers' orders as asked for. */
export const crowd = (size: number) => (): Seed => {
  const customers = range(1000n, size);
  return seed(
    { pending: [23n, 5003n * 10n ** 6n, P53 + 1n, P53 + 3n], shipped: [31n] },
    { pending: customers.filter((id) => id % 3n !== 0n), shipped: customers.filter((id) => id % 3n === 0n) },
  );
};

/** More ids than a run needs. */
export const generous = (): Seed =>
  seed(
    {
      pending: [23n, 24n, 25n, P32 + 23n, P32 + 24n, P53 + 1n, P53 + 2n, P53 + 3n, INT64_MAX],
      shipped: [31n, P53 + 5n],
    },
    { pending: range(1n, 20), shipped: range(60n, 10) },
  );
