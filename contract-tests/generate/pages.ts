/** The tables of README.md and staging.md in this folder, from the catalogue, the steps and the bounds that the gate keeps. */
import { readFileSync } from "node:fs";
import { jsonSchemaOf } from "../../scenarios/generate/json-schema.ts";
import type { JsonSchema } from "../../scenarios/source/schemas.ts";
import { AREA_TITLES, AREAS, CLAUSES, SILENCES } from "../../spec/clauses/index.ts";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { LIMITS } from "../client/http/http-response.ts";
import { reportSchema } from "../report/schema.ts";
import { BUDGET } from "../run/session/budget.ts";
import { PARALLEL } from "../run/session/limiter.ts";
import { STEPS } from "../run/steps/index.ts";
import { KEY_COMMAND_BOUNDS, SETUP_BOUNDS } from "../targets/commands.ts";
import { targetsFile } from "../targets/file/targets-file.ts";

const REPORT_SCHEMA = jsonSchemaOf("A report of orders-kit verify: report.json", reportSchema);
const TARGETS_SCHEMA = jsonSchemaOf("The targets of orders-kit", targetsFile);

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
  return markdownTable(["", "clause", "what holds in a conforming deployment", "needs"], rows);
}

function silences(): string {
  const rows = SILENCES.map((silence) => {
    const answers = Object.keys(silence.answers).map((answer) =>
      answer === silence.default ? `**${answer}**` : answer,
    );
    return [code(silence.id), silence.question, answers.join(", ")];
  });
  return markdownTable(
    ["silence", "question", "answers that have a name, the mock's in bold"],
    rows,
  );
}

function steps(): string {
  return STEPS.map(({ id, title }, nth) => `${nth + 1}. ${code(id)}: ${title}`).join("\n");
}

function bounds(): string {
  const seconds = (ms: number): string => `${ms / 1000} s`;
  return markdownTable(
    ["", "at most", "flag"],
    [
      ["requests of a run", String(BUDGET.maxRequests), ""],
      ["requests a second", "as they come", code("--rate N")],
      ["requests at the same time", String(PARALLEL), ""],
      ["time of a run", `${BUDGET.runMs / 60_000} min`, ""],
      ["until an answer begins", seconds(LIMITS.firstByteMs), code("timeout: SECONDS")],
      ["until an answer is whole, besides a second for each megabyte", seconds(LIMITS.wholeMs), ""],
      ["until an answer is whole, however large", seconds(LIMITS.maxMs), ""],
      ["size of an answer", `${LIMITS.bodyBytes / 1024 / 1024} MiB`, ""],
      ["time of `setup`, and of `teardown`", `${SETUP_BOUNDS.ms / 60_000} min`, ""],
      ["time of `keyCommand`", seconds(KEY_COMMAND_BOUNDS.ms), ""],
    ],
  );
}

/** The settings of a target, as its reader describes them. */
function settings(): string {
  const { targets } = TARGETS_SCHEMA.properties as {
    targets: { additionalProperties: JsonSchema };
  };
  const schemas = Object.entries(
    targets.additionalProperties.properties as Record<string, JsonSchema>,
  );
  const rows = schemas.map(([name, { description }]) => [code(name), String(description)]);
  return markdownTable(["setting", ""], rows);
}

/** The pages and the schema of contract-tests by their paths. */
export function deriveGatePages(): Record<string, string> {
  return {
    ...pageWith("contract-tests/README.md", {
      clauses: clauses(),
      silences: silences(),
      steps: steps(),
    }),
    ...pageWith("contract-tests/staging.md", { settings: settings(), bounds: bounds() }),
    "contract-tests/targets/schema.json": `${JSON.stringify(TARGETS_SCHEMA, undefined, 2)}\n`,
    "contract-tests/report/schema.json": `${JSON.stringify(REPORT_SCHEMA, undefined, 2)}\n`,
  };
}

function pageWith(
  path: string,
  sections: Readonly<Record<string, string>>,
): Record<string, string> {
  return { [path]: replaceSections(readFileSync(path, "utf8"), sections) };
}
