/**
 * The package as its users get it: packed by npm, and installed into folders that contain nothing
 * else.
 */
import { readFileSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWhole } from "../../contract-tests/corpus/chosen.ts";
import {
  ended,
  environment,
  launch,
  succeed,
} from "../../contract-tests/testing/servers/processes.ts";
import { MANIFEST, ROOT } from "../manifest.ts";

export interface Tarball {
  readonly path: string;
  /** Unpacked files, relative to the package's root. */
  readonly files: readonly string[];
  /** In bytes. */
  readonly unpackedSize: number;
}

export type Consumer = ReturnType<typeof openConsumer>;

/**
 * One folder per run, because one process starts all its workers. install.setup.ts fills the folder
 * once for all of them.
 */
export const INSTALLATION = join(tmpdir(), `orders-kit-installation-${process.ppid}`);
export const TARBALL = join(INSTALLATION, "tarball.json");

/** Packages that only the pages use; check:long follows these. */
const PAGE_TOOLS = [
  "@storybook/html-vite@10.6.0",
  "@tanstack/react-query@5.108.0",
  "@types/react@19.3.0",
  "axios@1.21.1",
  "msw-storybook-addon@3.0.3",
  "next@16.4.6",
  "openapi-fetch@0.17.0",
  "react@19.3.1",
  "react-dom@19.3.1",
  "storybook@10.6.7",
  "vitest@4.1.12",
  "vue@3.5.45",
];

/** Packages in the versions of this repository. */
const pinned = (...names: string[]): string[] =>
  names.map((name) => `${name}@${MANIFEST.devDependencies[name]}`);

/** Packages installed in addition to orders-kit, by name of the project. */
export const CONSUMERS = {
  alone: [],
  /**
   * Two copies of Playwright in different versions: the project's own, and one that another package
   * depends on.
   */
  withPlaywrightTest: ["@playwright/test@1.50.1", ...pinned("playwright")],
  /** The peers, and the tools of apps. */
  complete: [
    ...pinned("msw", "playwright", "@stoplight/prism-cli", "typescript", "@types/node", "vite"),
    ...(isWhole ? PAGE_TOOLS : []),
  ],
};

/** Tests share the projects: a test writes only to paths that no other test uses. */
export const consumer = (name: keyof typeof CONSUMERS): Consumer =>
  openConsumer(join(INSTALLATION, name));
export const tarball = (): Tarball => JSON.parse(readFileSync(TARBALL, "utf8"));

/** Packs what `npm run build` has built, with the declarations. */
export async function pack(folder: string): Promise<Tarball> {
  await succeed(launch("node", ["build.js", "types"], ROOT, environment()));
  const argv = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await succeed(launch("npm", argv, ROOT, environment()));
  const [{ filename, unpackedSize, files }] = JSON.parse(stdout) as [
    { filename: string; unpackedSize: number; files: { path: string }[] },
  ];
  return { path: join(folder, filename), files: files.map(({ path }) => path), unpackedSize };
}

/**
 * Creates a project with these packages, and with a program and a page that use orders-kit. `bins`
 * has the folder of another Node.
 */
export async function createConsumer(
  folder: string,
  packages: readonly string[],
  ...bins: string[]
) {
  await cp(join(ROOT, "repo-tests/package/app"), folder, { recursive: true });
  const consumer = openConsumer(folder, ...bins);
  await npmInstall(folder, packages, consumer.env);
  return consumer;
}

/** Opens a project that depends on the package. Programs are found in its node_modules first. */
function openConsumer(folder: string, ...bins: string[]) {
  const env = environment(join(folder, "node_modules/.bin"), ...bins);
  const start = (program: string, ...argv: string[]) => launch(program, argv, folder, env);
  /** Runs a program to its end. */
  const run = (program: string, ...argv: string[]) => ended(start(program, ...argv));
  return { folder, env, run, start };
}

/**
 * Installs into a new project. npm chooses versions by the Node that runs it, which is the first in
 * the environment's PATH.
 */
export async function npmInstall(
  folder: string,
  packages: readonly string[],
  env = environment(),
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const quiet = [
    "--prefer-offline",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  await succeed(launch("npm", ["install", ...quiet, ...packages], folder, env));
}
