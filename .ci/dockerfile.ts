/** The Dockerfile, read as the engine reads it: stages, the exec forms of its commands, and what COPY takes. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser, type Instruction } from "dockerfile-ast";
import { ROOT } from "../contract-tests/whole-way.ts";

export const TEXT = readFileSync(join(ROOT, "Dockerfile"), "utf8");

const stages: Instruction[][] = [];
for (const instruction of DockerfileParser.parse(TEXT).getInstructions()) {
  if (instruction.getKeyword() === "FROM") stages.push([]);
  stages.at(-1)?.push(instruction);
}

/** The arguments of the instructions with a keyword, in one stage: the first builds, the last is the image. */
export function argumentsOf(keyword: string, stage: 0 | -1): string[] {
  const found = stages.at(stage)?.filter((instruction) => instruction.getKeyword() === keyword) ?? [];
  return found.map((instruction) => instruction.getRawArgumentsContent() ?? "");
}

export const [entrypoint, health] = [
  argumentsOf("ENTRYPOINT", -1)[0],
  argumentsOf("HEALTHCHECK", -1)[0]?.replace(/^.*?CMD /, ""),
].map((exec = "[]"): string[] => JSON.parse(exec)) as [string[], string[]];

/** The files of the checkout that COPY . takes: those that git knows, without those that .dockerignore leaves out. */
export function context(): string[] {
  const known = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  const lines = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
  const ignored = lines.filter((line) => line !== "" && !line.startsWith("#")).map(pattern);
  return known.split("\n").filter((file) => file !== "" && !ignored.some((one) => one.test(file)));
}

/** A folder or file by name; at any depth behind a double asterisk; with an asterisk for the rest of a name. */
function pattern(line: string): RegExp {
  const [, anywhere, name = ""] = /^(\*\*\/)?([^*]*(?:\*[^*]*)?)$/.exec(line) ?? [];
  if (name === "") throw new Error(`The line ${line} of .dockerignore is none that this test understands.`);
  const source = name.replaceAll(".", "\\.").replace("*", "[^/]*");
  return new RegExp(`^${anywhere === undefined ? "" : "(?:.*/)?"}${source}(?:/|$)`);
}
