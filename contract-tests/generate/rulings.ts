/** Builds the tables of spec/rulings.md: the clauses and the open questions. */
import { AREAS, CLAUSES, OPEN_QUESTIONS } from "../../spec/clauses/index.ts";
import { markdownTable } from "../../spec/generate/pages.ts";

const code = (text: string): string => `\`${text}\``;

function clauses(): string {
  const rows = AREAS.flatMap((area) =>
    CLAUSES.filter((clause) => clause.area === area).map(({ id, statement, needs }) => [
      code(id),
      statement,
      needs === "nothing" ? "" : needs,
    ]),
  );
  return markdownTable(["clause", "what holds", "needs"], rows);
}

function questions(): string {
  const rows = OPEN_QUESTIONS.map(({ id, question, answers, default: own, why }) => {
    const names = Object.keys(answers).map((answer) => {
      if (answer !== own) return answer;
      return why === undefined ? `**${answer}**` : `**${answer}** (${why})`;
    });
    return [code(id), question, names.join(", ")];
  });
  return markdownTable(["switch", "question", "answers, the mock's in bold"], rows);
}

/** Returns the sections of the page by marker. */
export const rulingSections = (): Readonly<Record<string, string>> => ({
  clauses: clauses(),
  questions: questions(),
});
