/** The file that `--learn` writes: looked at before the run, written at its end, whole or not at all. */
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { SILENCES } from "../spec/clauses/index.ts";
import { causeOf, PROBLEMS, UserError } from "../spec/problems.ts";
import { parseProfile } from "../spec/profile.ts";
import type { Profile } from "../spec/profile-shape.ts";
import { leaksKey } from "./artefacts.ts";
import { learn } from "./learn.ts";
import { profileText } from "./profile-text.ts";
import { writeWhole } from "./reporters/index.ts";
import type { Verified } from "./verify.ts";

export interface LearnFile {
  /** Writes the profile of a deployment, of one that broke a clause only `anyway`. Resolves with what is to be said of it. */
  learn(verified: Verified, whom: "sound" | "anyway"): Promise<string>;
}

/** Throws a UserError when a file is there that is no profile, or when its folder is not. */
export async function openLearnFile(name: string, cwd = process.cwd()): Promise<LearnFile> {
  const file = resolve(cwd, name);
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw PROBLEMS.profileNotWritten(name, `there is no folder ${dirname(name)}`);
  const accepted = await acceptedIn(file, name);
  return {
    async learn({ report, results, key }, whom) {
      const violates = report.clauses.flatMap(({ id, verdict }) => (verdict === "violated" ? [id] : []));
      if (report.verdict === "not-judged") return `${name} is not written: nothing was judged.`;
      if (violates.length > 0 && whom === "sound")
        return `${name} is not written: the deployment breaks the contract (${violates.join(", ")}). --learn-anyway writes it all the same.`;
      const { startedAt, target } = report;
      const learned = learn(results, { from: target.url, at: Date.parse(startedAt), violates, accepted });
      const text = profileText(learned);
      if (leaksKey(Buffer.from(text), key)) throw PROBLEMS.keyLeaked([name]);
      await replace(file, text, name);
      const answers = Object.keys(learned.profile.answers).length;
      return `${name} is written: ${answers} of ${SILENCES.length} silences learned. orders-kit mock --profile ${name} answers like it.`;
    },
  };
}

async function acceptedIn(file: string, name: string): Promise<Profile["accepted"]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw PROBLEMS.profileNotWritten(name, causeOf(error));
  }
  try {
    return text.trim() === "" ? {} : parseProfile(text, name).accepted;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw PROBLEMS.notReplaced(error.message);
  }
}

async function replace(file: string, text: string, name: string): Promise<void> {
  try {
    await writeWhole(file, text);
  } catch (error) {
    throw PROBLEMS.profileNotWritten(name, causeOf(error));
  }
}
