/** The file that `verify --save-scenario` writes. */
import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { withoutSecrets } from "../contract-tests/client/masking/redaction.ts";
import { SAVED_MARK } from "../contract-tests/report/saved-scenario.ts";
import { overwrite } from "../contract-tests/report/writers/write-files.ts";
import type { VerifyResult } from "../contract-tests/verify.ts";
import { describeSystemError } from "../spec/errors/system-error.ts";
import { commandError } from "./command-errors.ts";

/**
 * Throws a UserError, before the run, if the folder is missing or the file is not a saved scenario.
 */
export async function openScenarioFile(name: string, cwd = ".") {
  const file = resolve(cwd, name);
  const notWritten = (why: string) => commandError("scenario-not-written", { file: name, why });
  const fail = (error: unknown): never => {
    throw notWritten(describeSystemError(error));
  };
  if (!/\.ya?ml$/i.test(name)) throw notWritten("a scenario file ends in .yaml");
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw notWritten(`there is no folder ${dirname(name)}`);
  await access(dirname(file), constants.W_OK).catch(fail);
  const checkOwn = async (): Promise<void> => {
    const before = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? "" : fail(error),
    );
    if (before.trim() !== "" && !before.startsWith(`# ${SAVED_MARK}`))
      throw commandError("not-replaced", { file: name });
  };
  await checkOwn();

  return {
    /** Writes the scenario, unless nothing was judged. Resolves with lines for the user. */
    async write({ report, scenario, secrets }: VerifyResult): Promise<string> {
      if (report.verdict === "not-judged") return `${name} is not written: nothing was judged.`;
      const saved = scenario();
      if (saved === undefined) return `${name} is not written: the list could not be read whole.`;
      // Since the check before the run, setup or a person may have written the file.
      await checkOwn();
      await overwrite(file, withoutSecrets(saved.text, secrets, name)).catch(fail);
      return [
        ...saved.notes,
        `Wrote ${name}: start it with orders-kit mock --scenario ${name}, or take its answers alone with default+${name}.`,
      ].join("\n");
    },
  };
}
