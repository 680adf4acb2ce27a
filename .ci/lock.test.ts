/** What `npm ci` asks of package-lock.json, and what may not stand in it. */
import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";

interface Locked {
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as {
  packages: Readonly<Record<string, Locked>>;
};

/** Whether a package finds another in its own node_modules, or in those of a folder around it. */
function finds(place: string, name: string): boolean {
  if (Object.hasOwn(packages, `${place === "" ? "" : `${place}/`}node_modules/${name}`)) return true;
  if (place === "") return false;
  return finds(place.includes("/node_modules/") ? place.slice(0, place.lastIndexOf("/node_modules/")) : "", name);
}

test("every package that another needs is locked, those of other platforms too", () => {
  const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !finds(place, name))
      .map((name) => `${place} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test("packages are named without the registry that they came from", () => {
  const resolved = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
  expect(resolved.filter((text) => text.includes("://"))).toEqual([]);
});
