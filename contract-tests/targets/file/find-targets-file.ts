/** Finds orders-kit.yaml: in the current folder, or above it in the repository. */
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Has targets by name; targets-file.ts reads this file. */
const TARGETS_FILE = "orders-kit.yaml";

/**
 * Returns the path of the file with the known violations, beside a targets file; both are relative
 * to the same folder.
 */
export function knownFileBeside(targetsFile: string): string {
  return join(dirname(targetsFile), "orders-kit.known.yaml");
}

/**
 * Where the file is, relative to the current folder; otherwise a sentence that says where we looked
 * for it.
 */
export type FoundFile = { readonly file: string } | { readonly missing: string };

export function findTargetsFile(cwd: string): FoundFile {
  const folders = searchedFolders(cwd);
  const folder = folders.find((one) => existsSync(join(one, TARGETS_FILE)));
  if (folder !== undefined) return { file: relative(cwd, join(folder, TARGETS_FILE)) };
  const above = folders.slice(1).map((one) => relative(cwd, one));
  return {
    missing: `no ${TARGETS_FILE} is ${["in the current folder", ...above].join(", ")}`,
  };
}

/**
 * Returns the current folder and those above it, up to the root of the repository; outside of a
 * repository, only the current folder.
 */
function searchedFolders(cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; !existsSync(join(folder, ".git")); ) {
    const above = dirname(folder);
    if (above === folder) return [cwd];
    folders.push(above);
    folder = above;
  }
  return folders;
}
