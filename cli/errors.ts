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

export const proxyTargetError = () =>
  new UserError({
    code: "proxy-target",
    message: `proxy needs a target. Is a variable of the shell unset? Name a URL such as ${EXAMPLE_URL}, or a target of orders-kit.yaml.`,
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

export const scenarioNotWrittenError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "scenario-not-written",
    message: `The scenario cannot be written to ${file} (${why}). Use a writable file with --save-scenario FILE.`,
  });

export const notReplacedError = ({ file }: Details<"file">) =>
  new UserError({
    code: "not-replaced",
    message: `${file} was not written by --save-scenario, so it is not overwritten. Name another file.`,
  });

export const saveScenarioError = ({ problem }: Details<"problem">) =>
  new UserError({
    code: "save-scenario",
    message: `--save-scenario ${problem}.`,
  });

export const scriptNotWrittenError = ({ folder, why }: Details<"folder" | "why">) =>
  new UserError({
    code: "script-not-written",
    message: `The service worker script cannot be written to ${folder} (${why}). Use a writable folder.`,
  });

export const targetTwiceError = ({ name }: Details<"name">) =>
  new UserError({
    code: "target-twice",
    message: `The target ${name} is given twice. Remove one of the two.`,
  });

export const acceptError = ({ problem }: Details<"problem">) =>
  new UserError({
    code: "accept",
    message: `--accept ${problem}. For example: orders-kit verify staging --accept "ORD-123" --until 2027-03-31`,
  });
