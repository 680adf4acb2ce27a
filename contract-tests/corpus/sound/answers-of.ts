/** Sound deployments that answer one silence. */
import type { Answers, SilenceId } from "../../../spec/clauses/index.ts";
import { type Change, type Options, type Sound, sound } from "../variant.ts";

/** Without `change` it is the answer of the reference. */
type Answering<Id extends SilenceId> = (answer: Answers[Id], title: string, change?: Change) => Sound;

export function answersOf<Id extends SilenceId>(
  id: Id,
  variants: (answering: Answering<Id>) => readonly Sound[],
  options: Options<Sound> = {},
): readonly Sound[] {
  return variants((answer, title, change = {}) => {
    const silence = { id, answer } as NonNullable<Sound["silence"]>;
    return sound(title, "the contract leaves it open", { silence, ...options }, change);
  });
}
