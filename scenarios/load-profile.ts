/** A profile from a file of the user (Node only). */
import { readFile } from "node:fs/promises";
import { causeOf, PROBLEMS } from "../spec/problems.ts";
import type { Profile } from "../spec/profile-shape.ts";

/** `name` is the file's in errors. Throws a UserError when it cannot be read, or is no profile. */
export async function loadProfile(file: string, name = file): Promise<Profile> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw PROBLEMS.unreadableProfile(name, causeOf(error));
  }
  // The YAML reader is needed here alone: the mock starts without it.
  const { parseProfile } = await import("../spec/profile.ts");
  return parseProfile(text, name);
}
