/** The project's files: which there are, what they import, what is written in them. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../manifest.ts";

/** A line of a file, and what is found there. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

export interface Import {
  /** As it is written. */
  readonly specifier: string;
  /** The file of the project, when it is one. */
  readonly file?: string;
  readonly line: number;
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

export const TEXTS = FILES.filter((file) => !/\.(png|webp|ico|woff2?)$/.test(file));

/** All TypeScript that people write. */
export const SOURCES = FILES.filter(
  (file) => /\.tsx?$/.test(file) && !file.includes("/generated/"),
);

export const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const IMPORT = /^(?:import|export) (?:([^"=;()]*?) from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
/** What is between `import` and `from`, where all of it are types. */
const TYPES_ONLY = /^type |^\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}$/;

/** Imports and re-exports, as Biome formats them; `import()` with a plain text included. */
export function importsOf(file: string): readonly Import[] {
  const text = textOf(file);
  return [...text.matchAll(IMPORT)].map(
    ({ 0: { length }, 1: names = "", 2: from, 3: loaded = "", index }) => {
      const specifier = from ?? loaded;
      const path = specifier.startsWith(".")
        ? join(dirname(file), specifier).replaceAll("\\", "/")
        : undefined;
      const line = text.slice(0, index + length).split("\n").length;
      const kind = TYPES_ONLY.test(names) ? "type" : from === undefined ? "dynamic" : "static";
      return { specifier, ...(path !== undefined && { file: path }), line, kind } as const;
    },
  );
}

/** These files, each as a whole. */
export const wholly = (files: readonly string[], what: string): Place[] =>
  files.map((file) => ({ file, line: 1, what }));

/** The lines that match. */
export function linesWith(pattern: RegExp, files: readonly string[]): Place[] {
  return files.flatMap((file) =>
    textOf(file)
      .split("\n")
      .flatMap((text, index) => {
        const found = pattern.exec(text)?.[0].trim();
        return found === undefined ? [] : [{ file, line: index + 1, what: `has "${found}"` }];
      }),
  );
}

/** Every file that the imports of these kinds lead to from `entry`, with the path there: the entry first. */
export function reachedFrom(
  entry: string,
  kinds: readonly Import["kind"][],
): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, readonly string[]>([[entry, [entry]]]);
  for (const [file, path] of reached)
    for (const { file: next, kind } of importsOf(file))
      if (next !== undefined && kinds.includes(kind) && /\.tsx?$/.test(next) && !reached.has(next))
        reached.set(next, [...path, next]);
  return reached;
}
