/** A profile in a file: read by `mock --profile`, and written by `verify --learn`. */
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { withoutSecrets } from "../contract-tests/client/redaction.ts";
import { writeWhole } from "../contract-tests/report/write-files.ts";
import type { VerifyResult } from "../contract-tests/verify.ts";
import { parseProfile, profileText } from "../scenarios/profile/profile-text.ts";
import type { Profile } from "../scenarios/profile/shape.ts";
import { decodeText } from "../scenarios/source/decode.ts";
import { SILENCES } from "../spec/clauses/index.ts";
import { describeSystemError } from "../spec/errors/system-error.ts";
import { UserError } from "../spec/errors/user-error.ts";
import { notReplacedError, profileNotWrittenError, unreadableProfileError } from "./errors.ts";

/** Throws a UserError, with `name` as the name of the file, when it cannot be read or is not a profile. */
export async function loadProfile(name: string, cwd = "."): Promise<Profile> {
  const bytes = await readFile(resolve(cwd, name)).catch((error: unknown) => {
    throw unreadableProfileError({ file: name, why: describeSystemError(error) });
  });
  return parseProfile(decodeText(bytes), name);
}

/** Throws a UserError when the folder is missing, or when the file exists and is not a profile. */
export async function openLearnedProfile(name: string, cwd = ".") {
  const file = resolve(cwd, name);
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (folder?.isDirectory() !== true)
    throw profileNotWrittenError({ file: name, why: `there is no folder ${dirname(name)}` });
  await checkReplaceable(file, name);
  return {
    /** Writes the profile, unless nothing was judged. Resolves with a line for the user. */
    async write({ report, profile, secrets }: VerifyResult): Promise<string> {
      if (report.verdict === "not-judged") return `${name} is not written: nothing was judged.`;
      const written = profileText(profile, report.target.url, report.startedAt);
      const text = withoutSecrets(written, secrets, name);
      await writeWhole(file, text).catch((error: unknown) => {
        throw profileNotWrittenError({ file: name, why: describeSystemError(error) });
      });
      const answered = Object.keys(profile.answers).length;
      return `Wrote ${name}: ${answered} of ${SILENCES.length} open questions answered. Use it with orders-kit mock --profile ${name}.`;
    },
  };
}

/** Throws a UserError for a file that is neither empty nor a profile. */
async function checkReplaceable(file: string, name: string): Promise<void> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return new Uint8Array();
    throw profileNotWrittenError({ file: name, why: describeSystemError(error) });
  });
  const text = decodeText(bytes);
  try {
    if (text.trim() !== "") parseProfile(text, name);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [problem = "", ...excerpt] = error.message.split("\n");
    throw notReplacedError({ problem, excerpt: excerpt.join("\n") });
  }
}
