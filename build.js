// @ts-check
/**
 * Compiles the project with rolldown, in a second: `node build.js scripts` makes the scripts of dist/, which is what `npm run build` does,
 * `types` its declarations, which are only in the package, and `tools` the programs of this repository in .build/. It checks no types, as
 * `npm run check` does.
 */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { build } from "rolldown";

/** @import { BuildOptions, ChunkingContext } from "rolldown" */

/** Packages and modules of Node are not bundled: their names begin like this, and paths do not. */
const PACKAGES = /^[a-z@]/;

/**
 * The modules whose compiled files package.json names: what users import, the command line, and the script of the panel.
 * @param {".js" | ".d.ts"} ending
 */
function entriesOf(ending) {
  const files = readFileSync("package.json", "utf8").matchAll(/"\.\/dist\/([^".]+)([^"]+)"/g);
  const modules = [...files].filter(([, , found]) => found === ending).map(([, path]) => path);
  return Object.fromEntries(modules.map((path) => [path, `./${path}.ts`]));
}

/** What `orders-kit mock` loads. `cli/main.ts` is no part of it: a module that waits for its own import must stay alone. */
const START = ["cli/run.ts", "cli/commands/mock.ts"];

/**
 * The files that entries share, each with what all of its lists of modules load; a module is in the first file that may have it. There are
 * few, since each takes the start a while, and none has what only others need: bundlers of apps drop whole files, but not half of one.
 */
const SHARED = {
  json: [["spec/interface/json.ts"]],
  scenarios: [START, ["fixtures/index.ts", "scenarios/index.ts"]],
  base: [START, ["mock/panel/main.ts", "mock/panel/page-panel.ts", "mock/msw/browser.ts"]],
  start: [START],
  report: [["contract-tests/report/expect-conforms.ts"]],
};
const GATE = ["cli/commands/verify.ts"];

/**
 * @param {string} id
 * @param {ChunkingContext} context
 */
function sharedFileOf(id, context) {
  /** @param {readonly string[]} modules */
  const isLoadedBy = (modules) => closure(modules, context).has(id);
  for (const [name, lists] of Object.entries(SHARED)) if (lists.every(isLoadedBy)) return name;

  // Of these rooms alone: pages, and the control of the mock, load parts of the others on demand.
  const isOfGate = /^(?:contract-tests|cli)\b/.test(relative(".", id));
  return isOfGate && isLoadedBy(GATE) ? "gate" : null;
}

/** @type {Map<readonly string[], ReadonlySet<string>>} */
const closures = new Map();

/**
 * Modules and all that they import; what they import on demand is no part of it.
 * @param {readonly string[]} modules
 * @param {ChunkingContext} context
 */
function closure(modules, context) {
  const known = closures.get(modules);
  if (known !== undefined) return known;
  const all = new Set(modules.map((path) => resolve(path)));
  // A set that grows is walked to its end.
  for (const id of all)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  closures.set(modules, all);
  return all;
}

/** @type {Record<string, () => BuildOptions | Promise<BuildOptions>>} */
const BUILDS = {
  scripts: () => ({
    input: entriesOf(".js"),
    preserveEntrySignatures: "allow-extension",
    output: {
      dir: "dist",
      cleanDir: true,
      comments: true,
      sourcemap: true,
      sourcemapExcludeSources: true,
      chunkFileNames: "chunks/[name].js",
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: sharedFileOf, debugName: "shared" }],
      },
    },
  }),

  types: async () => {
    const { dts } = await import("rolldown-plugin-dts");
    return {
      input: entriesOf(".d.ts"),
      plugins: [dts({ emitDtsOnly: true, tsconfig: "tsconfig.build.json" })],
      output: { dir: "dist", chunkFileNames: "chunks/[name].js" },
      // TypeScript takes its time.
      checks: { bundlerTimings: false },
    };
  },

  tools: () => ({
    input: [
      "generate.ts",
      "contract-tests/testing/bench/run.ts",
      "contract-tests/testing/bench/empty.config.ts",
      "contract-tests/testing/bench/empty.spec.ts",
      "contract-tests/corpus/simulate.ts",
      "mock/bench/bare.ts",
      "repo-tests/gateways/run.ts",
      "repo-tests/package/matrix.ts",
      "repo-tests/pictures.ts",
    ],
    // Each finds the files beside it.
    output: { dir: ".build", cleanDir: true, preserveModules: true, preserveModulesRoot: "." },
  }),
};

const { argv } = process;
try {
  for (const name of argv.length > 2 ? argv.slice(2) : ["scripts"]) {
    const options = await BUILDS[name]?.();
    if (options === undefined)
      throw new Error(`There is no build "${name}". Take ${Object.keys(BUILDS).join(", ")}.`);
    await build({ external: PACKAGES, platform: "node", ...options });
  }
} catch (error) {
  // It has the place in the source; the stack is rolldown's own.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
