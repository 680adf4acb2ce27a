/** Compiles the project with all mutants of some files, into a folder of its own. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import ts from "typescript";
import { ROOT } from "../manifest.ts";
import { instrument, type Mutant } from "./instrument.ts";

const FOLDER = join(ROOT, ".build/mutants");

export interface Build {
  /** In the order of their ids. */
  readonly mutants: readonly Mutant[];
  /** The compiled worker.ts. */
  readonly worker: string;
}

/** `files` are mutated: paths from the root, with slashes. */
export async function build(files: readonly string[]): Promise<Build> {
  await rm(FOLDER, { recursive: true, force: true });
  const mutants: Mutant[] = [];
  const options = { noEmit: false, outDir: FOLDER, rootDir: ROOT, noCheck: true };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const config = ts.getParsedCommandLineOfConfigFile(join(ROOT, "tsconfig.json"), options, host);
  if (config === undefined) throw new Error("tsconfig.json cannot be read.");
  const compilerHost = ts.createCompilerHost(config.options);
  const readFile = compilerHost.readFile.bind(compilerHost);
  compilerHost.readFile = (path) => {
    const text = readFile(path);
    const file = relative(ROOT, path).replaceAll("\\", "/");
    return text !== undefined && files.includes(file) ? instrument(file, text, mutants) : text;
  };
  ts.createProgram(config.fileNames, config.options, compilerHost).emit();
  await replacePlaywright();
  return { mutants, worker: join(FOLDER, "repo-tests/mutation/worker.js") };
}

/** Compiled tests find collected-tests.ts under the name of Playwright's runner, so that they run in the worker. */
async function replacePlaywright(): Promise<void> {
  const folder = join(FOLDER, "node_modules/playwright");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module", "exports": { "./test": "./test.js" } }\n');
  await writeFile(join(folder, "test.js"), 'export * from "../../repo-tests/mutation/collected-tests.js";\n');
}
