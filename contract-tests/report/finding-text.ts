/** A finding as plain text: JUnit and the tests of a suite show it as a whole. */
import type { Evidence, ViolationDetail } from "../assertions/finding.ts";
import type { ClauseReport } from "./clause-report.ts";
import { describePlace, type PlaceReport } from "./places.ts";

interface ShownFinding extends Pick<ViolationDetail, "expected" | "received"> {
  readonly why: string;
  readonly places: readonly PlaceReport[];
  readonly evidence: readonly Evidence[];
}

/** The received value, unless the sentence of the finding says it. */
export function receivedOf({
  why = "",
  expected,
  received,
}: Partial<ShownFinding>): string | undefined {
  return expected === undefined && received !== undefined && why.includes(received)
    ? undefined
    : received;
}

/** A violation, or an advice, as plain text with its evidence. */
export function violationText(finding: Partial<ShownFinding>): string {
  const { why, expected, evidence = [], places = [] } = finding;
  const received = receivedOf(finding);
  const [wanted, got] = [expected && `expected  ${expected}`, received && `received  ${received}`];
  const seen = places.map((place) => `seen at   ${describePlace(place)}`);
  return [why, wanted, got, ...seen, ...evidence.map(evidenceText)].filter(Boolean).join("\n");
}

/** How much of a held clause was tried, unless it was all: `31 of 36 texts`. */
export function partTried({ verdict, tried }: ClauseReport): string | undefined {
  if (verdict !== "held" || tried === undefined || tried.sent === tried.of) return undefined;
  const { sent, of, unit = "cases" } = tried;
  return `${sent.toLocaleString("en")} of ${of.toLocaleString("en")} ${unit}`;
}

export function evidenceText({ request, response, curl }: Evidence): string {
  const lines = [...request.split("\n"), "", ...response.split("\n")];
  return `\n${lines.map((line) => `  | ${line}`.trimEnd()).join("\n")}\n  ${curl}`;
}
