/** Flags that take a number. */
import { inputError } from "../../spec/errors/inputs.ts";

/** Throws a UserError that names the flag and the values it takes. */
export function integerFlag(
  flag: string,
  value: string | undefined,
  max: number,
): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,10}$/.test(value) && Number(value) <= max) return Number(value);
  throw inputError("bad-value", { flag, expected: `an integer from 0 to ${max}`, value });
}

export function portFlag(value: string | undefined): number | undefined {
  return integerFlag("--port", value, 65_535);
}
