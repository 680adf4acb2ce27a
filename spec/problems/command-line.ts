/** What can be wrong with a command line. */
import { problem } from "./entry.ts";
import { suggest, suggestAmongMany } from "./suggest.ts";

export const COMMAND_LINE = {
  unknownCommand: problem(
    "unknown-command",
    "The first word after `orders-kit` is none of its commands: take one that `orders-kit --help` lists.",
    (name: string, valid: readonly string[]) => `orders-kit has no command "${name}". ${suggest(name, valid)}`,
  ),
  unknownFlag: problem(
    "unknown-flag",
    "The command has no flag of that name: take one that the message or `--help` lists.",
    (flag: string, command: string, valid: readonly string[]) =>
      `orders-kit ${command} has no flag ${flag}. ${suggest(flag, valid)}`,
  ),
  unexpectedArgument: problem(
    "unexpected-argument",
    "There is a word on the command line that the command has no use for: leave it out, or put the flag before it whose value it is; a value that holds spaces stands in quotation marks.",
    (argument: string, command: string, takes = "[FLAGS]") =>
      `orders-kit ${command} has no use for the argument "${argument}". Leave it out: its usage is orders-kit ${command} ${takes}, as --help says.`,
  ),
  missingValue: problem(
    "missing-value",
    "A flag that takes a value stands without one, or with an empty one, as an unset variable of the shell leaves it: write the value behind it.",
    (flag: string, value: string) => `${flag} needs a value, as in ${flag} ${value}.`,
  ),
  noValue: problem(
    "no-value",
    "A flag that is either there or not was given a value: leave the value out.",
    (flag: string) => `${flag} takes no value: write ${flag} alone.`,
  ),
  badValue: problem(
    "bad-value",
    "A flag or an option has a value that it cannot take: the message says what it takes.",
    (flag: string, value: string, wanted: string) => `${flag} takes ${wanted}, not "${value}".`,
  ),
  unknownScenario: problem(
    "unknown-scenario",
    "No ready-made scenario has that name: take one that `orders-kit scenarios` lists, or the path of a file that ends in `.yaml`.",
    (name: string, valid: readonly string[]) =>
      `There is no scenario "${name}". ${suggest(name, valid)} Or name a .yaml file.`,
  ),
  unknownClause: problem(
    "unknown-clause",
    "`--only` names no clause of the contract: take an id that `orders-kit clauses` lists.",
    (name: string, valid: readonly string[]) =>
      `There is no clause "${name}". ${suggestAmongMany(name, valid)}orders-kit clauses lists all ${valid.length}.`,
  ),
  noScenarioFile: problem(
    "no-scenario-file",
    "`--watch` follows a file while it is edited, and none was named: add `--scenario FILE.yaml`, since ready-made scenarios do not change.",
    () => "--watch needs a file to watch. Name one with --scenario FILE.yaml.",
  ),
  bothPendingAndShipped: problem(
    "both-pending-and-shipped",
    "One order is handed over as pending and as shipped, and its cancellation cannot be both right and a conflict: name it once.",
    (id: bigint) => `Order ${id} is handed over as pending and as shipped. Say which of them it is.`,
  ),
  learnWhere: problem(
    "learn-where",
    "`--learn-anyway` says that a profile is to be written, and no flag says where: add `--learn FILE`.",
    () => "--learn-anyway goes with --learn FILE, which says where the profile is written. Add it.",
  ),
  learnPart: problem(
    "learn-part",
    "`--learn` and `--only` exclude each other, for what is left out could be where the deployment breaks the contract: leave one of them out.",
    () => "--learn asks for the whole run, since --only may miss a violation. Leave one of them out.",
  ),
  compareTwo: problem(
    "compare-two",
    "`compare` was given fewer than two things: name two targets, or a target and the file of a profile.",
    () => "orders-kit compare takes two: orders-kit compare A B, each a target or the file of a profile.",
  ),
  compareWhoseIds: problem(
    "compare-whose-ids",
    "Two targets are compared, and `--pending` or `--shipped` would name orders of both: write the orders of each into `orders-kit.yaml`.",
    () =>
      "--pending and --shipped cannot tell whose orders they name. Name the orders of each target in orders-kit.yaml.",
  ),
  proxyTarget: problem(
    "proxy-target",
    "`proxy` was not told which deployment it stands before: give its address, or its name in `orders-kit.yaml`.",
    () =>
      "orders-kit proxy takes the deployment to stand before: an address such as https://host/v1, or a name of orders-kit.yaml.",
  ),
  missingFolder: problem(
    "missing-folder",
    "`init` was not told where to put the service worker script: name the folder whose files your app serves at its root.",
    () => "orders-kit init needs the folder that your app serves at its root: orders-kit init public",
  ),
};
