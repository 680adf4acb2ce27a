// @ts-check
/**
 * Compiles the project with rolldown in about a second. `node build.js scripts` builds the scripts
 * of dist/ (`npm run build`), `types` the declarations that only the package has, and `tools` this
 * repository's own programs in .build/. It does not check types; `npm run check` does.
 */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { build } from "rolldown";

/** @import { BuildOptions, ChunkingContext } from "rolldown" */

/** Matches bare specifiers, which we do not bundle: packages and Node modules. */
const PACKAGES = /^[a-z@]/;

/**
 * The modules whose compiled files package.json names: what users import, the command line, and the
 * script of the panel.
 * @param {".js" | ".d.ts"} ending
 */
function entriesOf(ending) {
  const files = readFileSync("package.json", "utf8").matchAll(/"\.\/dist\/([^".]+)([^"]+)"/g);
  const modules = [...files].filter(([, , found]) => found === ending).map(([, path]) => path);
  return Object.fromEntries(modules.map((path) => [path, `./${path}.ts`]));
}

/**
 * Modules that `orders-kit mock` loads. `cli/main.ts` is missing on purpose: a module that awaits
 * its own import must not share a file.
 */
const START = ["cli/run.ts", "cli/commands/mock.ts"];

/**
 * Shared output files. A module goes into the first file whose lists of modules all load it. There
 * are few files, because each one slows the start, and no file contains code that only other
 * entries need, because app bundlers drop whole files but not halves.
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

  // Only these folders: pages and the mock's control API load parts of the others on demand.
  const isOfGate = /^(?:contract-tests|cli)\b/.test(relative(".", id));
  return isOfGate && isLoadedBy(GATE) ? "gate" : null;
}

/** @type {Map<readonly string[], ReadonlySet<string>>} */
const closures = new Map();

/**
 * Returns the modules and everything they import statically; dynamic imports are left out.
 * @param {readonly string[]} modules
 * @param {ChunkingContext} context
 */
function closure(modules, context) {
  const known = closures.get(modules);
  if (known !== undefined) return known;
  const all = new Set(modules.map((path) => resolve(path)));
  // Iterating a Set also visits the entries added meanwhile.
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
      // TypeScript is slow: we turn off rolldown's warning about slow plugins.
      checks: { bundlerTimings: false },
    };
  },

  tools: () => ({
    input: [
      "generate.ts",
      "contract-tests/testing/bench/run.ts",
      "contract-tests/testing/bench/empty.config.ts",
      "contract-tests/testing/bench/empty.spec.ts",
      "mock/bench/bare.ts",
      "repo-tests/gateways/run.ts",
      "repo-tests/package/matrix.ts",
      "repo-tests/pictures.ts",
    ],
    // preserveModules: each program looks for files next to its own.
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
  // The message contains the source location; the stack is only rolldown's own.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
