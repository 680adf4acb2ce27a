/** spec/errors.md: the texts of all errors, for a search by code. */
import { readFileSync } from "node:fs";
import { proxyError } from "../../contract-tests/errors/proxy.ts";
import { recordingError } from "../../contract-tests/errors/recordings.ts";
import { runError } from "../../contract-tests/errors/run.ts";
import { targetError } from "../../contract-tests/errors/targets.ts";
import { controlError } from "../../mock/errors/control.ts";
import { mockError } from "../../mock/errors/mock.ts";
import { scenarioError } from "../../scenarios/errors.ts";
import { inputError } from "../../spec/errors/inputs.ts";
import type { UserError } from "../../spec/errors/user-error.ts";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { commandError } from "../errors.ts";

const TABLES = {
  "Files, values, keys and ports": inputError,
  "Command line": commandError,
  Scenarios: scenarioError,
  Targets: targetError,
  "Runs and reports": runError,
  "Recorded traffic": recordingError,
  Mock: mockError,
  "Control of the mock": controlError,
  Proxy: proxyError,
};

/** In the place of each detail stands its name, in capitals. */
const NAMES: unknown = new Proxy({}, { get: (_, name) => String(name).toUpperCase() });

/** All errors by the title of their section, each with the names of its details in its message. */
export const ERRORS: Readonly<Record<string, readonly UserError[]>> = Object.fromEntries(
  Object.entries(TABLES).map(([title, table]) => {
    const make = table as unknown as (code: string, details: unknown) => UserError;
    return [title, Object.keys(table.texts).map((code) => make(code, NAMES))];
  }),
);

export function deriveErrorsPage(): Record<string, string> {
  const sections = Object.entries(ERRORS).map(([title, errors]) => {
    const rows = errors.map(({ code, message }) => [`\`${code}\``, inMarkdown(message)]);
    return `## ${title}\n\n${markdownTable(["code", "text"], rows)}\n`;
  });
  const path = "spec/errors.md";
  const page = readFileSync(path, "utf8");
  return { [path]: replaceSections(page, { errors: `\n${sections.join("\n")}` }) };
}

function inMarkdown(text: string): string {
  return text.replaceAll("\n", " ").replaceAll("<", "&lt;");
}
