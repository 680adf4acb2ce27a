import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { findTargetsFile } from "./find-targets-file.ts";

/**
 * Creates a folder with these files; a path that ends in a slash is a folder. Returns the path of
 * `app/web` in it.
 */
function folderIn(...paths: readonly string[]): string {
  const root = temporaryFolder();
  const cwd = join(root, "app/web");
  mkdirSync(cwd, { recursive: true });
  for (const path of paths)
    if (path.endsWith("/")) mkdirSync(join(root, path), { recursive: true });
    else writeFileSync(join(root, path), "");
  return cwd;
}

for (const [paths, found] of [
  [["app/web/orders-kit.yaml", "orders-kit.yaml", ".git/"], { file: "orders-kit.yaml" }],
  [["app/orders-kit.yaml", "orders-kit.yaml", ".git/"], { file: join("..", "orders-kit.yaml") }],
  // In a git work tree, .git is a file.
  [["orders-kit.yaml", ".git"], { file: join("..", "..", "orders-kit.yaml") }],
  [[".git"], { missing: `no orders-kit.yaml is in the current folder, .., ${join("..", "..")}` }],
  // What is above the root of the repository belongs to somebody else.
  [["orders-kit.yaml", "app/.git"], { missing: "no orders-kit.yaml is in the current folder, .." }],
  [["orders-kit.yaml"], { missing: "no orders-kit.yaml is in the current folder" }],
] as const)
  test(`in app/web of a folder with ${paths.join(", ")}`, () => {
    expect(findTargetsFile(folderIn(...paths))).toEqual(found);
  });
