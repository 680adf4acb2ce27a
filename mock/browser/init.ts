/** `orders-kit init DIR`: puts msw's service worker script where an app's pages find it, as `msw init` does. */
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { CommandIo } from "../../spec/io.ts";
import { PROBLEMS, UserError } from "../../spec/problems.ts";

const HELP = `Usage: orders-kit init DIR

  DIR   the folder that your app serves at its root, such as public; it is made where it is missing
`;
const SCRIPT = "mockServiceWorker.js";

/** Resolves with 0 once the script is there, with 2 when the command line or the folder does not allow it. */
export async function initCommand(argv: string[], io: CommandIo): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    io.stdout.write(HELP);
    return 0;
  }
  try {
    const folder = readFolder(argv);
    const source = findScript();
    await mkdir(folder, { recursive: true })
      .then(() => copyFile(source, join(folder, SCRIPT)))
      .catch((error: NodeJS.ErrnoException) => {
        throw PROBLEMS.scriptNotWritten(folder, error.code ?? error.message);
      });
    io.stdout.write(nextSteps(join(folder, SCRIPT)));
    return 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}

/** The script of the msw that orders-kit/browser imports: msw refuses one of another version. */
function findScript(): string {
  try {
    return createRequire(import.meta.url).resolve(`msw/${SCRIPT}`);
  } catch {
    throw PROBLEMS.mswMissing();
  }
}

function readFolder(argv: readonly string[]): string {
  const flag = argv.find((argument) => argument.startsWith("-"));
  if (flag !== undefined) throw PROBLEMS.unexpectedArgument(flag, "init");
  const [folder, extra] = argv;
  if (folder === undefined) throw PROBLEMS.missingFolder();
  if (extra !== undefined) throw PROBLEMS.unexpectedArgument(extra, "init");
  return folder;
}

const nextSteps = (script: string): string => `
  ${script} is in place: the folder's files must be served at the root of your app.
  Keep it out of production builds, and run this again after every update of msw.

  In the app, before its first call:

    const { worker } = await import("orders-kit/browser");
    await worker.start();

`;
