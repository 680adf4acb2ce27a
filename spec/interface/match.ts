/** Finds the operation that a request calls, from its method and path. */
import { parseInt64 } from "../schema/integers.ts";
import { type Method, OPERATIONS, type Operation } from "./operations.ts";

export interface Match {
  /** Undefined if the interface does not have this path or this method. */
  readonly operation: Operation | undefined;
  /**
   * The path with its parameter in braces, as in OPERATIONS; undefined if the interface lacks it.
   */
  readonly path: string | undefined;
  /** Percent-decoded, or as sent if an escape is invalid; empty if the path has no parameter. */
  readonly parameter: string;
  /** False if the parameter is not of the kind the operations declare. */
  readonly isValid: boolean;
  /** Undefined if the path names no order or the parameter is not an int64. */
  readonly orderId: bigint | undefined;
  /** The methods of this path; empty if the interface lacks the path. */
  readonly allowed: readonly Method[];
}

const ALL: readonly Operation[] = Object.values(OPERATIONS);
/** The paths of the interface, each with its parameter in braces. */
export const PATHS = [...new Set(ALL.map(({ path }) => path))].map((template) => {
  const [prefix = "", suffix = ""] = template.split(/\{\w+\}/);
  const operations = ALL.filter(({ path }) => path === template);
  return {
    template,
    /** The text before and after the parameter; a path without one is all prefix. */
    prefix,
    suffix,
    operations,
    allowed: operations.map(({ method }) => method),
    parameter: operations[0]?.parameter,
  };
});

export type Path = (typeof PATHS)[number];

const NO_MATCH: Match = {
  operation: undefined,
  path: undefined,
  parameter: "",
  isValid: true,
  orderId: undefined,
  allowed: [],
};

/**
 * `path` is relative to the base address and has no query. Paths are case-sensitive, and a trailing
 * slash makes a different path.
 */
export function match(method: string, path: string): Match {
  for (const known of PATHS) {
    const written = parameterIn(path, known);
    if (written === undefined) continue;
    const { template, operations, allowed, parameter: declared } = known;
    const parameter = percentDecoded(written) ?? written;
    const id = declared?.kind === "int64" ? parseInt64(parameter) : undefined;
    return {
      operation: operations.find((operation) => operation.method === method),
      path: template,
      parameter,
      isValid: declared?.kind !== "int64" || id !== undefined,
      orderId: declared?.names === "order" ? id : undefined,
      allowed,
    };
  }
  return NO_MATCH;
}

/**
 * Returns the parameter as written, which is one non-empty segment; empty if the path has none, and
 * undefined if it is another path.
 */
function parameterIn(path: string, { prefix, suffix, parameter }: Path): string | undefined {
  if (parameter === undefined) return path === prefix ? "" : undefined;
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return undefined;
  const written = path.slice(prefix.length, path.length - suffix.length);
  return written === "" || written.includes("/") ? undefined : written;
}

/** Returns undefined if an escape is invalid. */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
