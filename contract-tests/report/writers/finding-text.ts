/** A violation as plain text: JUnit and the tests of a suite show it as a whole. */
import { describePlace } from "../places.ts";
import type { ClauseReport, Evidence } from "../schema.ts";

/** The received value, unless the sentence of the violation says it. */
export function receivedOf({ why = "", expected, received }: ClauseReport): string | undefined {
  const isSaid = expected === undefined && received !== undefined && why.includes(received);
  return isSaid ? undefined : received;
}

/** A violation with its evidence. */
export function violationText(clause: ClauseReport): string {
  const { why, expected, evidence = [], places = [] } = clause;
  const received = receivedOf(clause);
  return [
    why,
    expected && `expected  ${expected}`,
    received && `received  ${received}`,
    ...places.map((place) => `seen at   ${describePlace(place)}`),
    evidenceText(evidence),
  ]
    .filter(Boolean)
    .join("\n");
}

/** The exchanges, and the line that repeats what was done. */
function evidenceText(evidence: readonly Evidence[]): string {
  const exchanges = evidence.flatMap(({ request, response }) => {
    const lines = [...request.split("\n"), "", ...response.split("\n")];
    return ["", ...lines.map((line) => `  | ${line}`.trimEnd())];
  });
  return [...exchanges, ...evidence.slice(-1).map(({ curl }) => `  ${curl}`)].join("\n");
}

/** How much of a held clause was tried, unless it was all: `31 of 36 texts`. */
export function partTried({ verdict, tried }: ClauseReport): string | undefined {
  if (verdict !== "held" || tried === undefined || tried.sent === tried.of) return undefined;
  const { sent, of, unit = "cases" } = tried;
  return `${sent.toLocaleString("en")} of ${of.toLocaleString("en")} ${unit}`;
}
