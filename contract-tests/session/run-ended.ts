/** Ends a run: thrown by whatever notices that it cannot go on. What was found until then stands, the rest is unproven. */
export class RunEnded extends Error {
  /** One or two sentences: the reason, and what helps. */
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}
