/** Reads a profile file. */
import { readFile } from "node:fs/promises";
import { describeSystemError, USER_ERRORS } from "../spec/errors/user-errors.ts";
import type { Profile } from "../spec/profile/shape.ts";

/** Throws a UserError, with `name` as the name of the file, when it cannot be read or is not a profile. */
export async function loadProfile(file: string, name = file): Promise<Profile> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw USER_ERRORS.unreadableProfile(name, describeSystemError(error));
  }
  // The mock starts faster without the YAML reader.
  const { parseProfile } = await import("../spec/profile/reader.ts");
  return parseProfile(text, name);
}
