/** How likely a run would have met a fault that only some answers have, as a remark. */
import { ANSWER_KINDS } from "../checks/answer-kinds.ts";
import type { CheckResult } from "../run/check-result.ts";
import type { RemarkList } from "./remark.ts";

/** One answer of so many is wrong. */
const ONE_IN = [10, 20, 50];

export function likelihoodRemarks(results: readonly CheckResult[]): RemarkList[] {
  const entries = ANSWER_KINDS.flatMap((kind) => {
    const times = results.reduce((sum, { answers }) => sum + (answers?.[kind] ?? 0), 0);
    if (times === 0) return [];
    const likely = ONE_IN.map((many) => percent(1 - (1 - 1 / many) ** times));
    return [{ id: kind, why: likely.join(", "), times }];
  });
  if (entries.length === 0) return [];
  return [{ title: `Met by this run, if one answer in ${ONE_IN.join(", ")} were wrong`, entries }];
}

function percent(likelihood: number): string {
  return `${likelihood > 0.99 ? ">99" : Math.round(likelihood * 100)} %`;
}
