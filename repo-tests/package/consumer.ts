/** The package as its users get it: packed by npm, and installed into folders where nothing else is. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ended, environment, launch, succeed } from "../../contract-tests/testing/processes.ts";
import { ROOT } from "../manifest.ts";

export interface Tarball {
  readonly path: string;
  /** As they are unpacked, from the package's root. */
  readonly files: readonly string[];
  /** Bytes. */
  readonly unpackedSize: number;
}

export type Consumer = ReturnType<typeof openConsumer>;

/** The sources of a program and of a page that use the package. */
export const APP: string = join(ROOT, "repo-tests/package/app");

/** Packs what `npm run build` has made. */
export async function pack(folder: string): Promise<Tarball> {
  const argv = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await succeed(launch("npm", argv, ROOT, environment()));
  const [{ filename, unpackedSize, files }] = JSON.parse(stdout) as [
    { filename: string; unpackedSize: number; files: { path: string }[] },
  ];
  return { path: join(folder, filename), files: files.map(({ path }) => path), unpackedSize };
}

/** A new project with these packages; `files` is a folder that is copied into it, `bin` the folder of another Node. */
export async function createConsumer(
  folder: string,
  { packages, files, bin }: { readonly packages: readonly string[]; readonly files?: string; readonly bin?: string },
): Promise<Consumer> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  if (files !== undefined) await cp(files, folder, { recursive: true });
  const consumer = openConsumer(folder, bin);
  await npmInstall(folder, packages, consumer.env);
  return consumer;
}

/** A project that has the package among its dependencies; programs are found in its node_modules first. */
export function openConsumer(folder: string, bin?: string) {
  const env = environment(join(folder, "node_modules/.bin"), ...(bin === undefined ? [] : [bin]));
  const start = (program: string, ...argv: string[]) => launch(program, argv, folder, env);
  /** Runs a program to its end. */
  const run = (program: string, ...argv: string[]) => ended(start(program, ...argv));
  return { folder, env, run, start };
}

/** npm chooses among versions by the Node that runs it, which is the first in the environment's PATH. */
export async function npmInstall(folder: string, packages: readonly string[], env = environment()): Promise<void> {
  const quiet = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await succeed(launch("npm", ["install", ...quiet, ...packages], folder, env));
}
