/** The project's files, their imports and their text. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../manifest.ts";

export interface Import {
  /**
   * The path from the root if it is a file of the project, and otherwise the specifier as written.
   */
  readonly imported: string;
  /**
   * static: loaded with the file. dynamic: loaded later or never, by a call of import(). type:
   * erased, because only types are imported.
   */
  readonly kind: "static" | "dynamic" | "type";
}

/**
 * Every file that is in the repository, or would be after the next commit. Paths from the root,
 * with slashes.
 */
export const FILES: readonly string[] = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
  { cwd: ROOT, encoding: "utf8" },
)
  .split("\0")
  .filter((file) => file !== "" && statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile())
  .toSorted();

/** All TypeScript of the project that people write. */
export const SOURCES = FILES.filter(
  (file) => file.endsWith(".ts") && !/\/generated\/|^examples\//.test(file),
);

/** Sources in the package; excludes files that test, measure or generate it. */
export const SHIPPED = SOURCES.filter(
  (file) =>
    !/\.(?:test|browser|spec|setup|config)\.ts$/.test(file) &&
    !/^repo-tests\/|\/(?:testing|bench|generate|corpus)\/|^generate\.ts$/.test(file),
);

export const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const IMPORT = /^(?:import|export) (?:([^"=;()]*?) from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
/** Matches the text between `import` and `from` if it only names types. */
const TYPES_ONLY = /^type |^\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}$/;

/** Imports and re-exports, as Biome formats them, including `import()` with a plain string. */
export function importsOf(file: string): readonly Import[] {
  return [...textOf(file).matchAll(IMPORT)].map(([, names = "", from, loaded = ""]) => {
    const specifier = from ?? loaded;
    const imported = specifier.startsWith(".")
      ? join(dirname(file), specifier).replaceAll("\\", "/")
      : specifier;
    const kind = TYPES_ONLY.test(names) ? "type" : from === undefined ? "dynamic" : "static";
    return { imported, kind };
  });
}

/** One line for each line of these files that matches. */
export function linesWith(pattern: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    textOf(file)
      .split("\n")
      .flatMap((text, index) => {
        const found = pattern.exec(text)?.[0].trim();
        return found === undefined ? [] : [`${file}:${index + 1} has "${found}"`];
      }),
  );
}
