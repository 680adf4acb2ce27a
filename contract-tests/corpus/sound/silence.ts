/** A sound deployment that answers one silence in one way. */
import { type Sound, sound } from "../variant.ts";

type Silent = NonNullable<Sound["silence"]>;

export const answers = (silence: Silent, title: string, change: Sound["change"], suffix = ""): Sound =>
  sound(`${silence.id}-${silence.answer}${suffix}`, title, "a silence", change, { silence });

export const asIs = (): void => {};
