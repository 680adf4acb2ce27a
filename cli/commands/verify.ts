/** `orders-kit verify`: judges targets, one after the other, writes the reports, and exits by the verdict. */
import { join } from "node:path";
import { plural } from "../../contract-tests/report/labels.ts";
import { joinParts } from "../../contract-tests/report/terminal/layout.ts";
import { resultLine } from "../../contract-tests/report/terminal/terminal.ts";
import { checkFolder } from "../../contract-tests/report/write-files.ts";
import { type Acceptance, updateKnown } from "../../contract-tests/targets/update-known.ts";
import {
  type VerifyOptions,
  type VerifyResult,
  verifyTarget,
} from "../../contract-tests/verify.ts";
import { EXAMPLE_URL } from "../../spec/base-address.ts";
import type { ClauseId } from "../../spec/clauses/index.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { annotations } from "../annotations.ts";
import { type CommandIo, defineCommand, printError } from "../command.ts";
import { learnPartError, learnSeveralError, targetTwiceError } from "../errors.ts";
import { ADVANCED_FLAGS, targetOptions, VERIFY_FLAGS } from "../flags/target.ts";
import { acceptanceOf } from "../known-update.ts";
import { openLearnedProfile } from "../profile-file.ts";
import { publishReport, REPORT_FILES, REPORT_FLAG, reportFolder } from "../publish.ts";
import { openProgressLine, terminalOptions } from "../terminal.ts";

export const command = defineCommand(
  {
    name: "verify",
    takes: { usage: "[TARGET]...", max: 100 },
    flags: {
      ...VERIFY_FLAGS,
      "only CLAUSE...": "judge only this clause, and show all its traffic",
      ...REPORT_FLAG,
      json: "print the report as JSON",
      verbose: "show in the terminal all that the report has",
      "known-update": "accept the new violations: write them to known of the target",
      "reason TEXT": "why they are accepted, with --known-update",
      "expires DATE": "the last day on which they are (90 days from now), with --known-update",
      "through-prism": "also validate every exchange with Prism",
      "learn FILE": "write what the deployment answers where the contract is silent",
    },
    advanced: [
      ...ADVANCED_FLAGS,
      "verbose",
      "known-update",
      "reason TEXT",
      "expires DATE",
      "through-prism",
      "learn FILE",
    ],
    before: `TARGET: mock (the default), msw, an address such as ${EXAMPLE_URL}, or a name from orders-kit.yaml.
The key is read from $ORDERS_API_KEY, or from the variable that --api-key-env names. Network proxy settings are
read from HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Most flags can be settings of a target in orders-kit.yaml, too.`,
    after: `Exit codes: 0 no clause is violated, 1 at least one is, 2 the command or the configuration is wrong,
3 not judged, 4 with --require-proven: something was not proven.`,
  },
  async ({ values: flags, positionals }, io) => {
    const names = positionals.length === 0 ? ["mock"] : positionals;
    const [first = ""] = names;
    const isOne = names.length === 1;
    if (flags.learn !== undefined && flags.only !== undefined) throw learnPartError();
    if (flags.learn !== undefined && !isOne) throw learnSeveralError();
    const profile =
      flags.learn === undefined ? undefined : await openLearnedProfile(flags.learn, io.cwd);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw targetTwiceError({ name: twice });
    const acceptances = names.map((target) => acceptanceOf(flags, target));

    // A folder that cannot be written, or has files of somebody else, costs no run.
    const folder = reportFolder(flags.report, io);
    const folders = isOne ? [folder] : names.map((name) => join(folder, folderName(name)));
    for (const one of folders) await checkFolder(one, REPORT_FILES);

    const options: VerifyOptions = {
      ...targetOptions(flags, io),
      only: flags.only as ClauseId[] | undefined,
      throughPrism: flags["through-prism"],
    };
    const shown = flags.json ? "json" : flags.verbose ? "whole" : "brief";
    const results: string[] = [];
    const verifyOne = async (target: string, at: number): Promise<number> => {
      const progress = openProgressLine(io, terminalOptions(io));
      const verified = await verifyTarget({
        ...options,
        target,
        onProgress: progress.show,
      }).finally(progress.clear);
      const { report, secrets } = verified;
      results.push(resultLine(report));
      await publishReport(report, { folder: folders[at]!, secrets, shown }, io);
      if (io.env.GITHUB_ACTIONS)
        for (const line of annotations(report, isOne ? undefined : target)) io.workflow.write(line);
      if (profile !== undefined) io.stderr.write(`${await profile.write(verified)}\n`);
      return accept(verified, target, acceptances[at], io);
    };

    if (isOne) return verifyOne(first, 0);
    const codes: number[] = [];
    for (const [at, target] of names.entries())
      codes.push(
        await verifyOne(target, at).catch((error: unknown) => {
          results.push(`! ${target} was not judged: see the error`);
          return codeOf(error, names, io);
        }),
      );
    if (shown !== "json") io.stdout.write(joinParts([results]));
    return BY_WEIGHT.find((code) => codes.includes(code)) ?? 0;
  },
);

/** Exit codes, the heaviest first: with several targets the command ends with the heaviest of theirs. */
const BY_WEIGHT = [2, 1, 3, 4, 0];

/** A mistake in one target does not keep the others from being judged. */
function codeOf(error: unknown, argv: readonly string[], io: CommandIo): number {
  if (error instanceof UserError) return printError(error, argv, io);
  throw error;
}

/** `staging` for a name, `host-v1` for an address. */
function folderName(target: string): string {
  return target.replace(/^https?:\/\//i, "").replace(/[^\w.-]+/g, "-");
}

/** Writes the new violations into orders-kit.yaml, if the user accepts them. Returns the exit code. */
async function accept(
  { report, file }: VerifyResult,
  target: string,
  acceptance: Acceptance | undefined,
  io: CommandIo,
): Promise<number> {
  if (acceptance === undefined || file === undefined) return report.exitCode;
  if (report.verdict === "not-judged") {
    io.stderr.write("Nothing was judged, so nothing is accepted.\n");
    return report.exitCode;
  }
  const folder = io.cwd ?? ".";
  const count = await updateKnown(report, { file, folder, name: target, acceptance });
  const until = `until ${acceptance.expires}`;
  io.stderr.write(
    count === 0
      ? `No violation is new: ${file} stays as it is.\n`
      : `Accepted ${until}: ${plural(count, "entry", "entries")} of known for ${target} in ${file}.\n`,
  );
  // The violations that made the run red are known from now on.
  return report.verdict === "violates" ? 0 : report.exitCode;
}
