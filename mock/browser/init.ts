/** `orders-kit init DIR`: puts msw's service worker script where an app's pages find it, as `msw init` does. */
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { command } from "../../spec/command-line.ts";
import { causeOf, PROBLEMS } from "../../spec/problems.ts";

const SCRIPT = "mockServiceWorker.js";

/** Resolves with 0 once the script is there, with 2 when the command line or the folder does not allow it. */
export const initCommand = command(
  {
    name: "init",
    takes: { usage: "DIR", most: 1 },
    flags: {},
    before: "  DIR   the folder that your app serves at its root, such as public; it is made where it is missing",
  },
  async ({ positionals: [folder] }, io) => {
    if (folder === undefined) throw PROBLEMS.missingFolder();
    const source = findScript();
    await mkdir(folder, { recursive: true })
      .then(() => copyFile(source, join(folder, SCRIPT)))
      .catch((error: unknown) => {
        throw PROBLEMS.scriptNotWritten(folder, causeOf(error));
      });
    io.stdout.write(nextSteps(join(folder, SCRIPT)));
    return 0;
  },
);

/** The script of the msw that orders-kit/browser imports: msw refuses one of another version. */
function findScript(): string {
  try {
    return createRequire(import.meta.url).resolve(`msw/${SCRIPT}`);
  } catch {
    throw PROBLEMS.mswMissing();
  }
}

const nextSteps = (script: string): string => `
  ${script} is in place: the folder's files must be served at the root of your app.
  Keep it out of production builds, and run this again after every update of msw.

  In the app, before its first call:

    const { worker } = await import("orders-kit/browser");
    await worker.start();

`;
