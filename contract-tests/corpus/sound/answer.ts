/**
 * Makes a sound deployment that answers an open question. orders.ts has the reference's answers.
 */
import type { Answers } from "../../../spec/clauses/index.ts";
import { type Change, type Options, type Sound, sound } from "../variant.ts";

export const answer = (
  answers: Partial<Answers>,
  title: string,
  change: Change,
  options: Options<Sound> = {},
): Sound => sound(title, "the contract leaves it open", { answers, ...options }, change);
