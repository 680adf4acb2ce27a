/**
 * Ends a run: thrown by whatever notices that it cannot go on. What was found until then stands, the rest is unproven. The message has one or two
 * sentences: the reason, and what helps.
 */
export class RunEnded extends Error {}
