/** Errors of the command line, and of the files that commands read and write. */

import { EXAMPLE_URL } from "../spec/base-address.ts";
import { errorTable } from "../spec/errors/user-error.ts";

export const commandError = errorTable(
  {
    "unknown-command": 'orders-kit has no command "{name}". {suggestion}',
    "bad-folder": "The current folder cannot be used ({why}). Change to another one.",
    "unknown-flag": "orders-kit {command} has no flag {name}. {suggestion}",
    "unexpected-argument":
      'orders-kit {command} does not take the argument "{argument}". Remove it. Usage: orders-kit {command} {takes}.',
    "missing-value":
      "{flag} needs a value, as in {flag} {value}. An unset variable of the shell gives an empty one.",
    "no-value": "{flag} takes no value: write {flag} alone.",
    "judge-file":
      "judge needs a recording. Name a HAR file, an .ndjson with one HAR entry a line, or - for the standard input.",
    "no-scenario-file": "--watch needs a file to watch. Name one with --scenario FILE.yaml.",
    "proxy-target": `proxy needs a target. Is a variable of the shell unset? Name a URL such as ${EXAMPLE_URL}, or a target of orders-kit.yaml.`,
    "missing-folder":
      "orders-kit init needs the folder that your app serves at its root: orders-kit init public",
    "no-folder":
      "There is no folder {folder}. Name the one that your app serves at its root; public and static are created when they are missing.",
    "scenario-not-written":
      "The scenario cannot be written to {file} ({why}). Use a writable file with --save-scenario FILE.",
    "not-replaced":
      "{file} was not written by --save-scenario, so it is not overwritten. Name another file.",
    "save-scenario": "--save-scenario {problem}.",
    "dry-run":
      "--dry-run sends nothing and judges nothing, so {flag} has nothing to do. Remove one of the two.",
    "script-not-written":
      "The service worker script cannot be written to {folder} ({why}). Use a writable folder.",
    "target-twice": "The target {name} is given twice. Remove one of the two.",
    accept:
      '--accept {problem}. For example: orders-kit verify staging --accept "ORD-123" --until 2027-03-31',
    "output-not-written": "The output cannot be written ({why}). Make room, or send it elsewhere.",
  },
  ["output-not-written"],
);
