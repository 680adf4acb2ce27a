/** Calls that may be sent in a run, and milliseconds after the first one from which further ones are refused. */
export const BUDGET = { maxRequests: 2000, runMs: 15 * 60_000 };

/** Calls of a run that is not thorough, to a conforming deployment. */
export const USUAL_CALLS = 200;

/** A list of orders may be a copy that is this many milliseconds old (spec/rulings.md). */
export const MAX_STALE_MS = 2_000;
