/** What a flag's text stands for. Each throws a UserError that names the flag and what it takes. */
import { parseInt64 } from "./int64.ts";
import { PROBLEMS } from "./problems.ts";

/** The order ids of a flag that can be repeated, exact to the last digit. */
export function idFlags(flag: string, values: readonly string[] = []): bigint[] {
  return values.map((value) => {
    const id = parseInt64(value);
    if (id === undefined) throw PROBLEMS.badValue(flag, value, "the id of one order, an int64 in digits alone");
    return id;
  });
}

/** A positive number, in whole or in part, of the form that is wanted; `words` say which. */
export function numberFlag(flag: string, value: string | undefined, wanted: RegExp, words: string): number | undefined {
  if (value === undefined) return undefined;
  if (!wanted.test(value) || Number(value) <= 0) throw PROBLEMS.badValue(flag, value, words);
  return Number(value);
}

export function integerFlag(flag: string, value: string | undefined, greatest: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1;
  if (number < 0 || number > greatest) throw PROBLEMS.badValue(flag, value, `an integer from 0 to ${greatest}`);
  return number;
}

export function portFlag(value: string | undefined): number | undefined {
  return integerFlag("--port", value, 65_535);
}
