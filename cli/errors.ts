/** Errors of the command line, and of the files that commands read and write. Each is a function of the details in its message. */

import { EXAMPLE_URL } from "../spec/base-address.ts";
import { type Details, UserError } from "../spec/errors/user-error.ts";

export const unknownCommandError = ({ name, suggestion }: Details<"name" | "suggestion">) =>
  new UserError({
    code: "unknown-command",
    message: `orders-kit has no command "${name}". ${suggestion}`,
  });

export const badFolderError = ({ why }: Details<"why">) =>
  new UserError({
    code: "bad-folder",
    message: `The current folder cannot be used (${why}). Change to another one.`,
  });

export const unknownFlagError = ({
  command,
  name,
  suggestion,
}: Details<"command" | "name" | "suggestion">) =>
  new UserError({
    code: "unknown-flag",
    message: `orders-kit ${command} has no flag ${name}. ${suggestion}`,
  });

export const unexpectedArgumentError = ({
  command,
  argument,
  takes,
}: Details<"command" | "argument" | "takes">) =>
  new UserError({
    code: "unexpected-argument",
    message: `orders-kit ${command} does not take the argument "${argument}". Remove it. Usage: orders-kit ${command} ${takes}.`,
  });

export const missingValueError = ({ flag, value }: Details<"flag" | "value">) =>
  new UserError({
    code: "missing-value",
    message: `${flag} needs a value, as in ${flag} ${value}. An unset variable of the shell gives an empty one.`,
  });

export const noValueError = ({ flag }: Details<"flag">) =>
  new UserError({ code: "no-value", message: `${flag} takes no value: write ${flag} alone.` });

export const judgeFileError = () =>
  new UserError({
    code: "judge-file",
    message:
      "judge needs a recording. Name a HAR file, an .ndjson with one HAR entry a line, or - for the standard input.",
  });

export const noScenarioFileError = () =>
  new UserError({
    code: "no-scenario-file",
    message: "--watch needs a file to watch. Name one with --scenario FILE.yaml.",
  });

export const learnPartError = () =>
  new UserError({
    code: "learn-part",
    message: "--learn needs a full run, because --only can miss a violation. Remove one of them.",
  });

export const snapshotTargetError = () =>
  new UserError({
    code: "snapshot-target",
    message: `orders-kit snapshot needs a target: a URL such as ${EXAMPLE_URL}, or a name in orders-kit.yaml.`,
  });

export const proxyTargetError = () =>
  new UserError({
    code: "proxy-target",
    message: `orders-kit proxy needs a target: a URL such as ${EXAMPLE_URL}, or a name in orders-kit.yaml.`,
  });

export const missingFolderError = () =>
  new UserError({
    code: "missing-folder",
    message:
      "orders-kit init needs the folder that your app serves at its root: orders-kit init public",
  });

export const noFolderError = ({ folder }: Details<"folder">) =>
  new UserError({
    code: "no-folder",
    message: `There is no folder ${folder}. Name the one that your app serves at its root; public and static are created when they are missing.`,
  });

export const unreadableProfileError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "unreadable-profile",
    message: `The profile ${file} cannot be read (${why}). Check its path.`,
  });

export const profileNotWrittenError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "profile-not-written",
    message: `The profile cannot be written to ${file} (${why}). Use a writable file with --learn FILE.`,
  });

export const notReplacedError = ({ problem, excerpt }: Details<"problem" | "excerpt">) =>
  new UserError({
    code: "not-replaced",
    message: `${problem} --learn does not overwrite it: fix it, or use another file.\n${excerpt}`,
  });

export const scriptNotWrittenError = ({ folder, why }: Details<"folder" | "why">) =>
  new UserError({
    code: "script-not-written",
    message: `The service worker script cannot be written to ${folder} (${why}). Use a writable folder.`,
  });

export const compareTwoError = () =>
  new UserError({
    code: "compare-two",
    message:
      "compare takes two reports: orders-kit compare yesterday/report.json today/report.json",
  });

export const reportNotReadError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "report-not-read",
    message: `${file} cannot be read (${why}). Name a report.json that verify has written.`,
  });

export const notAReportError = ({ file, version }: Details<"file" | "version">) =>
  new UserError({
    code: "not-a-report",
    message: `${file} is no report.json of version ${version}. Name one that verify of this version of orders-kit has written.`,
  });

export const targetTwiceError = ({ name }: Details<"name">) =>
  new UserError({
    code: "target-twice",
    message: `The target ${name} is given twice. Remove one of the two.`,
  });

export const learnSeveralError = () =>
  new UserError({
    code: "learn-several",
    message: "--learn takes one target, because it writes one profile. Give one.",
  });

export const knownUpdateError = ({ problem }: Details<"problem">) =>
  new UserError({
    code: "known-update",
    message: `--known-update ${problem}. For example: orders-kit verify staging --known-update --reason "ORD-123" --expires 2027-03-31`,
  });
