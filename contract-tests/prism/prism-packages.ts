/** Loads Prism's package for HTTP and reads the description with it. What it has of types is written down here: it is an optional peer. */
import { createRequire } from "node:module";
import { prismFailedError, prismMissingError } from "../errors/targets.ts";
import type { PrismViolation } from "./answer.ts";

/** What we use of `@stoplight/prism-http`. */
interface PrismHttp {
  getHttpOperationsFromSpec(path: string): Promise<readonly unknown[]>;
  createInstance(config: object, components: object): PrismInstance;
}

interface PrismInstance {
  request(input: object, operations: readonly unknown[]): Task;
}

/** A computation of fp-ts, which {@link TaskEither} makes and reads. */
type Task = () => Promise<unknown>;

/** What we use of `fp-ts/TaskEither`. */
interface TaskEither {
  right(value: object): Task;
  match<T>(
    onError: (error: Error) => never,
    onAnswer: (answer: PrismAnswer) => T,
  ): (task: Task) => () => Promise<T>;
}

interface PrismAnswer {
  readonly validations: Readonly<Record<"input" | "output", readonly Diagnostic[]>>;
}

export interface Diagnostic extends Pick<PrismViolation, "code" | "message"> {
  readonly path?: readonly string[];
  readonly severity: 0 | 1 | 2 | 3;
}

const require = createRequire(import.meta.url);

/**
 * Prism, and the operations of spec/openapi.yaml. `root` is the package prism-cli, or its folder. Throws a UserError when it is not
 * installed or cannot be loaded.
 */
export async function loadPackages(root: string) {
  const manifest = findManifest(root);
  const { version } = require(manifest) as { version: string };
  try {
    // pnpm hides these packages from all but prism-cli.
    const requireAsPrism = createRequire(manifest);
    const http = requireAsPrism("@stoplight/prism-http") as PrismHttp;
    const taskEither = requireAsPrism("fp-ts/TaskEither") as TaskEither;
    const description = require.resolve("orders-kit/openapi.yaml");
    const operations = await http.getHttpOperationsFromSpec(description);
    return { http, taskEither, operations, version };
  } catch (error) {
    throw prismFailedError({ version, why: messageOf(error) });
  }
}

function findManifest(root: string): string {
  try {
    return require.resolve(`${root}/package.json`);
  } catch {
    throw prismMissingError();
  }
}

/** The first line: an error of `require` continues with a list of files. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0] ?? "";
}
