/** A profile in a file: read, and written by `verify --learn`, which checks the file before the run. */
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { leaksSecret } from "../contract-tests/client/redaction.ts";
import { writeWhole } from "../contract-tests/report/write-files.ts";
import type { VerifyResult } from "../contract-tests/verify.ts";
import { SILENCES } from "../spec/clauses/index.ts";
import { describeSystemError, USER_ERRORS, UserError } from "../spec/errors/user-errors.ts";
import type { Profile } from "../spec/profile/shape.ts";
import { profileText } from "../spec/profile/writer.ts";

/** Throws a UserError, with `name` as the name of the file, when it cannot be read or is not a profile. */
export async function loadProfile(file: string, name = file): Promise<Profile> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw USER_ERRORS.unreadableProfile(name, describeSystemError(error));
  });
  return parse(text, name);
}

/** The YAML reader is loaded on demand: the mock starts faster without it. */
async function parse(text: string, name: string): Promise<Profile> {
  const { parseProfile } = await import("../spec/profile/reader.ts");
  return parseProfile(text, name);
}

/** Throws a UserError when the folder is missing, or when the file exists and is not a profile. */
export async function openLearnedProfile(name: string, cwd = ".") {
  const file = resolve(cwd, name);
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (folder?.isDirectory() !== true)
    throw USER_ERRORS.profileNotWritten(name, `there is no folder ${dirname(name)}`);
  const accepted = await readAccepted(file, name);
  return {
    /** Writes the profile, unless nothing was judged. Resolves with a line for the user. */
    async write(
      { report, learn, secrets }: VerifyResult,
      onViolation: "write" | "skip",
    ): Promise<string> {
      if (report.verdict === "not-judged") return `${name} is not written: nothing was judged.`;
      const learned = learn(accepted);
      const { violates, answers } = learned.profile;
      if (violates.length > 0 && onViolation === "skip")
        return `${name} is not written: the deployment breaks the contract (${violates.join(", ")}). Add --learn-anyway to write it.`;
      const text = profileText(learned);
      if (leaksSecret(text, secrets)) throw USER_ERRORS.keyLeaked([name]);
      await writeWhole(file, text).catch((error: unknown) => {
        throw USER_ERRORS.profileNotWritten(name, describeSystemError(error));
      });
      return `Wrote ${name}: ${Object.keys(answers).length} of ${SILENCES.length} open questions answered. Use it with orders-kit mock --profile ${name}.`;
    },
  };
}

/** The accepted differences of the file that will be replaced. */
async function readAccepted(file: string, name: string): Promise<Profile["accepted"]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw USER_ERRORS.profileNotWritten(name, describeSystemError(error));
  });
  try {
    return text.trim() === "" ? {} : (await parse(text, name)).accepted;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [problem = "", ...excerpt] = error.message.split("\n");
    throw USER_ERRORS.notReplaced(problem, excerpt.join("\n"));
  }
}
