/**
 * `orders-kit init DIR`: copies msw's service worker script into a folder of the app, like `msw
 * init`.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { reportError } from "../../contract-tests/report/writers/report-errors.ts";
import { fileBeginning, writeWhole } from "../../contract-tests/report/writers/write-files.ts";
import { targetError } from "../../contract-tests/targets/target-errors.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { defineCommand } from "../command.ts";
import { commandError } from "../command-errors.ts";

const WORKER_SCRIPT = "mockServiceWorker.js";
/** The only folders we create: most tools serve them at the root. */
const CREATED = ["public", "static"];
/** Every version of msw has this in its script. */
const MARK = "Mock Service Worker";

export const command = defineCommand(
  {
    name: "init",
    takes: { usage: "DIR", max: 1 },
    flags: {},
    before:
      "  DIR   the folder that your app serves at its root, such as public, which is created when it is missing",
  },
  async ({ positionals: [folder] }, io) => {
    if (folder === undefined) throw commandError("missing-folder");
    // Any other name may be a typo.
    if (!existsSync(folder) && !CREATED.includes(basename(folder)))
      throw commandError("no-folder", { folder });
    const source = findScript();
    const path = join(folder, WORKER_SCRIPT);
    const before = await fileBeginning(path);
    if (before !== undefined && !before.includes(MARK)) throw reportError("foreign-file", { path });
    await mkdir(folder, { recursive: true })
      .then(async () => writeWhole(path, await readFile(source, "utf8")))
      .catch((error: unknown) => {
        throw commandError("script-not-written", { folder, why: describeSystemError(error) });
      });
    io.stdout.write(nextSteps(path));
    return 0;
  },
);

/** Returns the script of the msw version that orders-kit/browser imports: msw refuses any other. */
function findScript(): string {
  try {
    return createRequire(import.meta.url).resolve(`msw/${WORKER_SCRIPT}`);
  } catch {
    throw targetError("msw-missing");
  }
}

const nextSteps = (script: string): string => `
  ${script} is in place: serve it at the root of your app.
  Keep it out of production builds: list it in .gitignore, and run this in a predev script,
  which also renews it after an update of msw.

  In the app, before its first call, and in no production build (the condition is that of Vite):

    if (import.meta.env.DEV) {
      const { worker } = await import("orders-kit/browser");
      await worker.start();
    }

`;
