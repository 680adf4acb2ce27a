/** Errors of files that are read or written. */
import { defineError } from "./user-error.ts";

export const FILES = {
  badFile: defineError(
    "bad-file",
    "A scenario, a profile, `orders-kit.yaml` or the body of a control request is invalid: the message has the file, the line, the column and the fix.",
    (place: string, problem: string, excerpt: string) => `${place} ${problem}\n${excerpt}`,
  ),
  unreadableScenario: defineError(
    "unreadable-scenario",
    "The scenario file cannot be read: check its path, which is relative to the current folder.",
    (file: string, why: string) => `The scenario file ${file} cannot be read (${why}). Check its path.`,
  ),
  unreadableProfile: defineError(
    "unreadable-profile",
    "The profile of `--profile` or `compare` cannot be read: check its path, or write it with `verify --learn`.",
    (file: string, why: string) => `The profile ${file} cannot be read (${why}). Check its path.`,
  ),
  unreadableTargets: defineError(
    "unreadable-targets",
    "The `orders-kit.yaml` of the current folder cannot be read: check that it is a file with read permission.",
    (file: string, why: string) =>
      `${file} cannot be read (${why}). Check that it is a file with read permission, or give a URL instead of a name.`,
  ),
  profileNotWritten: defineError(
    "profile-not-written",
    "The file of `--learn` cannot be written: create its folder, or use another file.",
    (file: string, why: string) =>
      `The profile cannot be written to ${file} (${why}). Use a writable file with --learn FILE.`,
  ),
  notReplaced: defineError(
    "not-replaced",
    "The file of `--learn` exists and is not a valid profile, so it is not overwritten: use another file, or fix this one.",
    (why: string) => why.replace(/$|\n/, (end) => ` --learn does not overwrite it: fix it, or use another file.${end}`),
  ),
  reportNotWritten: defineError(
    "report-not-written",
    "The report folder cannot be created or written, which is checked before the first request: use another one with `--report`.",
    (dir: string, why: string) =>
      `The reports cannot be written to ${dir} (${why}). Use a writable folder with --report DIR.`,
  ),
  foreignFile: defineError(
    "foreign-file",
    "A file that orders-kit would replace is not of orders-kit, or of msw for `init`: use another folder, or move the file away.",
    (path: string) =>
      `${path} was not written by orders-kit, so it is not replaced. Use another folder, or move it away.`,
  ),
  scriptNotWritten: defineError(
    "script-not-written",
    "`init` cannot write the service worker script: check that the argument is a folder with write permission.",
    (folder: string, why: string) =>
      `The service worker script cannot be written to ${folder} (${why}). Use a writable folder.`,
  ),
};
