/** spec/errors.md: the texts of all errors, for a search by code. */
import { readFileSync } from "node:fs";
import * as proxy from "../../contract-tests/errors/proxy.ts";
import * as recordings from "../../contract-tests/errors/recordings.ts";
import * as run from "../../contract-tests/errors/run.ts";
import * as targets from "../../contract-tests/errors/targets.ts";
import * as control from "../../mock/errors/control.ts";
import * as mock from "../../mock/errors/mock.ts";
import * as scenarios from "../../scenarios/errors.ts";
import * as inputs from "../../spec/errors/inputs.ts";
import type { Details, UserError } from "../../spec/errors/user-error.ts";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import * as commandLine from "../errors.ts";

type MakeError = (details: Details<string>) => UserError;

const GROUPS: Readonly<Record<string, Readonly<Record<string, MakeError>>>> = {
  "Files, values, keys and ports": inputs,
  "Command line": commandLine,
  Scenarios: scenarios,
  Targets: targets,
  "Runs and reports": run,
  "Recorded traffic": recordings,
  Mock: mock,
  "Control of the mock": control,
  Proxy: proxy,
};

/** In the place of each detail stands its name, in capitals. */
const NAMES = new Proxy<Details<string>>({}, { get: (_, name) => String(name).toUpperCase() });

/** All errors by the title of their section, each with the names of its details in its message. */
export const ERRORS: Readonly<Record<string, readonly UserError[]>> = Object.fromEntries(
  Object.entries(GROUPS).map(([title, group]) => [
    title,
    Object.values(group).map((makeError) => makeError(NAMES)),
  ]),
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
