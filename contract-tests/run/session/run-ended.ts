/**
 * Ends a run. Thrown by the code that notices that the run cannot go on. Earlier findings stand,
 * the rest is unproven. The message has one or two sentences: the reason, and what helps.
 */
export class RunEnded extends Error {}
