/**
 * `orders-kit verify`: judges targets one after the other, writes the reports, and exits by the
 * verdict.
 */

import type { AcceptResult } from "../../contract-tests/report/accept-violations.ts";
import { plural } from "../../contract-tests/report/labels.ts";
import { joinParts } from "../../contract-tests/report/writers/terminal/layout.ts";
import { resultLine } from "../../contract-tests/report/writers/terminal/terminal.ts";
import { targetError } from "../../contract-tests/targets/target-errors.ts";
import { type VerifyOptions, verifyTarget } from "../../contract-tests/verify.ts";
import { EXAMPLE_URL } from "../../spec/base-address.ts";
import type { ClauseId } from "../../spec/clauses/index.ts";
import { acceptanceOf } from "../acceptance.ts";
import { annotations } from "../annotations.ts";
import { defineCommand } from "../command.ts";
import { commandError } from "../command-errors.ts";
import { dryRun } from "../dry-run.ts";
import { eachTarget } from "../each-target.ts";
import { ONLY_IN_FILE, targetOptions, VERIFY_FLAGS } from "../flags/target.ts";
import { maskEnvironment } from "../process-events.ts";
import { publishReport, REPORT_FLAG, removeReport, reportFolders } from "../publish.ts";
import { openScenarioFile } from "../scenario-file.ts";
import { openProgressLine } from "../terminal.ts";
import { jsonWithoutWorkflowCommands } from "../workflow-commands.ts";

export const command = defineCommand(
  {
    name: "verify",
    takes: { usage: "TARGET...", max: 100 },
    flags: {
      ...VERIFY_FLAGS,
      "only CLAUSE...": "judge only this clause, and show all its traffic",
      ...REPORT_FLAG,
      json: "print the report, or the calls of --dry-run, as JSON; a list for several targets",
      "accept REASON": "accept the violations for a while, in orders-kit.known.yaml",
      "until DATE": "the last day on which they are accepted (90 days from now)",
      "save-scenario FILE": "write a scenario: its orders, and its answers to what is left open",
      "through-prism": "also validate every exchange with Prism",
      "dry-run": "send nothing to the target, and print each call that a run would send",
    },
    elsewhere: ONLY_IN_FILE,
    before: `TARGET: mock (the embedded mock), msw, an address such as ${EXAMPLE_URL}, or a name from orders-kit.yaml.
The key is read from $ORDERS_API_KEY, or from the variable that --api-key-env names. Network proxy settings are
read from HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Most flags can be settings of a target in orders-kit.yaml, too.`,
    after: `Exit codes: 0 no clause is violated, or only known ones, 1 at least one is, 2 the command or the configuration
is wrong, 3 not judged, 4 with --require-proven: a clause is unproven.`,
  },
  async ({ values: flags, positionals: names }, io, argv) => {
    if (names.length === 0 || names.includes(""))
      throw targetError("no-target", { command: "verify" });
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw commandError("target-twice", { name: twice });
    const isOne = names.length === 1;
    const only = flags.only as ClauseId[] | undefined;
    const chosen = { ...targetOptions(flags, io), only };
    if (flags["dry-run"] === true) return dryRun(names, chosen, flags, { io, argv });
    const accept = acceptanceOf(flags, names);
    const saved = flags["save-scenario"];
    if (saved !== undefined && only !== undefined)
      throw commandError("save-scenario", { problem: "needs a whole run: remove --only" });
    if (saved !== undefined && !isOne)
      throw commandError("save-scenario", {
        problem: "takes one target, because it writes one file",
      });
    const scenarioFile = saved && (await openScenarioFile(saved, io.cwd));

    const folders = await reportFolders(flags.report, names, io);
    const options: Omit<VerifyOptions, "target"> = {
      ...chosen,
      throughPrism: flags["through-prism"],
      accept,
    };
    const results: string[] = [];
    const reports: string[] = [];
    const verifyOne = async (target: string, at: number): Promise<number> => {
      const folder = folders[at]!;
      const progress = openProgressLine(io);
      const verified = await verifyTarget({
        ...options,
        target,
        onStart: (name) => removeReport(folder, name, io),
        onProgress: progress.show,
      }).finally(progress.clear);
      const { report, secrets, accepted } = verified;
      results.push(resultLine(report));
      const shown = flags.json ? "nothing" : "text";
      const { json, exitCode } = await publishReport(report, { folder, secrets, shown }, io);
      reports.push(json);
      if (io.env.GITHUB_ACTIONS)
        for (const line of annotations(report, isOne ? undefined : target)) io.workflow.write(line);
      if (accepted !== undefined) io.stderr.write(`${acceptedText(accepted, target)}\n`);
      else if (accept !== undefined && report.verdict === "not-judged")
        io.stderr.write("Nothing was judged, so nothing is accepted.\n");
      if (scenarioFile) io.stderr.write(`${await scenarioFile.write(verified)}\n`);
      return exitCode;
    };

    const exitCode = await eachTarget(names, { io, argv }, verifyOne, (target) => {
      const result = `! ${target} was not judged: see the error`;
      results.push(maskEnvironment(result, argv, io.env));
    });
    if (flags.json)
      io.stdout.write(jsonWithoutWorkflowCommands(isOne ? reports.join("") : jsonList(reports)));
    else if (!isOne) io.stdout.write(joinParts([results]));
    return exitCode;
  },
);

/** A JSON list of JSON texts. */
function jsonList(reports: readonly string[]): string {
  return `[\n${reports.map((report) => report.trimEnd()).join(",\n")}\n]\n`;
}

function acceptedText({ file, until, added, removed }: AcceptResult, target: string): string {
  if (added + removed === 0) return `No violation is new: ${file} stays as it is.`;
  const parts = [
    ...(added > 0 ? [`accepted ${plural(added, "violation")} until ${until}`] : []),
    ...(removed > 0
      ? [`removed ${plural(removed, "entry that is", "entries that are")} no longer needed`]
      : []),
  ];
  return `${file}, ${target}: ${parts.join(", ")}.`;
}
