/** `orders-kit verify`: judges a target, writes the reports, and exits by the verdict. */
import { checkFolder } from "../../contract-tests/report/write-files.ts";
import { verifyTarget } from "../../contract-tests/verify.ts";
import type { ClauseId } from "../../spec/clauses/index.ts";
import { defineCommand } from "../command.ts";
import { learnPartError } from "../errors.ts";
import {
  ADVANCED_FLAGS,
  TARGET_FLAGS,
  targetOptions,
  VERDICT_FLAGS,
  WAIT_FLAGS,
} from "../flags/target.ts";
import { openLearnedProfile } from "../profile-file.ts";
import { annotations, publishReport, REPORT_FILES, REPORT_FLAG, reportFolder } from "../publish.ts";
import { openProgressLine, terminalOptions } from "../terminal.ts";

export const command = defineCommand(
  {
    name: "verify",
    takes: { usage: "[TARGET]", max: 1 },
    flags: {
      ...TARGET_FLAGS,
      "only CLAUSE...": "judge only this clause, and show all its traffic (repeatable)",
      ...REPORT_FLAG,
      json: "print the report as JSON",
      verbose: "show in the terminal all that the report has",
      ...VERDICT_FLAGS,
      "through-prism": "also validate every exchange with Prism",
      "learn FILE": "write what the deployment answers where the contract is silent",
      ...WAIT_FLAGS,
    },
    advanced: [...ADVANCED_FLAGS, "verbose", "through-prism", "learn FILE"],
    before: `TARGET: mock (the default), msw, an address such as https://host/v1, or a name from orders-kit.yaml.
The key is read from $ORDERS_API_KEY, or from the variable that --api-key-env names. Network proxy settings are
read from HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Most flags can be settings of a target in orders-kit.yaml, too.`,
    after: `Exit codes: 0 no clause is violated, 1 at least one is, 2 the command or the configuration is wrong,
3 not judged, 4 with --require-proven: something was not proven.`,
  },
  async ({ values: flags, positionals: [target] }, io) => {
    const folder = reportFolder(flags.report, io);
    if (flags.learn !== undefined && flags.only !== undefined) throw learnPartError();
    const profile =
      flags.learn === undefined ? undefined : await openLearnedProfile(flags.learn, io.cwd);
    const options = {
      ...targetOptions(flags, io),
      target,
      only: flags.only as ClauseId[] | undefined,
      throughPrism: flags["through-prism"],
    };
    await checkFolder(folder, REPORT_FILES);
    const progress = openProgressLine(io, terminalOptions(io));
    const verified = await verifyTarget({ ...options, onProgress: progress.show }).finally(
      progress.clear,
    );
    const { report, secrets } = verified;
    const shown = flags.json ? "json" : flags.verbose ? "whole" : "brief";
    await publishReport(report, { folder, secrets, shown }, io);
    if (io.env.GITHUB_ACTIONS && !flags.json)
      for (const line of annotations(report)) io.workflow.write(`${line}\n`);
    if (profile !== undefined) io.stderr.write(`${await profile.write(verified)}\n`);
    return report.exitCode;
  },
);
