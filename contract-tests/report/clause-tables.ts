/** The tables that a report has of all clauses, operations and open questions, whatever was found. */
import { AREA_TITLES, AREAS, type OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { placeText } from "../run/assertions/place.ts";
import { NOT_OBSERVED } from "./labels.ts";
import type { Report } from "./schema.ts";
import { MARKS, type Mark, type Tone } from "./writers/marks.ts";
import { isPartial } from "./writers/result-text.ts";

/** The clauses by area, with how many of them are held. */
export function areasOf({ clauses }: Report) {
  return AREAS.map((area) => {
    const own = clauses.filter((clause) => clause.area === area);
    const held = own.filter(({ verdict }) => verdict === "held").length;
    const isViolated = own.some(({ verdict }) => verdict === "violated");
    const tone: Tone = isViolated ? "bad" : held < own.length ? "open" : "good";
    return { title: AREA_TITLES[area], count: `${held} of ${own.length} held`, tone, clauses: own };
  }).filter((area) => area.clauses.length > 0);
}

/** A run for some clauses does not miss what it did not observe. */
export function silencesOf(report: Report): Report["silences"] {
  const isWhole = !isPartial(report);
  return report.silences.filter(({ observed }) => isWhole || observed !== NOT_OBSERVED);
}

/** A row for each operation, with a mark for each status that any of them has. What is violated there, and known, is marked so. */
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
