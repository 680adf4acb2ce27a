/** The package's contents. Needs dist/. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { expect, test } from "playwright/test";
import { publint } from "publint";
import { PAGES } from "../documents/pages.ts";
import { MANIFEST } from "../manifest.ts";
import { tarball } from "./installation.ts";

const MAX_BYTES = 2_500_000;
const MAX_FILES = 250;

test("its files are those that the program or its users read, and npm runs no script of it", () => {
  const { files, unpackedSize } = tarball();
  const others = files.filter((file) => !/^dist\/.*\.(?:js|js\.map|d\.ts)$/.test(file));
  expect(`${others.toSorted().join("\n")}\n`).toMatchSnapshot("files.txt");
  expect(unpackedSize).toBeLessThan(MAX_BYTES);
  expect(files.length).toBeLessThanOrEqual(MAX_FILES);
  const scripts = Object.keys(MANIFEST.scripts).join("\n");
  expect(scripts).not.toMatch(/^(?:pre|post)?install$|prepare/m);
});

test("every link and picture of its pages leads to a file that it has", () => {
  const { files } = tarball();
  const packed = PAGES.filter(({ path }) => files.includes(path));
  const targets = packed.flatMap(({ path, links }) =>
    links
      .filter((link) => !/^(?:https?:|#)/.test(link))
      .map((link) => join(dirname(path), link.replace(/#.*/, ""))),
  );
  expect(targets.length).toBeGreaterThan(30);
  expect(targets.filter((target) => !files.includes(target))).toEqual([]);
});

test("publint finds nothing, and the types match the scripts, for consumers that are modules", async () => {
  const bytes = new Uint8Array(await readFile(tarball().path));
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  expect(messages).toEqual([]);
  const excludeEntrypoints = ["./openapi.yaml", "./openapi.string-ids.yaml", "./package.json"];
  const { problems } = (await checkPackage(createPackageFromTarballData(bytes), {
    excludeEntrypoints,
  })) as { problems: { kind: string; resolutionKind?: string }[] };
  // The package is for `import`: older resolutions and `require` do not count.
  const counted = problems.filter(
    ({ resolutionKind = "" }) => !["node10", "node16-cjs"].includes(resolutionKind),
  );
  expect(counted).toEqual([]);
});
