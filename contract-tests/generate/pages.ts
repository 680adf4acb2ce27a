/**
 * Fills the tables of docs/gate.md and spec/rulings.md from the catalogues, the steps and the
 * gate's limits; builds the JSON schemas of the targets file and of a report.
 */
import { readFileSync } from "node:fs";
import { jsonSchemaOf } from "../../scenarios/generate/json-schema.ts";
import type { JsonSchema } from "../../scenarios/source/schemas.ts";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { LIMITS } from "../client/http/http-response.ts";
import { reportSchema } from "../report/schema.ts";
import { BUDGET } from "../run/session/budget.ts";
import { PARALLEL } from "../run/session/limiter.ts";
import { STEPS } from "../run/steps/index.ts";
import { KEY_COMMAND_BOUNDS, SETUP_BOUNDS } from "../targets/commands.ts";
import { targetsFile } from "../targets/file/targets-file.ts";
import { rulingSections } from "./rulings.ts";

const REPORT_SCHEMA = jsonSchemaOf("A report of orders-kit verify: report.json", reportSchema);
const TARGETS_SCHEMA = jsonSchemaOf("The targets of orders-kit", targetsFile);

const code = (text: string): string => `\`${text}\``;

function steps(): string {
  return `${STEPS.map(({ id }) => code(id)).join(", ")}.`;
}

function bounds(): string {
  const seconds = (ms: number): string => `${ms / 1000} s`;
  return markdownTable(
    ["", "at most"],
    [
      ["requests of a run", String(BUDGET.maxRequests)],
      ["requests at the same time", String(PARALLEL)],
      ["time of a run", `${BUDGET.runMs / 60_000} min`],
      ["until an answer begins", `${seconds(LIMITS.firstByteMs)} (${code("timeout")})`],
      ["until it is whole", `${seconds(LIMITS.wholeMs)}, and a second for each megabyte`],
      ["until it is whole, however large", seconds(LIMITS.maxMs)],
      ["size of an answer", `${LIMITS.bodyBytes / 1024 / 1024} MiB`],
      [`${code("setup")}, ${code("teardown")}`, `${SETUP_BOUNDS.ms / 60_000} min each`],
      [code("keyCommand"), seconds(KEY_COMMAND_BOUNDS.ms)],
    ],
  );
}

/** Lists the settings of a target with the descriptions of the schema. */
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

/** Returns the generated pages and schemas by path. */
export function deriveGatePages(): Record<string, string> {
  return {
    ...pageWith("docs/gate.md", { settings: settings(), bounds: bounds(), steps: steps() }),
    ...pageWith("spec/rulings.md", rulingSections()),
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
