/** A browser other than Chromium, as far as the trials need one. */
export interface Engine {
  /** Loads the page, also if it is loaded already. */
  open(url: string): Promise<void>;
  /**
   * Calls the function in the page and resolves with its JSON result. The function may use nothing
   * from outside but its argument.
   */
  evaluate<A, T>(call: (argument: A) => T | Promise<T>, argument: A): Promise<T>;
  close(): Promise<void>;
}

/** Returns the expression that calls the function with the argument. */
export const callOf = <A>(call: (argument: A) => unknown, argument: A): string =>
  `(${call})(${JSON.stringify(argument)})`;
