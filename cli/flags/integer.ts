/** Flags that take an integer. */
import { badValueError } from "../../spec/errors/inputs.ts";

/** Throws a UserError that names the flag and what it takes. */
export function integerFlag(
  flag: string,
  value: string | undefined,
  max: number,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1;
  if (number < 0 || number > max)
    throw badValueError({ flag, expected: `an integer from 0 to ${max}`, value });
  return number;
}

export function portFlag(value: string | undefined): number | undefined {
  return integerFlag("--port", value, 65_535);
}
