/**
 * Checks that package-lock.json has everything `npm ci` needs in a clean clone, and nothing it must
 * not have.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

test("what Linux on x64 installs has its integrity, and no package names a registry", () => {
  const text = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
  const packages: Readonly<Record<string, Locked>> = JSON.parse(text).packages;
  const faults = Object.entries(packages).filter(([path, locked]) => {
    const {
      resolved = "",
      link,
      integrity,
      os = ["linux"],
      cpu = ["x64"],
      libc = ["glibc"],
    } = locked;
    const isHere = os.includes("linux") && cpu.includes("x64") && libc.includes("glibc");
    const isPackage = path.startsWith("node_modules/") && link !== true;
    return resolved.includes("://") || (isPackage && isHere && integrity === undefined);
  });
  expect(faults.map(([path]) => path)).toEqual([]);
});
