/** What `npm ci` needs of package-lock.json, and what must not be in it. */
import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
) as {
  packages: Readonly<Record<string, Locked>>;
};

/** Whether the package at a path resolves another: in its own node_modules, or in those of a parent folder. */
function resolves(path: string, name: string): boolean {
  if (Object.hasOwn(packages, `${path === "" ? "" : `${path}/`}node_modules/${name}`)) return true;
  if (path === "") return false;
  return resolves(
    path.includes("/node_modules/") ? path.slice(0, path.lastIndexOf("/node_modules/")) : "",
    name,
  );
}

test("every dependency is locked, those of other platforms too", () => {
  const missing = Object.entries(packages).flatMap(
    ([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !resolves(path, name))
        .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test("no package names a registry", () => {
  const resolved = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
  expect(resolved.filter((text) => text.includes("://"))).toEqual([]);
});

test("what Linux on x64 installs has its integrity", () => {
  const unchecked = Object.entries(packages).filter(
    ([path, { link, integrity, os = ["linux"], cpu = ["x64"], libc = ["glibc"] }]) =>
      path.startsWith("node_modules/") &&
      link !== true &&
      integrity === undefined &&
      os.includes("linux") &&
      cpu.includes("x64") &&
      libc.includes("glibc"),
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});
