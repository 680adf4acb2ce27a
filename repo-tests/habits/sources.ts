/** The project's files: which there are, what they import, what is written in them. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../manifest.ts";

export interface Import {
  /** The path of the file from the root, where it is one of the project; otherwise as it is written. */
  readonly imported: string;
  /** Loaded with the file; by a call of import(), later or never; or erased, since it imports types only. */
  readonly kind: "static" | "dynamic" | "type";
}

/** Every file that is in the repository, or would be with the next commit. Paths from the root, with slashes. */
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

/** What is in the package; not what tests, measures or generates it. */
export const SHIPPED = SOURCES.filter(
  (file) =>
    !/\.(?:test|browser|spec|setup|config)\.ts$/.test(file) &&
    !/^repo-tests\/|\/(?:testing|bench|generate|corpus)\/|^generate\.ts$/.test(file),
);

export const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const IMPORT = /^(?:import|export) (?:([^"=;()]*?) from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
/** What is between `import` and `from`, where all of it are types. */
const TYPES_ONLY = /^type |^\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}$/;

/** Imports and re-exports, as Biome formats them; `import()` with a plain text included. */
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

/** Every file that an entry loads by imports of these kinds, the entry first. */
export function loadedBy(entry: string, kinds: readonly Import["kind"][]): readonly string[] {
  const loaded = new Set([entry]);
  for (const file of loaded)
    for (const { imported, kind } of importsOf(file))
      if (kinds.includes(kind) && FILES.includes(imported) && imported.endsWith(".ts"))
        loaded.add(imported);
  return [...loaded];
}

/** A line for each line of these files that matches. */
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
