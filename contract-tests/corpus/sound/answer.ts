/** A sound deployment that answers a silence. How the reference answers them is said in orders.ts. */
import type { Answers } from "../../../spec/clauses/index.ts";
import { type Change, type Options, type Sound, sound } from "../variant.ts";

export const answer = (
  silences: Partial<Answers>,
  title: string,
  change: Change,
  options: Options<Sound> = {},
): Sound => sound(title, "the contract leaves it open", { silences, ...options }, change);
