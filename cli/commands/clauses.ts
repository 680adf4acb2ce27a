/** `orders-kit clauses`: the clauses of the contract, its silences, and what it mentions without effect on a response. */
import {
  type Block,
  type Mark,
  paragraph,
  type Section,
  tableOf,
} from "../../contract-tests/report/document.ts";
import { AREA_TITLES, plural } from "../../contract-tests/report/labels.ts";
import { writeSections } from "../../contract-tests/report/terminal/terminal-writer.ts";
import {
  AREAS,
  ASIDES,
  CLAUSES,
  type Clause,
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
        ? `${JSON.stringify({ clauses: CLAUSES, silences: SILENCES, asides: ASIDES }, undefined, 2)}\n`
        : writeSections(catalogue(), terminalOptions(io)),
    );
    return 0;
  },
);

function catalogue(): Section[] {
  const counts = [
    plural(CLAUSES.length, "clause"),
    plural(SILENCES.length, "silence"),
    plural(ASIDES.length, "aside"),
  ];
  const observed = `Left open: ${plural(SILENCES.length, "question")} that verify observes (•: the mock's default)`;
  return [
    ...AREAS.map((id) => {
      const clauses = CLAUSES.filter(({ area }) => area === id);
      return { id, title: AREA_TITLES[id], blocks: clauses.map(clauseEntry) };
    }),
    { id: "silences", title: observed, blocks: SILENCES.map(silenceEntry) },
    {
      id: "asides",
      title: "Mentioned, but visible in no response",
      blocks: ASIDES.map(({ subject, why, section }) =>
        entry(subject, section, [paragraph([why], "soft")]),
      ),
    },
    { id: "counts", title: "", blocks: [paragraph([counts.join(" · ")], "soft")] },
  ];
}

function clauseEntry({ id, section, statement, operation, status, needs }: Clause): Block {
  const about = [
    operation === undefined
      ? "every operation"
      : `${OPERATIONS[operation].method} ${OPERATIONS[operation].path}`,
    ...(status === undefined ? [] : [`status ${status}`]),
    needs === "nothing"
      ? "needs no orders"
      : `needs ${needs === "pending and shipped ids" ? needs : `a ${needs}`}`,
  ];
  return entry(id, section, [paragraph([statement]), paragraph([about.join(" · ")], "soft")]);
}

function silenceEntry({ id, section, question, answers, default: own }: Silence): Block {
  const rows = Object.entries(answers).map(([answer, meaning]) => {
    return { name: `${answer === own ? "•" : "◦"} ${answer}`, about: [], cells: [[meaning]] };
  });
  const table = {
    caption: "The answers that have a name",
    layout: "texts",
    heads: ["Answer", "Meaning"],
    rows,
  } as const;
  return entry(id, section, [paragraph([question]), ...tableOf(table)]);
}

const POINT: Mark = { sign: "·", word: "", tone: "strong" };

function entry(name: string, section: string, blocks: readonly Block[]): Block {
  return { kind: "note", mark: POINT, name, facts: [section], blocks };
}
