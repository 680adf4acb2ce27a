/** Collects the mistakes of a text, so that one error shows all of them. */
import { UserError } from "../errors/user-errors.ts";

/** The most that one error shows. Beyond, the reader stops: a hostile text may have as many as characters. */
const MOST = 10;

class Mistakes extends UserError {
  readonly all: readonly UserError[];
  constructor(first: UserError, others: readonly UserError[]) {
    const all = [first, ...others];
    const more = all.length > MOST ? ["… and more."] : [];
    super(first.code, [...all.slice(0, MOST).map(({ message }) => message), ...more].join("\n"), first.exitCode);
    this.all = all;
  }
}

/** The results of reading each item. Throws one error with the mistakes of all of them. */
export function readEach<Item, T>(items: readonly Item[], read: (item: Item) => T): T[] {
  const results: T[] = [];
  const mistakes: UserError[] = [];
  for (const item of items) {
    try {
      results.push(read(item));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      mistakes.push(...(error instanceof Mistakes ? error.all : [error]));
      if (mistakes.length > MOST) break;
    }
  }
  const [first, ...others] = mistakes;
  if (first === undefined) return results;
  throw others.length === 0 ? first : new Mistakes(first, others);
}
