/** How long the gate waits for a response, and how much of it is read. */
export const LIMITS = {
  /** Milliseconds until the first byte of a response. */
  firstByteMs: 10_000,
  /** Milliseconds until a small response is complete; each megabyte adds a second. */
  wholeMs: 15_000,
  /** Milliseconds until a response of any size is complete. */
  maxMs: 120_000,
  /** Bytes of a body. */
  bodyBytes: 256 * 1024 * 1024,
  /** Milliseconds to wait for bytes after a response that must have no content. */
  quietMs: 150,
};

export type Limits = Readonly<typeof LIMITS>;
