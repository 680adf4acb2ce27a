/** The tables of clauses, operations and open questions that every report has. */
import { AREA_TITLES, AREAS, type OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { placeText } from "../run/assertions/place.ts";
import { UNANSWERED } from "./labels.ts";
import type { Report } from "./schema.ts";
import { MARKS, type Mark, type Tone } from "./writers/marks.ts";
import { isPartial } from "./writers/result-text.ts";

/** Groups the clauses by area, with how many are held. */
export function areasOf({ clauses }: Report) {
  return AREAS.map((area) => {
    const own = clauses.filter((clause) => clause.area === area);
    const held = own.filter(({ verdict }) => verdict === "held").length;
    const isViolated = own.some(({ verdict }) => verdict === "violated");
    const tone: Tone = isViolated ? "bad" : held < own.length ? "open" : "good";
    return { title: AREA_TITLES[area], count: `${held} of ${own.length} held`, tone, clauses: own };
  }).filter((area) => area.clauses.length > 0);
}

/** Leaves out unanswered questions if the run was for some clauses only. */
export function questionsOf(report: Report): Report["silences"] {
  const isWhole = !isPartial(report);
  return report.silences.filter(({ observed }) => isWhole || observed !== UNANSWERED);
}

/**
 * Returns a row for each operation, with a mark for each status that any operation has. A violation
 * that is known has a mark of its own.
 */
export function matrixOf({ matrix, clauses }: Report) {
  const statuses = [...new Set(matrix.map(({ status }) => status))].toSorted((a, b) => a - b);
  const markAt = (operation: OperationId, status: number): Mark => {
    const at = placeText({ operation, status });
    const cell = matrix.find((one) => placeText(one) === at);
    if (cell === undefined) return MARKS.notStated;
    if (cell.verdict !== "violated") return MARKS[cell.verdict];
    const isNew = clauses.some(({ verdict, known, places = [], ...clause }) => {
      const fresh = [clause, ...places.filter((one) => !one.known)];
      return verdict === "violated" && !known && fresh.map(placeText).includes(at);
    });
    return isNew ? MARKS.violated : MARKS.known;
  };
  const rows = Object.values(OPERATIONS)
    .filter(({ id }) => matrix.some(({ operation }) => operation === id))
    .map(({ id, method, path }) => ({
      id,
      request: `${method} ${path}`,
      marks: statuses.map((status) => markAt(id, status)),
    }));
  return { statuses, rows };
}
