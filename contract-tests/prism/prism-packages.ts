/**
 * Loads Prism's HTTP package and the API description. We declare the types that we need, because
 * Prism is an optional peer dependency.
 */
import { createRequire } from "node:module";
import { prismError } from "./prism-errors.ts";

/** An asynchronous computation of fp-ts. */
type Task<T> = () => Promise<T>;

/** The part of `@stoplight/prism-http` that we use. */
interface PrismHttp {
  getHttpOperationsFromSpec(path: string): Promise<readonly unknown[]>;
  createInstance(
    config: object,
    components: object,
  ): { request(input: object, operations: readonly unknown[]): Task<unknown> };
}

/** The part of `fp-ts/TaskEither` that we use. */
interface TaskEither {
  right(value: object): Task<unknown>;
  match<T>(
    onError: (error: Error) => never,
    onAnswer: (answer: { readonly validations: { readonly output: readonly Diagnostic[] } }) => T,
  ): (task: Task<unknown>) => Task<T>;
}

/** A diagnostic of Prism about a response. */
export interface Diagnostic {
  /** `["body", "0", "shipDate"]`; undefined for the status and the media type. */
  readonly path?: readonly string[];
  /** A JSON Schema keyword, if any. */
  readonly code?: string | number | undefined;
  readonly message: string;
}

const require = createRequire(import.meta.url);

/**
 * Loads Prism and the operations of spec/openapi.yaml. `root` is the package prism-cli or its
 * folder. Throws a UserError if Prism is not installed or cannot be loaded.
 */
export async function loadPackages(root: string) {
  const manifest = findManifest(root);
  const { version } = require(manifest) as { version: string };
  try {
    // pnpm makes these packages visible to prism-cli only.
    const requireAsPrism = createRequire(manifest);
    const http = requireAsPrism("@stoplight/prism-http") as PrismHttp;
    const taskEither = requireAsPrism("fp-ts/TaskEither") as TaskEither;
    const description = require.resolve("orders-kit/openapi.yaml");
    const operations = await http.getHttpOperationsFromSpec(description);
    return { http, taskEither, operations, version };
  } catch (error) {
    throw prismError("prism-failed", { version, why: messageOf(error) });
  }
}

function findManifest(root: string): string {
  try {
    return require.resolve(`${root}/package.json`);
  } catch {
    throw prismError("prism-missing");
  }
}

/** Returns the first line: errors of `require` continue with a list of files. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0] ?? "";
}
