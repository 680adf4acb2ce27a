/** How likely a run would have met a fault that only some answers have, as a remark. */
import { ANSWER_KINDS } from "../ledger/answers.ts";
import type { RemarkList } from "./remark.ts";
import type { RunFacts } from "./results.ts";

/** One answer of so many is wrong. */
const ONE_IN = [10, 20, 50];

export function likelihoodRemarks(answers: NonNullable<RunFacts["answers"]>): RemarkList[] {
  const entries = ANSWER_KINDS.flatMap((kind) => {
    const times = answers[kind] ?? 0;
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
