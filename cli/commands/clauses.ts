/**
 * `orders-kit clauses`: the clauses of the contract, its open questions, and the statements that no
 * response can show.
 */
import { plural } from "../../contract-tests/report/labels.ts";
import { MARKS } from "../../contract-tests/report/writers/marks.ts";
import { joinParts, Layout } from "../../contract-tests/report/writers/terminal/layout.ts";
import {
  AREA_TITLES,
  AREAS,
  CLAUSES,
  type Clause,
  INVISIBLE_STATEMENTS,
  OPEN_QUESTIONS,
  type OpenQuestion,
} from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { defineCommand } from "../command.ts";
import { terminalOptions } from "../terminal.ts";

export const command = defineCommand(
  { name: "clauses", flags: { json: "print them as JSON" } },
  async ({ values: { json } }, io) => {
    io.stdout.write(
      json
        ? `${JSON.stringify({ clauses: CLAUSES, silences: OPEN_QUESTIONS, invisible: INVISIBLE_STATEMENTS }, undefined, 2)}\n`
        : catalogue(new Layout(terminalOptions(io))),
    );
    return 0;
  },
);

function catalogue(layout: Layout): string {
  const counts = [
    plural(CLAUSES.length, "clause"),
    plural(OPEN_QUESTIONS.length, "open question"),
    plural(INVISIBLE_STATEMENTS.length, "other statement"),
  ];
  const observed = `Left open: ${plural(OPEN_QUESTIONS.length, "question")} that verify observes (•: the mock's default)`;
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
      OPEN_QUESTIONS.map((openQuestion) => questionLines(openQuestion, layout)),
    ),
    section(
      "Stated, but visible in no response",
      INVISIBLE_STATEMENTS.map(({ subject, why, section: part }) => [
        ...head(subject, part, layout),
        ...layout.indented(why, "dim"),
      ]),
    ),
    layout.indented(counts.join(" · "), "dim"),
  ]);
}

function head(name: string, section: string, layout: Layout): string[] {
  return layout.signed(MARKS.entry, [name, "bold"], [section, "dim"]);
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

function questionLines(openQuestion: OpenQuestion, layout: Layout): string[] {
  const { id, section, question, answers, default: own } = openQuestion;
  const width = Math.max(0, ...Object.keys(answers).map((answer) => answer.length)) + 4;
  const rows = Object.entries(answers).flatMap(([answer, meaning]) =>
    layout.labelled(`${answer === own ? "•" : "◦"} ${answer}`, meaning, width),
  );
  return [...head(id, section, layout), ...layout.indented(question), ...rows];
}
