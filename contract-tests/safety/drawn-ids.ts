/** Random ids, which no order has: a DELETE to them harms nobody, also when a careless service reads them as another id. */
import { createHash } from "node:crypto";

/** Where a text takes a drawn id. */
const PLACEHOLDER = "{drawn}";

/** The middle of the positive int64. */
const [MIN, MAX] = [2n ** 60n, 7n * 2n ** 60n];
/** In 32 bits: above 3·10^9 when read as unsigned, below -2.6·10^8 when read as signed, and far from -1. */
const [MIN_LOW, MAX_LOW] = [0xc0000000n, 0xf0000000n];

/**
 * True if an id is one that no person, sequence or clock produces: in the middle of the positive int64, with lower 32 bits of
 * the same kind; or such lower 32 bits alone, signed or not, which are what is left of it in 32 bits.
 */
export function isRemote(id: bigint): boolean {
  const low = BigInt.asUintN(32, id);
  if (low < MIN_LOW || low >= MAX_LOW) return false;
  const high = id >> 32n;
  return high === 0n || high === -1n || (id >= MIN && id < MAX);
}

export interface DrawOptions {
  readonly seed: number;
  /** Takes the ids that are drawn. */
  readonly drawn: Set<bigint>;
  /** True if the guard would send a cancellation with this text. */
  readonly isAllowed: (text: string) => boolean;
  /**
   * The drawn id has the lower 32 bits of this one, so that it is taken for this one in 32 bits. It is below 2^53, so that no
   * double changes them.
   */
  readonly sameLow32As?: bigint | undefined;
}

/** A list of millions may contain an order with which a random id could be confused. */
const MAX_TRIES = 50;

/**
 * The template with each `{drawn}` replaced by a random id with which it is allowed. When none is found, by any: then the
 * guard refuses the text.
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

/** Between 2^52 and 2^53. */
function twinId(random: bigint, id: bigint): bigint {
  return 2n ** 52n + ((random % 2n ** 20n) << 32n) + BigInt.asUintN(32, id);
}

/** 128 bits that follow from the arguments. */
function randomInteger(...from: readonly number[]): bigint {
  const digest = createHash("sha256").update(from.join(" ")).digest("hex");
  return BigInt(`0x${digest.slice(0, 32)}`);
}
