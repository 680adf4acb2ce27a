/** `orders-kit init DIR`: copies the service worker script of msw into a folder of the app, like `msw init`. */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { runError } from "../../contract-tests/errors/run.ts";
import { targetError } from "../../contract-tests/errors/targets.ts";
import { beginningOf, writeWhole } from "../../contract-tests/report/writers/write-files.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { defineCommand } from "../command.ts";
import { commandError } from "../errors.ts";

const SCRIPT = "mockServiceWorker.js";
/** Folders that are created: what most tools serve at the root. */
const CREATED = ["public", "static"];
/** In the script of every version of msw. */
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
    // Any other name may be a slip.
    if (!existsSync(folder) && !CREATED.includes(basename(folder)))
      throw commandError("no-folder", { folder });
    const source = findScript();
    const path = join(folder, SCRIPT);
    const before = await beginningOf(path);
    if (before !== undefined && !before.includes(MARK)) throw runError("foreign-file", { path });
    await mkdir(folder, { recursive: true })
      .then(async () => writeWhole(path, await readFile(source, "utf8")))
      .catch((error: unknown) => {
        throw commandError("script-not-written", { folder, why: describeSystemError(error) });
      });
    io.stdout.write(nextSteps(path));
    return 0;
  },
);

/** The script of the msw that orders-kit/browser imports: msw refuses one of another version. */
function findScript(): string {
  try {
    return createRequire(import.meta.url).resolve(`msw/${SCRIPT}`);
  } catch {
    throw targetError("msw-missing");
  }
}

const nextSteps = (script: string): string => `
  ${script} is in place: serve it at the root of your app.
  Keep it out of production builds: list it in .gitignore, and run this in a predev script,
  which also renews it after an update of msw.

  In the app, before its first call:

    const { worker } = await import("orders-kit/browser");
    await worker.start();

`;
