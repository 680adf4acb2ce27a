/** The tables of README.md and staging.md in this folder, from the catalogue, the checks and the bounds that the gate keeps. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AREAS, CLAUSES, SILENCES } from "../spec/clauses/index.ts";
import { markdownTable, withParts } from "../spec/marked.ts";
import { CHECKS } from "./checks/index.ts";
import { BUDGET } from "./guard.ts";
import { AREA_TITLES } from "./reporters/words.ts";
import { LIST_LASTS_MS } from "./safety.ts";
import { LIMITS } from "./transport.ts";

// The compiled script runs in dist/contract-tests, the sources stand beside dist.
const folder = fileURLToPath(new URL("../../contract-tests/", import.meta.url));

const code = (text: string): string => `\`${text}\``;

function clauses(): string {
  const rows = AREAS.flatMap((area) =>
    CLAUSES.filter((clause) => clause.area === area).map(({ id, statement, needs }, nth) => [
      nth === 0 ? `**${AREA_TITLES[area]}**` : "",
      code(id),
      statement,
      needs === "nothing" ? "" : needs,
    ]),
  );
  return markdownTable(["", "clause", "what is so in a sound deployment", "needs"], rows);
}

function silences(): string {
  const rows = SILENCES.map((silence) => {
    const answers = Object.keys(silence.answers).map((answer) =>
      answer === silence.default ? `**${answer}**` : answer,
    );
    return [code(silence.id), silence.question, answers.join(", ")];
  });
  return markdownTable(["silence", "question", "answers that have a name, the mock's in bold"], rows);
}

function checks(): string {
  return CHECKS.map(({ id, title }, nth) => `${nth + 1}. ${code(id)}: ${title}`).join("\n");
}

function bounds(): string {
  const seconds = (ms: number): string => `${ms / 1000} s`;
  return markdownTable(
    ["", "at most", "flag"],
    [
      ["requests of a run", String(BUDGET.maxRequests), code("--max-requests N")],
      ["requests a second", "as they come", code("--rate N")],
      ["time of a run", `${BUDGET.runMs / 60_000} min`, ""],
      ["until an answer begins", seconds(LIMITS.firstByteMs), code("--timeout SECONDS")],
      ["until an answer is whole, besides a second for each megabyte", seconds(LIMITS.wholeMs), ""],
      ["until an answer is whole, however large", seconds(LIMITS.mostMs), ""],
      ["size of an answer", `${LIMITS.bodyBytes / 1024 / 1024} MiB`, ""],
      ["age of the list that shows an order to be absent", seconds(LIST_LASTS_MS), ""],
    ],
  );
}

/** The pages of this folder by their paths from the project's root. */
export function deriveGatePages(): Record<string, string> {
  const page = (file: string, parts: Readonly<Record<string, string>>): [string, string] => [
    `contract-tests/${file}`,
    withParts(readFileSync(folder + file, "utf8"), parts),
  ];
  return Object.fromEntries([
    page("README.md", { clauses: clauses(), silences: silences(), checks: checks() }),
    page("staging.md", { bounds: bounds() }),
  ]);
}
