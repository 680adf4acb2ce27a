/** Matches the path of a control call with that of a route. */
import type { ControlRoute } from "./routes.ts";

/** The parameter in a path, empty if the route has none; undefined if the route has another path. */
export function matchRoute({ path }: ControlRoute, target: string): string | undefined {
  const [before = "", after] = path.split("{id}");
  if (after === undefined) return target === path ? "" : undefined;
  if (!target.startsWith(before) || !target.endsWith(after)) return undefined;
  const parameter = target.slice(before.length, target.length - after.length);
  return parameter === "" || parameter.includes("/") ? undefined : parameter;
}
