/** Calls that may be sent in a run, and milliseconds after the first one from which further ones are refused. */
export const BUDGET = { maxRequests: 2000, runMs: 15 * 60_000 };
