/** What a report says of Prism: a remark for each explained difference, and a broken check for each one that is not explained. */
import type { Remark } from "../report/remarks.ts";
import type { Report } from "../report/report.ts";
import { type ExplanationId, reasonOf } from "./explanations.ts";
import type { RepeatedDifference, SecondValidation } from "./second-validator.ts";

export function reportSecondValidation({ version, validated, differences, ended }: SecondValidation): {
  readonly broken: Report["broken"];
  readonly remarks: NonNullable<Report["remarks"]>;
} {
  const broken = differences
    .filter(({ explanation }) => explanation === undefined)
    .map((difference) => `Prism ${version} and orders-kit differ without a known reason. ${bothVerdicts(difference)}`);
  if (ended !== undefined)
    broken.push(`Prism ${version} ended in the middle of the run (${ended}), after ${validated} exchanges.`);
  const remarks = explainedRemarks(differences);
  const result = remarks.length === 0 ? "no differences" : "differences that are not counted, and why";
  return {
    broken: broken.map((why) => ({ check: "through-prism", why })),
    remarks: [{ title: `Prism ${version} validated ${validated} exchanges as well: ${result}`, entries: remarks }],
  };
}

/** One for each explanation, with its first difference. */
function explainedRemarks(differences: readonly RepeatedDifference[]): Remark[] {
  const first = new Map<ExplanationId, RepeatedDifference>();
  for (const difference of differences) {
    const { explanation, times } = difference;
    if (explanation === undefined) continue;
    const before = first.get(explanation);
    first.set(explanation, before === undefined ? difference : { ...before, times: before.times + times });
  }
  return [...first].map(([id, difference]) => ({
    id,
    why: `${reasonOf(id)} First difference: ${bothVerdicts(difference)}`,
    times: difference.times,
  }));
}

function bothVerdicts({ ours, prism, clause, request }: RepeatedDifference): string {
  return `${request}${clause === undefined ? "" : `, ${clause}`}: ${ours} ${prism}`;
}
