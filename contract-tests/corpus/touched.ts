/** The variants of the files of the corpus that the last commit, or the work since, touches. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Variant } from "./variant.ts";
import { VARIANT_FILES } from "./variants.ts";

/** Returns none where there is no git, or no commit before. */
export function touchedVariants(): readonly Variant[] {
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const argv = ["diff", "--name-only", "--relative", "HEAD~1"];
  const { stdout } = spawnSync("git", argv, { cwd, encoding: "utf8" });
  return (stdout ?? "").split("\n").flatMap((path) => VARIANT_FILES[path] ?? []);
}
