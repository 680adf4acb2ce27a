/** How long the gate waits for a response, and how much of it is read. */

export interface Limits {
  /** Milliseconds until the first byte of a response. */
  readonly firstByteMs: number;
  /** Milliseconds until a small response is complete; each megabyte adds a second. */
  readonly wholeMs: number;
  /** Milliseconds until a response of any size is complete. */
  readonly maxMs: number;
  /** Bytes of a body. */
  readonly bodyBytes: number;
  /** Milliseconds to wait for bytes after a response that must have no content. */
  readonly quietMs: number;
}

export const LIMITS: Limits = {
  firstByteMs: 10_000,
  wholeMs: 15_000,
  maxMs: 120_000,
  bodyBytes: 256 * 1024 * 1024,
  quietMs: 150,
};
