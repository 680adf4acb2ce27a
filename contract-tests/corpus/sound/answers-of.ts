/** Sound deployments that answer one silence. */
import type { Answers, SilenceId } from "../../../spec/clauses/index.ts";
import { type Change, type Options, type Sound, sound } from "../variant.ts";

/** Without `change` it is the answer of the reference. `suffix` distinguishes variants with the same answer. */
type Answering<Id extends SilenceId> = (answer: Answers[Id], title: string, change?: Change, suffix?: string) => Sound;

export function answersOf<Id extends SilenceId>(
  id: Id,
  variants: (answering: Answering<Id>) => readonly Sound[],
  options: Options<Sound> = {},
): readonly Sound[] {
  return variants((answer, title, change = {}, suffix = "") =>
    sound(`${id}-${String(answer)}${suffix}`, title, "the contract leaves it open", change, {
      silence: { id, answer } as NonNullable<Sound["silence"]>,
      ...options,
    }),
  );
}
