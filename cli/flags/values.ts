/** The values of flags. Each function throws a UserError that names the flag and what it takes. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { parseInt64 } from "../../spec/schema/int64.ts";

export function idFlags(flag: string, values: readonly string[]): bigint[] {
  return values.map((value) => {
    const id = parseInt64(value);
    if (id === undefined) throw USER_ERRORS.badValue(flag, value, "the id of one order, an int64 in digits alone");
    return id;
  });
}

export function integerFlag(flag: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1;
  if (number < 0 || number > max) throw USER_ERRORS.badValue(flag, value, `an integer from 0 to ${max}`);
  return number;
}

export function portFlag(value: string | undefined): number | undefined {
  return integerFlag("--port", value, 65_535);
}
