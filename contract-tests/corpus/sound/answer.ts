/** A sound deployment that answers a silence. */
import type { Answers, SilenceId } from "../../../spec/clauses/index.ts";
import { type Change, type Options, type Sound, sound } from "../variant.ts";

/** Without `change` it is the answer of the reference. */
export function answer<Id extends SilenceId>(
  id: Id,
  given: Answers[Id],
  title: string,
  change: Change = {},
  options: Options<Sound> = {},
): Sound {
  const silence = { id, answer: given } as NonNullable<Sound["silence"]>;
  return sound(title, "the contract leaves it open", { silence, ...options }, change);
}
