/** Flags that take a number. */
import type { Setting } from "../../contract-tests/targets/settings-table.ts";
import { badValueError } from "../../spec/errors/inputs.ts";

/** Throws a UserError that names the flag and what it takes. */
export function integerFlag(
  flag: string,
  value: string | undefined,
  max: number,
): number | undefined {
  if (value === undefined) return undefined;
  return numberWithin(flag, value, { kind: "integer", min: 0, max });
}

/** Throws a UserError that names the flag and what it takes. */
export function numberWithin(
  flag: string,
  value: string,
  { kind, min = 0, max = Infinity }: Pick<Setting, "kind" | "min" | "max">,
): number {
  const isInteger = kind === "integer";
  const form = isInteger ? /^\d{1,10}$/ : /^\d{1,10}(?:\.\d+)?$/;
  const number = form.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  const expected = `${isInteger ? "an integer" : "a number"} from ${min} to ${max}`;
  throw badValueError({ flag, expected, value });
}

export function portFlag(value: string | undefined): number | undefined {
  return integerFlag("--port", value, 65_535);
}
