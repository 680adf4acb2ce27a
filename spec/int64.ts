/** int64 as the contract uses it for order and animal identifiers: an exact integer from -2^63 to 2^63 - 1. */

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/** What an int64 is, to someone who wrote something else. */
export const INT64_WORDS = `an integer from ${INT64_MIN} to ${INT64_MAX}, in digits alone`;

export function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

/** The integer a decimal text writes: a sign only when negative, no leading zero, no limit. Undefined for any other text. */
export function parseInteger(text: string): bigint | undefined {
  return /^(?:0|-?[1-9][0-9]{0,400})$/.test(text) ? BigInt(text) : undefined;
}

/** The int64 a decimal text writes, or undefined. */
export function parseInt64(text: string): bigint | undefined {
  const value = parseInteger(text);
  return value !== undefined && isInt64(value) ? value : undefined;
}
