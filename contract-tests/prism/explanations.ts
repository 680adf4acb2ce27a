/** The table of reasons why a verdict of Prism is not counted. */
import type { RecordedExchange } from "./answer.ts";
import { BUGS } from "./bugs.ts";
import type { Explanation } from "./explanation.ts";
import { LIMITS } from "./limits.ts";
import { RULINGS } from "./rulings.ts";

export type ExplanationId = (typeof BUGS | typeof RULINGS | typeof LIMITS)[number]["id"];

export const EXPLANATIONS: readonly (Explanation & { readonly id: ExplanationId })[] = [...BUGS, ...RULINGS, ...LIMITS];

/** Why Prism must not be asked about an exchange. */
export function exclusionOf(exchange: RecordedExchange): ExplanationId | undefined {
  return EXPLANATIONS.find(({ excludes }) => excludes?.(exchange))?.id;
}

/** The sentence of an entry. */
export function reasonOf(id: ExplanationId): string {
  return EXPLANATIONS.find((entry) => entry.id === id)?.why ?? "";
}
