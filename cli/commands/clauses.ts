/** `orders-kit clauses`: the clauses of the contract, its silences, and what it mentions without effect on a response. */

import { AREA_TITLES, plural } from "../../contract-tests/report/labels.ts";
import { type TextStyle, textStyle, wrap } from "../../contract-tests/report/terminal/wrap.ts";
import { AREAS, ASIDES, CLAUSES, type Clause, SILENCES, type Silence } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { command } from "../command.ts";
import { colorFor } from "../terminal.ts";

const COLUMNS = 80;

export const clausesCommand = command(
  { name: "clauses", flags: { json: { type: "boolean", about: "print them as JSON" } } },
  async ({ values: { json } }, io) => {
    if (json)
      io.stdout.write(`${JSON.stringify({ clauses: CLAUSES, silences: SILENCES, asides: ASIDES }, undefined, 2)}\n`);
    else io.stdout.write(catalogue(textStyle(colorFor(io))));
    return 0;
  },
);

function catalogue(style: TextStyle): string {
  const blocks = [
    ...AREAS.map((area) => [
      style(AREA_TITLES[area], "bold"),
      ...CLAUSES.filter((clause) => clause.area === area).flatMap((clause) => clauseLines(clause, style)),
    ]),
    [
      style(`Left open: ${plural(SILENCES.length, "question")} that verify observes (•: the mock's default)`, "bold"),
      ...SILENCES.flatMap((silence) => silenceLines(silence, style)),
    ],
    [
      style("Mentioned, but visible in no response", "bold"),
      ...ASIDES.flatMap(({ subject, why, section }) => [
        "",
        ...entryLines(subject, section, style),
        ...indented(why).map((line) => style(line, "dim")),
      ]),
    ],
  ];
  const closing = `${plural(CLAUSES.length, "clause")} · ${plural(SILENCES.length, "silence")} · ${plural(ASIDES.length, "aside")}`;
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n\n")}\n\n${style(closing, "dim")}\n`;
}

function clauseLines(clause: Clause, style: TextStyle): string[] {
  const { id, section, statement, operation, status, needs } = clause;
  const about = [
    ...(operation === undefined
      ? ["every operation"]
      : [`${OPERATIONS[operation].method} ${OPERATIONS[operation].path}`]),
    ...(status === undefined ? [] : [`status ${status}`]),
    needs === "nothing" ? "needs no orders" : `needs ${needs === "pending and shipped ids" ? needs : `a ${needs}`}`,
  ];
  return [
    "",
    ...entryLines(id, section, style),
    ...indented(statement),
    ...indented(about.join(" · ")).map((line) => style(line, "dim")),
  ];
}

function silenceLines({ id, section, question, answers, default: answer }: Silence, style: TextStyle): string[] {
  return [
    "",
    ...entryLines(id, section, style),
    ...indented(question),
    ...Object.entries(answers).flatMap(([name, meaning]) =>
      wrap(`${name}: ${meaning}`, COLUMNS - 6).map((line, i) => {
        const shown = `  ${i > 0 ? "  " : name === answer ? "• " : "◦ "}${line}`;
        return name === answer ? shown : style(shown, "dim");
      }),
    ),
  ];
}

/** A name with its section at the right of its last line. */
function entryLines(name: string, section: string, style: TextStyle): string[] {
  const room = COLUMNS - section.length - 2;
  const lines = wrap(name, room);
  return lines.map((line, i) =>
    i < lines.length - 1 ? style(line, "cyan") : `${style(line.padEnd(room), "cyan")}  ${style(section, "dim")}`,
  );
}

function indented(text: string): string[] {
  return wrap(text, COLUMNS - 4).map((line) => `  ${line}`);
}
