/**
 * The package's folder and its package.json, found from the sources and from their compiled files.
 */
import { createRequire } from "node:module";
import { dirname } from "node:path";

interface Manifest {
  readonly version: string;
  readonly bin: { readonly "orders-kit": string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<
    Record<string, string | { readonly types: string; readonly default: string }>
  >;
  readonly sideEffects: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const require = createRequire(import.meta.url);
export const ROOT = dirname(require.resolve("orders-kit/package.json"));
export const MANIFEST: Manifest = require("orders-kit/package.json");
