/** Errors of the command line. */

import { didYouMean, suggest } from "./suggest.ts";
import { defineError } from "./user-error.ts";

export const COMMAND_LINE = {
  unknownCommand: defineError(
    "unknown-command",
    "The first word after `orders-kit` is not a command: use one that `orders-kit --help` lists.",
    (name: string, valid: readonly string[]) => `orders-kit has no command "${name}". ${suggest(name, valid)}`,
  ),
  unknownFlag: defineError(
    "unknown-flag",
    "The command has no flag of that name: use one that the message or `--help` lists.",
    (flag: string, command: string, valid: readonly string[]) =>
      `orders-kit ${command} has no flag ${flag}. ${suggest(flag, valid)}`,
  ),
  unexpectedArgument: defineError(
    "unexpected-argument",
    "The command line has an argument that the command does not take: remove it, or put its flag before it, and put a value with spaces in quotation marks.",
    (argument: string, command: string, takes = "[FLAGS]") =>
      `orders-kit ${command} does not take the argument "${argument}". Remove it. Usage: orders-kit ${command} ${takes}.`,
  ),
  missingValue: defineError(
    "missing-value",
    "A flag that takes a value has none, or an empty one, perhaps from an unset shell variable: put the value after the flag.",
    (flag: string, value: string) => `${flag} needs a value, as in ${flag} ${value}.`,
  ),
  noValue: defineError(
    "no-value",
    "A flag that takes no value has one: remove the value.",
    (flag: string) => `${flag} takes no value: write ${flag} alone.`,
  ),
  badValue: defineError(
    "bad-value",
    "A flag or an option has an invalid value: the message says what it takes.",
    (flag: string, value: string, expected: string) => `${flag} takes ${expected}, not "${value}".`,
  ),
  unknownScenario: defineError(
    "unknown-scenario",
    "No ready-made scenario has that name: use one that `orders-kit scenarios` lists, or the path of a `.yaml` file.",
    (name: string, valid: readonly string[]) =>
      `There is no scenario "${name}". ${suggest(name, valid)} Or give a .yaml file.`,
  ),
  unknownClause: defineError(
    "unknown-clause",
    "`--only` names a clause that does not exist: use an id that `orders-kit clauses` lists.",
    (name: string, valid: readonly string[]) =>
      `There is no clause "${name}". ${didYouMean(name, valid)}orders-kit clauses lists all ${valid.length}.`,
  ),
  noScenarioFile: defineError(
    "no-scenario-file",
    "`--watch` reloads a scenario file when it changes, and no file is given: add `--scenario FILE.yaml`.",
    () => "--watch needs a file to watch. Name one with --scenario FILE.yaml.",
  ),
  bothPendingAndShipped: defineError(
    "both-pending-and-shipped",
    "An order id is given as pending and as shipped: remove one of the two.",
    (id: bigint) => `Order ${id} is given as pending and as shipped. Remove one of the two.`,
  ),
  absentOrder: defineError(
    "absent-order",
    "An id is given as absent, which means that no order has it, and as pending or shipped: remove one of the two.",
    (id: bigint, state: "pending" | "shipped") =>
      `${id} is given as ${state} and as absent, the id of no order. Remove one of the two.`,
  ),
  learnWhere: defineError(
    "learn-where",
    "`--learn-anyway` is given without `--learn`, which names the file: add `--learn FILE`.",
    () => "--learn-anyway needs --learn FILE, the file to write the profile to. Add it.",
  ),
  learnPart: defineError(
    "learn-part",
    "`--learn` and `--only` are given together, but a partial run can miss a violation: remove one of them.",
    () => "--learn needs a full run, because --only can miss a violation. Remove one of them.",
  ),
  compareTwo: defineError(
    "compare-two",
    "`compare` has fewer than two arguments: give two targets, or a target and a profile.",
    () => "orders-kit compare takes two arguments: orders-kit compare A B, each a target or a profile file.",
  ),
  compareWhoseFlag: defineError(
    "compare-whose-flag",
    "A flag that is for one target, such as `--pending` or `--header`, is given, and two targets are compared: write its value into `orders-kit.yaml`, at its target.",
    (flag: string) =>
      `${flag} does not say which of the two targets it is for. Write it into orders-kit.yaml, at its target.`,
  ),
  outputNotWritten: defineError(
    "output-not-written",
    "The output cannot be written, such as to a full disk: make room, or send it elsewhere; the files of a report are written in any case.",
    (why: string) => `The output cannot be written (${why}). Make room, or send it elsewhere.`,
    3,
  ),
  proxyTarget: defineError(
    "proxy-target",
    "`proxy` has no target: give its URL, or its name in `orders-kit.yaml`.",
    () => "orders-kit proxy needs a target: a URL such as https://host/v1, or a name in orders-kit.yaml.",
  ),
  missingFolder: defineError(
    "missing-folder",
    "`init` has no folder for the service worker script: give the folder that your app serves at its root.",
    () => "orders-kit init needs the folder that your app serves at its root: orders-kit init public",
  ),
};
