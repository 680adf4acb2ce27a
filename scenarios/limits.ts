/** Names and limits that the schemas and the mock share. */

/** A list of this many orders has about 1 GB. */
export const MAX_ORDERS = 10_000_000;
export const MAX_SEED = 2 ** 32 - 1;
/** Longest time until an order ships, and furthest a clock can be set forward: 100 years. */
export const MAX_SECONDS = 3_155_760_000;

/**
 * Maximum length of a scenario file in UTF-16 units: about 35,000 orders, which the YAML parser
 * reads in seconds.
 */
export const MAX_FILE_LENGTH = 1 << 22;

export const STATES = ["pending", "shipped", "cancelled"] as const;
export type CurrentState = (typeof STATES)[number];

/**
 * How a response is lost: the connection is reset, no response is sent, the body is truncated, or
 * the body is not JSON. The request still takes effect, as after a real network failure.
 */
export const FAILURES = ["reset", "hang", "truncate", "invalid-json"] as const;
export type FaultFailure = (typeof FAILURES)[number];
