/**
 * Builds the tables of spec/rulings.md: the clauses, examples of the corpus with their verdicts,
 * and the open questions.
 */
import { AREAS, CLAUSES, OPEN_QUESTIONS } from "../../spec/clauses/index.ts";
import { markdownTable } from "../../spec/generate/pages.ts";
import { EXAMPLES, type Example, WITHOUT_EXAMPLE } from "../corpus/examples.ts";
import type { Variant } from "../corpus/variant.ts";
import { VARIANTS } from "../corpus/variants.ts";

const code = (text: string): string => `\`${text}\``;
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

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

function examples(): string {
  const sections = Object.entries(EXAMPLES).map(([title, rows]) =>
    [`### ${title}`, "", markdownTable(["deployment", "verdict", "why"], rows.map(cellsOf))].join(
      "\n",
    ),
  );
  const without = Object.entries(WITHOUT_EXAMPLE).map(([id, words]) => `${code(id)} (${words})`);
  return `\n${sections.join("\n\n")}\n\nAdvice without an example: ${without.join(", ")}.\n`;
}

function cellsOf({ titles, why }: Example): readonly string[] {
  const variants = titles.map(variantOf);
  const readings = variants.flatMap((variant) =>
    variant.kind === "fault" ? [] : [variant.reading],
  );
  return [
    joinTitles(titles),
    `${unique(variants.map(verdictOf)).join(", ")} ${unique(variants.flatMap(idsOf)).join(", ")}`.trim(),
    why ?? unique(readings).join("; "),
  ];
}

function variantOf(title: string): Variant {
  const variant = VARIANTS.find((one) => one.title === title);
  if (variant === undefined) throw new Error(`No variant has the title "${title}".`);
  return variant;
}

function verdictOf(variant: Variant): string {
  if (variant.kind === "fault") return "violates";
  if (variant.kind === "advice") return "advice";
  return variant.notJudged ? "not judged" : "conforms";
}

function idsOf(variant: Variant): readonly string[] {
  if (variant.kind === "fault") return variant.clauses.map(code);
  return variant.kind === "advice" ? [code(variant.advice.replace(/^key-by-.*/, "key-by-…"))] : [];
}

/** Joins titles that differ in one part: "An order gets 404 or 410." */
function joinTitles(titles: readonly string[]): string {
  const [first = [], ...others] = titles.map((title) => title.slice(0, -1).split(" "));
  if (others.length === 0) return titles.join(" ");
  const isShared = (nth: number) => others.every((words) => words.at(nth) === first.at(nth));
  const shortest = Math.min(first.length, ...others.map(({ length }) => length));

  // Each title keeps at least one word of its own.
  let start = 0;
  while (start < shortest - 1 && isShared(start)) start++;
  let end = 0;
  while (start + end < shortest - 1 && isShared(-1 - end)) end++;
  if (start + end < 2) return titles.join(" ");

  const parts = [first, ...others].map((words) => describe(words.slice(start, words.length - end)));
  const list = `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)?.replace(/^An? /, "a ")}`;
  const before = first.slice(0, start);
  return `${[...before, list, ...first.slice(first.length - end)].join(" ")}.`;
}

/** Shows values as code; words and statuses as they are. */
function describe(words: readonly string[]): string {
  const isValue = words.every((word) => /[^A-Za-z-]/.test(word) && !/^[1-5]\d\d$/.test(word));
  return isValue ? code(words.join(" ")) : words.join(" ");
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
  examples: examples(),
  questions: questions(),
});
