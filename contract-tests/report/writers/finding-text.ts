/** A violation as plain text, for JUnit and for the tests of a suite. */
import { describePlace } from "../places.ts";
import type { ClauseReport, Evidence } from "../schema.ts";

/** Returns the received value unless `why` already has it. */
export function receivedOf({ why = "", expected, received }: ClauseReport): string | undefined {
  const isSaid = expected === undefined && received !== undefined && why.includes(received);
  return isSaid ? undefined : received;
}

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

/** Returns the exchanges and the curl line that repeats them. */
function evidenceText(evidence: readonly Evidence[]): string {
  const exchanges = evidence.flatMap(({ request, response }) => {
    const lines = [...request.split("\n"), "", ...response.split("\n")];
    return ["", ...lines.map((line) => `  | ${line}`.trimEnd())];
  });
  return [...exchanges, ...evidence.slice(-1).map(({ curl }) => `  ${curl}`)].join("\n");
}

/** Returns how much of a held clause was tried: `31 of 36 texts`. Returns undefined if all was. */
export function partTried({ verdict, tried }: ClauseReport): string | undefined {
  if (verdict !== "held" || tried === undefined || tried.sent === tried.of) return undefined;
  const { sent, of, unit = "cases" } = tried;
  return `${sent.toLocaleString("en")} of ${of.toLocaleString("en")} ${unit}`;
}
