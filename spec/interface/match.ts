/** The operation that a request calls, by its method and path. */
import { parseInt64 } from "../schema/integers.ts";
import { type Method, OPERATIONS, type Operation } from "./operations.ts";

/** The operation and the parameter that a path names, for one method or for all. */
export interface Match {
  /** Undefined for a path or a method that the interface does not have. */
  readonly operation: Operation | undefined;
  /** With its parameter in braces, as the operations have it; undefined for a path that the interface does not have. */
  readonly path: string | undefined;
  /** Percent-decoded, or as it was sent if an escape is invalid; empty for a path without one. */
  readonly parameter: string;
  /** False when the parameter is not of the kind that its operations declare. */
  readonly isValid: boolean;
  /** Undefined for a path that names no order, and for a parameter that is not an int64. */
  readonly orderId: bigint | undefined;
  /** The methods of the path; none for a path that the interface does not have. */
  readonly allowed: readonly Method[];
}

const ALL: readonly Operation[] = Object.values(OPERATIONS);
/** The paths of the interface, each with its parameter in braces. */
export const PATHS = [...new Set(ALL.map(({ path }) => path))].map((template) => {
  const [prefix = "", suffix = ""] = template.split(/\{\w+\}/);
  const operations = ALL.filter(({ path }) => path === template);
  return {
    template,
    /** What stands before the parameter, and behind it; of a path without one, all, and nothing. */
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
 * The operation of a method and a path; the path is relative to the base address and has no query. Case-sensitive; a trailing
 * slash makes another path.
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

/** The parameter as it is written, one segment that is not empty; empty for a path that has none, and undefined for another path. */
function parameterIn(path: string, { prefix, suffix, parameter }: Path): string | undefined {
  if (parameter === undefined) return path === prefix ? "" : undefined;
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return undefined;
  const written = path.slice(prefix.length, path.length - suffix.length);
  return written === "" || written.includes("/") ? undefined : written;
}

/** The text without percent-encoding; undefined where an escape is invalid. */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
