/** `orders-kit clauses`: the clauses of the contract, its silences, and what it mentions without effect on a response. */
import { plural } from "../../contract-tests/report/labels.ts";
import { MARKS } from "../../contract-tests/report/writers/marks.ts";
import { joinParts, Layout } from "../../contract-tests/report/writers/terminal/layout.ts";
import {
  AREA_TITLES,
  AREAS,
  CLAUSES,
  type Clause,
  MENTIONS,
  SILENCES,
  type Silence,
} from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { defineCommand } from "../command.ts";
import { terminalOptions } from "../terminal.ts";

export const command = defineCommand(
  { name: "clauses", flags: { json: "print them as JSON" } },
  async ({ values: { json } }, io) => {
    io.stdout.write(
      json
        ? `${JSON.stringify({ clauses: CLAUSES, silences: SILENCES, mentions: MENTIONS }, undefined, 2)}\n`
        : catalogue(new Layout(terminalOptions(io))),
    );
    return 0;
  },
);

function catalogue(layout: Layout): string {
  const counts = [
    plural(CLAUSES.length, "clause"),
    plural(SILENCES.length, "silence"),
    plural(MENTIONS.length, "mention"),
  ];
  const observed = `Left open: ${plural(SILENCES.length, "question")} that verify observes (•: the mock's default)`;
  const section = (title: string, entries: readonly string[][]) => [
    ...layout.lines(title, "bold"),
    ...entries.flatMap((lines, i) => (i === 0 ? lines : ["", ...lines])),
  ];
  return joinParts([
    ...AREAS.map((area) => {
      const clauses = CLAUSES.filter((clause) => clause.area === area);
      return section(
        AREA_TITLES[area],
        clauses.map((clause) => clauseLines(clause, layout)),
      );
    }),
    section(
      observed,
      SILENCES.map((silence) => silenceLines(silence, layout)),
    ),
    section(
      "Mentioned, but visible in no response",
      MENTIONS.map(({ subject, why, section: part }) => [
        ...head(subject, part, layout),
        ...layout.indented(why, "dim"),
      ]),
    ),
    layout.indented(counts.join(" · "), "dim"),
  ]);
}

function head(name: string, section: string, layout: Layout): string[] {
  return layout.signed(MARKS.remark, [name, "bold"], [section, "dim"]);
}

function clauseLines(clause: Clause, layout: Layout): string[] {
  const { id, section, statement, operation, status, needs } = clause;
  const about = [
    operation === undefined
      ? "every operation"
      : `${OPERATIONS[operation].method} ${OPERATIONS[operation].path}`,
    ...(status === undefined ? [] : [`status ${status}`]),
    needs === "nothing"
      ? "needs no orders"
      : `needs ${needs === "pending and shipped ids" ? needs : `a ${needs}`}`,
  ];
  return [
    ...head(id, section, layout),
    ...layout.indented(statement),
    ...layout.indented(about.join(" · "), "dim"),
  ];
}

function silenceLines(silence: Silence, layout: Layout): string[] {
  const { id, section, question, answers, default: own } = silence;
  const width = Math.max(0, ...Object.keys(answers).map((answer) => answer.length)) + 4;
  const rows = Object.entries(answers).flatMap(([answer, meaning]) =>
    layout.labelled(`${answer === own ? "•" : "◦"} ${answer}`, meaning, width),
  );
  return [...head(id, section, layout), ...layout.indented(question), ...rows];
}
