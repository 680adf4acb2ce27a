/** Annotations of a GitHub Actions job: one command to its runner per line. */

import type { Report } from "../contract-tests/report/schema.ts";
import { MARKS, marked } from "../contract-tests/report/writers/marks.ts";
import { outlineOf } from "../contract-tests/report/writers/outline.ts";
import { type AnnotationKind, annotation } from "./workflow-commands.ts";

type AnnotationTexts = readonly [title: string, text: string];

/** GitHub shows ten annotations of a kind per step and silently drops the rest. */
const MAX_OF_A_KIND = 10;

/** Titles include the target's name if there are several targets. */
export function annotations(report: Report, target?: string): string[] {
  const { title, problems, faults, advice, known } = outlineOf(report);
  const titleOf = (about: string): string => [target, about].filter(Boolean).join(": ");
  const errors = [
    ...problems.map((problem): AnnotationTexts => [title, problem]),
    ...faults.map(({ id, statement, why, seen }): AnnotationTexts => {
      const places = seen.length === 0 ? "" : `Seen at ${seen.join("; ")}.`;
      return [titleOf(id), [statement, why, places].filter(Boolean).join(" ")];
    }),
  ];
  const notices = known.filter(({ mark }) => mark === MARKS.known || mark === MARKS.held);
  return [
    ...annotationsOf("error", errors),
    ...annotationsOf(
      "warning",
      advice.map(({ name, found }) => [titleOf(name), found[0]!.why]),
    ),
    ...annotationsOf(
      "notice",
      notices.map(({ mark, names, text }) => [titleOf(names.join()), marked(mark, text)]),
    ),
  ];
}

/** The last annotation names those that do not fit. */
function annotationsOf(kind: AnnotationKind, all: readonly AnnotationTexts[]): string[] {
  if (all.length <= MAX_OF_A_KIND) return all.map((one) => annotation(kind, ...one));
  const others = all.slice(MAX_OF_A_KIND - 1);
  const names = others.map(([title]) => title).join(", ");
  return [...all.slice(0, MAX_OF_A_KIND - 1), [`${others.length} more`, names] as const].map(
    (one) => annotation(kind, ...one),
  );
}
