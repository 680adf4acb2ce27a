/** What can be wrong with files that are read, and with those that are written. */
import { problem } from "./entry.ts";

export const FILES = {
  badFile: problem(
    "bad-file",
    "A scenario, a profile, `orders-kit.yaml` or the body of a control call holds something that it cannot: the message has the file, the line and the column, and says what belongs there.",
    (place: string, fault: string, excerpt: string) => `${place} ${fault}\n${excerpt}`,
  ),
  unreadableScenario: problem(
    "unreadable-scenario",
    "The file that `--scenario` or `scenarios` names cannot be read: check its path, which starts from the current folder.",
    (file: string, why: string) => `The scenario file ${file} cannot be read (${why}). Check its path.`,
  ),
  unreadableProfile: problem(
    "unreadable-profile",
    "The profile that `--profile` or `compare` names cannot be read: check its path, or write it with `verify --learn`.",
    (file: string, why: string) => `The profile ${file} cannot be read (${why}). Check its path.`,
  ),
  unreadableTargets: problem(
    "unreadable-targets",
    "There is an `orders-kit.yaml` in the current folder, and it cannot be read: check what it is and who may read it.",
    (file: string, why: string) =>
      `${file} cannot be read (${why}). Check that it is a file and may be read, or give an address instead of a name.`,
  ),
  profileNotWritten: problem(
    "profile-not-written",
    "`--learn` names a file that cannot be written: make its folder, or name another file.",
    (file: string, why: string) =>
      `The profile cannot be written to ${file} (${why}). Name a file that can be written with --learn FILE.`,
  ),
  notReplaced: problem(
    "not-replaced",
    "`--learn` names a file that is there and is no profile, and so is left as it is: name another file, or mend this one.",
    (why: string) =>
      why.replace(/$|\n/, (end) => ` As it is, --learn does not replace it: mend it, or name another file.${end}`),
  ),
  reportNotWritten: problem(
    "report-not-written",
    "The folder for the reports cannot be made or written, which is tried before the first request: name another one with `--report`.",
    (dir: string, why: string) =>
      `The reports cannot be written to ${dir} (${why}). Name a folder that can be written with --report DIR.`,
  ),
  scriptNotWritten: problem(
    "script-not-written",
    "`init` cannot write the service worker script into the folder: name a folder, and check who may write there.",
    (folder: string, why: string) =>
      `The service worker script cannot be written to ${folder} (${why}). Name a folder that can be written.`,
  ),
};
