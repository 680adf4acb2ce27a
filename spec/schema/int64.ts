/** int64, the type of order and pet ids: an integer from -2^63 to 2^63 - 1. */

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/** For error messages. */
export const INT64_DESCRIPTION = `an integer from ${INT64_MIN} to ${INT64_MAX}, in decimal digits`;

export function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

/** The integer of a decimal text without plus sign and leading zeros, of any size; undefined for any other text. */
export function parseInteger(text: string): bigint | undefined {
  return /^(?:0|-?[1-9][0-9]{0,400})$/.test(text) ? BigInt(text) : undefined;
}

/** The same, within int64. */
export function parseInt64(text: string): bigint | undefined {
  const value = parseInteger(text);
  return value !== undefined && isInt64(value) ? value : undefined;
}
