/** Names and limits that schemas and the mock have in common. */

/** The list is then about 1 GB. */
export const MAX_ORDERS = 10_000_000;
export const MAX_SEED = 2 ** 32 - 1;
/** Seconds that go by until an order ships, and those that a clock is set forward, at most: 100 years. */
export const MAX_SECONDS = 3_155_760_000;

/** The maximum length of a scenario file in UTF-16 units: about 35,000 orders. The parser of YAML reads it in seconds. */
export const MAX_FILE_LENGTH = 1 << 22;

export const STATES = ["pending", "shipped", "cancelled"] as const;
export type CurrentState = (typeof STATES)[number];

/**
 * How a response is lost: the connection is reset, no response is sent, the body is truncated, or the body is not JSON.
 * The request still has its effect, as after a real network failure.
 */
export const FAILURES = ["reset", "hang", "truncate", "invalid-json"] as const;
export type FaultFailure = (typeof FAILURES)[number];
