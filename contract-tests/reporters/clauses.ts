/** `orders-kit clauses`: what the contract says, what it leaves open, and what it mentions in passing. */
import { AREAS, ASIDES, CLAUSES, type Clause, SILENCES } from "../../spec/clauses/index.ts";
import { command } from "../../spec/command-line.ts";
import { OPERATIONS } from "../../spec/operations.ts";
import { colorFor, type Paint, padEnd, painter, wrap } from "./ansi.ts";
import { AREA_TITLES, plural } from "./words.ts";

const COLUMNS = 80;

export const clausesCommand = command(
  { name: "clauses", flags: { json: { type: "boolean", about: "print them as JSON" } } },
  async ({ values: { json } }, io) => {
    if (json)
      io.stdout.write(`${JSON.stringify({ clauses: CLAUSES, silences: SILENCES, asides: ASIDES }, undefined, 2)}\n`);
    else io.stdout.write(catalogue(painter(colorFor(io.env, io))));
    return 0;
  },
);

function catalogue(paint: Paint): string {
  const blocks = [
    ...AREAS.map((area) => [
      paint(AREA_TITLES[area], "bold"),
      ...CLAUSES.filter((clause) => clause.area === area).flatMap((clause) => clauseLines(clause, paint)),
    ]),
    [
      paint(`Left open: ${plural(SILENCES.length, "question")} that the gate observes (•: the mock's default)`, "bold"),
      ...SILENCES.flatMap((silence) => silenceLines(silence, paint)),
    ],
    [
      paint("Mentioned, and in no answer to be seen", "bold"),
      ...ASIDES.flatMap(({ subject, why, section }) => [
        "",
        ...entryLines(subject, section, paint),
        ...indented(why).map((line) => paint(line, "dim")),
      ]),
    ],
  ];
  const closing = `${plural(CLAUSES.length, "clause")} · ${plural(SILENCES.length, "silence")} · ${plural(ASIDES.length, "aside")}`;
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n\n")}\n\n${paint(closing, "dim")}\n`;
}

function clauseLines(clause: Clause, paint: Paint): string[] {
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
    ...entryLines(id, section, paint),
    ...indented(statement),
    ...indented(about.join(" · ")).map((line) => paint(line, "dim")),
  ];
}

function silenceLines(
  { id, section, question, answers, default: answer }: (typeof SILENCES)[number],
  paint: Paint,
): string[] {
  return [
    "",
    ...entryLines(id, section, paint),
    ...indented(question),
    ...Object.entries(answers).flatMap(([name, meaning]) =>
      wrap(`${name}: ${meaning}`, COLUMNS - 6).map((line, i) => {
        const shown = `  ${i > 0 ? "  " : name === answer ? "• " : "◦ "}${line}`;
        return name === answer ? shown : paint(shown, "dim");
      }),
    ),
  ];
}

/** A name with its section at the right; below it where the name is long. */
function entryLines(name: string, section: string, paint: Paint): string[] {
  const room = COLUMNS - section.length - 2;
  const lines = wrap(name, room);
  return lines.map((line, i) =>
    i < lines.length - 1 ? paint(line, "cyan") : `${paint(padEnd(line, room), "cyan")}  ${paint(section, "dim")}`,
  );
}

function indented(text: string): string[] {
  return wrap(text, COLUMNS - 4).map((line) => `  ${line}`);
}
