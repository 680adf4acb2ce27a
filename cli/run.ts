/** The command line as a whole: the table of commands, and what happens before and after each. */
import { suggest } from "../spec/errors/suggest.ts";
import { describeSystemError } from "../spec/errors/system-error.ts";
import { type Command, type CommandIo, ioOf, printError } from "./command.ts";
import { commandError } from "./command-errors.ts";
import { NOT_JUDGED, watchProcess } from "./process-events.ts";

/**
 * The commands and their purposes. Each is loaded only when called, because `orders-kit mock` must
 * start at once.
 */
const COMMANDS: Readonly<
  Record<string, readonly [about: string, load: () => Promise<{ command: Command }>]>
> = {
  mock: [
    "serve a stateful mock of the Orders Service over HTTP",
    () => import("./commands/mock.ts"),
  ],
  verify: ["check a deployment against the contract", () => import("./commands/verify.ts")],
  proxy: [
    "forward an app's traffic to a deployment and check it",
    () => import("./commands/proxy.ts"),
  ],
  judge: [
    "check recorded traffic, a HAR file, against the contract",
    () => import("./commands/judge.ts"),
  ],
  clauses: [
    "list what the contract says and what it leaves open",
    () => import("./commands/clauses.ts"),
  ],
  scenarios: [
    "list the ready-made scenarios, or check files of your own",
    () => import("./commands/scenarios.ts"),
  ],
  init: [
    "copy the service worker script into a folder of your app",
    () => import("./commands/init.ts"),
  ],
};

const HELP = `Usage: orders-kit COMMAND [FLAGS]

${Object.entries(COMMANDS)
  .map(([name, [about]]) => `  ${name.padEnd(10)} ${about}`)
  .join("\n")}

  --help, --version

Every error says what to do, and ends with its code in brackets.
`;

/** Sets the exit code instead of exiting, so that all output is written first. */
export async function run(process: NodeJS.Process): Promise<void> {
  // A process that ends before its command does has judged nothing.
  process.exitCode = NOT_JUDGED;
  const events = watchProcess(process);
  let hasEnded = false;
  process.once("beforeExit", () => {
    if (!hasEnded)
      events.failWith(new Error("The command never finished: the event loop is empty."));
  });
  const code = await runCommand(process, ioOf(process, events)).catch((error: unknown) => {
    events.failWith(error);
    return NOT_JUDGED;
  });
  hasEnded = true;
  process.exitCode = events.hasFailed() ? NOT_JUDGED : code;
}

async function runCommand(process: NodeJS.Process, io: CommandIo): Promise<number> {
  const [, , name, ...argv] = process.argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    io.stdout.write(HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    const { VERSION } = await import("../spec/version.ts");
    io.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const [, load] = Object.hasOwn(COMMANDS, name) ? (COMMANDS[name] ?? []) : [];
  const folder = folderProblem(process);
  if (folder !== undefined)
    return printError(commandError("bad-folder", { why: folder }), argv, io);
  if (load !== undefined) return (await load()).command(argv, io);
  const suggestion = suggest(name, Object.keys(COMMANDS));
  const error = commandError("unknown-command", { name, suggestion });
  return printError(error, argv, io);
}

/**
 * Returns why the working directory's files cannot be read or written, or undefined if they can.
 */
function folderProblem(process: NodeJS.Process): string | undefined {
  try {
    const isOther = process.cwd().includes("\ufffd");
    return isOther ? "its name is not UTF-8, so that another folder would be used" : undefined;
  } catch (error) {
    return describeSystemError(error);
  }
}
