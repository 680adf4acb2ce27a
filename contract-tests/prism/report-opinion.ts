/** Prism's second opinion in a report: what the table explains is remarked, what it does not explain makes the run no pass. */
import type { Remark, Report } from "../report.ts";
import { ARTEFACTS } from "./artefacts.ts";
import type { SecondOpinion } from "./through.ts";

type Differing = SecondOpinion["differences"][number];

export function reportOpinion({ version, judged, differences, gone }: SecondOpinion): {
  readonly broken: Report["broken"];
  readonly remarks: NonNullable<Report["remarks"]>;
} {
  const explained = new Map<string, Differing>();
  for (const difference of differences) {
    const { artefact, times } = difference;
    if (artefact === undefined) continue;
    const before = explained.get(artefact);
    explained.set(artefact, before === undefined ? difference : { ...before, times: before.times + times });
  }
  const broken = differences
    .filter(({ artefact }) => artefact === undefined)
    .map((difference) => ({
      check: "through-prism",
      why: `Prism ${version} and the gate differ, and nothing explains it. ${bothSides(difference)}`,
    }));
  const ended = `Prism ${version} ended in the middle of the run (${gone}). It judged ${judged} exchanges until then.`;
  return {
    broken: gone === undefined ? broken : [...broken, { check: "through-prism", why: ended }],
    remarks: [
      {
        title: `Prism ${version} judged ${judged} exchanges as well; ${explained.size === 0 ? "it agrees" : "where it differs, and why that is not taken"}`,
        entries: [...explained].map(([id, difference]) => remark(id, difference)),
      },
    ],
  };
}

function remark(id: string, difference: Differing): Remark {
  const why = ARTEFACTS.find((entry) => entry.id === id)?.why ?? "";
  return { id, why: `${why} First seen: ${bothSides(difference)}`, times: difference.times };
}

function bothSides({ ours, prism, clause, request }: Differing): string {
  return `${request}${clause === undefined ? "" : `, ${clause}`}: ${ours} ${prism}`;
}
