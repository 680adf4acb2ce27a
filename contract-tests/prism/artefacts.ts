/**
 * Where Prism's word is not taken: one table. An entry tells how to recognise what it is about, and why in a sentence; the bugs
 * carry a probe that shows them in the installed Prism, so that an entry is reported as stale once Prism has mended it.
 */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { BUGS } from "./bugs.ts";
import { LIMITS } from "./limits.ts";
import type { Judged, PrismAnswer } from "./referee.ts";
import { RULINGS } from "./rulings.ts";
import type { PrismSaying } from "./saying.ts";

export interface Artefact {
  readonly id: string;
  /** One sentence. */
  readonly why: string;
  /** Prism must not be asked about such an exchange. */
  readonly unaskable?: (exchange: Judged) => boolean;
  /** The whole answer tells nothing. */
  readonly voids?: (answer: Answered, exchange: Answerable) => boolean;
  /** This entry of it tells nothing. */
  readonly filters?: (saying: PrismSaying, exchange: Answerable) => boolean;
  /** Prism does not say what breaks these clauses, of such an exchange. */
  readonly silentOn?: { readonly clauses: readonly ClauseId[]; readonly when?: (exchange: Answerable) => boolean };
}

/** Something that Prism does wrong, with an exchange that shows it. */
export interface Bug extends Artefact {
  readonly probe: { readonly exchange: Answerable; readonly shows: (answer: PrismAnswer) => boolean };
}

type Answered = Extract<PrismAnswer, { kind: "answered" }>;
export type Answerable = Judged & Required<Pick<Judged, "response">>;

export type ArtefactId = (typeof BUGS | typeof RULINGS | typeof LIMITS)[number]["id"];

export const ARTEFACTS: readonly (Artefact & { readonly id: ArtefactId })[] = [...BUGS, ...RULINGS, ...LIMITS];

/** Why Prism is not asked about an exchange. */
export function unaskable(exchange: Judged): ArtefactId | undefined {
  return ARTEFACTS.find((entry) => entry.unaskable?.(exchange))?.id;
}
