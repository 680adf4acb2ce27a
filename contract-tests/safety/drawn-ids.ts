/**
 * Random ids that no order has: a DELETE to them harms nobody, even if a careless service reads
 * them as another id.
 */
import { createHash } from "node:crypto";

/** Stands for a drawn id in a text. */
const PLACEHOLDER = "{drawn}";

/** The middle of the positive int64. */
const [MIN, MAX] = [2n ** 60n, 7n * 2n ** 60n];
/**
 * The lower 32 bits: above 3·10^9 when read as unsigned, below -2.6·10^8 when read as signed, and
 * far from -1.
 */
const [MIN_LOW, MAX_LOW] = [0xc0000000n, 0xf0000000n];

/**
 * True if no person, sequence or clock produces the id: it is in the middle of the positive int64,
 * and its lower 32 bits are in their range, too; or it consists of such lower 32 bits alone, signed
 * or not, which is what 32 bits leave of a drawn id.
 */
export function isRemote(id: bigint): boolean {
  const low = BigInt.asUintN(32, id);
  if (low < MIN_LOW || low >= MAX_LOW) return false;
  const high = id >> 32n;
  return high === 0n || high === -1n || (id >= MIN && id < MAX);
}

export interface DrawOptions {
  readonly seed: number;
  /** The ids drawn so far; receives each new one. */
  readonly drawn: Set<bigint>;
  /** True if the policy would send a cancellation with this text. */
  readonly isAllowed: (text: string) => boolean;
  /**
   * The drawn id has the lower 32 bits of this one, so a service that keeps 32 bits takes it for
   * this one. It is below 2^53, so that no double changes it.
   */
  readonly sameLow32As?: bigint | undefined;
}

/**
 * We draw this often at most: a list of millions may contain an order with which a random id could
 * be confused.
 */
const MAX_TRIES = 50;

/**
 * Returns the template with each `{drawn}` replaced by a random id that `isAllowed` accepts. If
 * none is found, any id is used, and the policy refuses the text.
 */
export function drawText(
  template: string,
  { seed, drawn, isAllowed, sameLow32As }: DrawOptions,
): string {
  if (!template.includes(PLACEHOLDER)) return template;
  for (let tries = 1; ; tries++) {
    const random = randomInteger(seed, drawn.size, tries);
    const id = sameLow32As === undefined ? remoteId(random) : twinId(random, sameLow32As);
    const text = template.replaceAll(PLACEHOLDER, String(id));
    drawn.add(id);
    if (tries === MAX_TRIES || isAllowed(text)) return text;
    drawn.delete(id);
  }
}

function remoteId(random: bigint): bigint {
  const id = MIN + (random % (MAX - MIN));
  const low = MIN_LOW + ((random >> 64n) % (MAX_LOW - MIN_LOW));
  return id - BigInt.asUintN(32, id) + low;
}

/** Returns an id between 2^52 and 2^53. */
function twinId(random: bigint, id: bigint): bigint {
  return 2n ** 52n + ((random % 2n ** 20n) << 32n) + BigInt.asUintN(32, id);
}

/** Returns 128 bits that follow from the arguments. */
function randomInteger(...from: readonly number[]): bigint {
  const digest = createHash("sha256").update(from.join(" ")).digest("hex");
  return BigInt(`0x${digest.slice(0, 32)}`);
}
