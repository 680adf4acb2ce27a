/** `${NAME}` in a value: an environment variable. */
import type { Env } from "./target.ts";

/** Its group is the name. */
export const VARIABLE = /\$\{(\w+)\}/g;

/** The first variable of a text that is not set, or is empty. */
export function unsetVariable(text: string, env: Env): string | undefined {
  return [...text.matchAll(VARIABLE)].map(([, name = ""]) => name).find((name) => !env[name]);
}

export function withVariables(text: string, env: Env): string {
  return text.replace(VARIABLE, (_, name: string) => env[name] ?? "");
}
