/** `orders-kit compare A B`: runs the checks on two targets, or on one and a profile, and shows what differs. */
import { resolve } from "node:path";
import { compare, isSame } from "../../contract-tests/profile/compare.ts";
import { comparisonDocument } from "../../contract-tests/profile/comparison-document.ts";
import { askProfile } from "../../contract-tests/profile/requests.ts";
import { writeTerminal } from "../../contract-tests/report/terminal/terminal-writer.ts";
import { checkFolder, GENERATOR } from "../../contract-tests/report/write-files.ts";
import { type VerifyOptions, verifyTarget } from "../../contract-tests/verify.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { Profile } from "../../spec/profile/shape.ts";
import { defineCommand } from "../command.ts";
import { FLAGS_OF_ONE_TARGET, TARGET_FLAGS, targetOptions, WAIT_FLAGS } from "../flags/target.ts";
import { loadProfile } from "../profile-file.ts";
import { filesOf, publish, reportFolder } from "../publish.ts";
import { terminalOptions } from "../terminal.ts";
import { jsonWithoutWorkflowCommands } from "../workflow-commands.ts";

export const command = defineCommand(
  {
    name: "compare",
    takes: { usage: "A B", max: 2 },
    flags: {
      ...TARGET_FLAGS,
      "report DIR":
        "the folder of compare.json, compare.md and compare.html; not written by default",
      json: "print the comparison as JSON",
      ...WAIT_FLAGS,
    },
    before: `A and B: each a target of orders-kit verify, or the file of a profile (.yaml) that verify --learn wrote.
With one target, flags such as --pending and --header are for it; with two, orders-kit.yaml has the settings of each.`,
    after: `Exit codes: 0 no unaccepted differences, 1 a difference, 2 the command or the configuration is wrong,
3 a target was not judged.`,
  },
  async ({ values: flags, positionals: [a, b] }, io) => {
    if (a === undefined || b === undefined) throw USER_ERRORS.compareTwo();
    const given = targetOptions(flags, io);
    const whose = FLAGS_OF_ONE_TARGET.find((flag) => flag in flags);
    if (whose !== undefined && ![a, b].some(isFile))
      throw USER_ERRORS.compareWhoseFlag(`--${whose}`);
    // Files first: a mistake in one is reported before anything is sent.
    const profileOf = async (name: string) =>
      isFile(name) ? loadProfile(resolve(io.cwd ?? ".", name), name) : undefined;
    const [profileA, profileB] = [await profileOf(a), await profileOf(b)];
    // Both sides are asked as the app of the profile.
    const { origin = [profileA, profileB].find((profile) => profile?.origin)?.origin } = given;
    const options = { ...given, origin };
    const folder = flags.report === undefined ? undefined : reportFolder(flags.report, io);
    if (folder !== undefined) await checkFolder(folder, COMPARISON_FILES);
    const first = await sideOf(a, profileA, options);
    const second = await sideOf(b, profileB, options);
    const comparison = compare(first.side, second.side);
    const secrets = [...first.secrets, ...second.secrets];
    const document = comparisonDocument(comparison);
    const json = `${JSON.stringify({ generator: GENERATOR, ...comparison }, undefined, 2)}\n`;
    const files = [
      ["compare.json", json],
      ...filesOf(document, "compare.html", "compare.md"),
    ] as const;
    const text = flags.json
      ? jsonWithoutWorkflowCommands(json)
      : writeTerminal(document, terminalOptions(io));
    await publish({ files, folder, text, secrets }, io);
    return isSame(comparison) ? 0 : 1;
  },
);

const COMPARISON_FILES = ["compare.json", "compare.md", "compare.html"];

function isFile(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

/** A profile as it is, or what a run of the checks has found. */
async function sideOf(name: string, profile: Profile | undefined, options: VerifyOptions) {
  if (profile !== undefined)
    return {
      side: { name, profile, asked: await askProfile(profile, options.origin) },
      secrets: [],
    };
  const { report, learn, asked, secrets } = await verifyTarget({ ...options, target: name }, "ask");
  if (report.verdict === "not-judged")
    throw USER_ERRORS.notComparable(
      name,
      report.why ?? report.broken.map(({ why }) => why).join("; "),
    );
  const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]));
  return { side: { name, ...learn(), verdicts, asked }, secrets };
}
