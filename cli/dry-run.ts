/** `verify --dry-run`: prints what a run would send, as text or JSON. */

import { isGood } from "../contract-tests/client/credentials.ts";
import { escapeLine } from "../contract-tests/client/masking/escape-text.ts";
import { plural } from "../contract-tests/report/labels.ts";
import { joinParts, Layout } from "../contract-tests/report/writers/terminal/layout.ts";
import { wrap } from "../contract-tests/report/writers/terminal/wrap.ts";
import { type PlannedCall, type PlannedRun, planRun } from "../contract-tests/run/plan-run.ts";
import type { VerifyOptions } from "../contract-tests/verify.ts";
import { shortenInside } from "../spec/shorten.ts";
import type { CommandIo } from "./command.ts";
import { commandError } from "./command-errors.ts";
import { eachTarget } from "./each-target.ts";
import { maskEnvironment } from "./process-events.ts";
import { terminalOptions } from "./terminal.ts";
import { jsonWithoutWorkflowCommands } from "./workflow-commands.ts";

/** Flags about the results of a run. */
const NEEDS_A_RUN = ["accept", "until", "save-scenario", "through-prism", "report"] as const;

type DryRunFlags = Readonly<Partial<Record<(typeof NEEDS_A_RUN)[number], unknown>>> & {
  readonly json?: boolean | undefined;
};

/** Throws a UserError for a flag that needs a run. Resolves with the exit code. */
export async function dryRun(
  targets: readonly string[],
  options: Omit<VerifyOptions, "target">,
  flags: DryRunFlags,
  { io, argv }: { readonly io: CommandIo; readonly argv: readonly string[] },
): Promise<number> {
  const needing = NEEDS_A_RUN.find((flag) => flags[flag] !== undefined);
  if (needing !== undefined) throw commandError("dry-run", { flag: `--${needing}` });
  const plans: PlannedRun[] = [];
  const plan = async (target: string): Promise<number> => {
    plans.push(await planRun({ ...options, target }));
    return 0;
  };
  const exitCode = await eachTarget(targets, { io, argv }, plan, () => {});
  const layout = new Layout(terminalOptions(io));
  const lists = plans.map(({ calls }) => calls);
  const json = JSON.stringify(targets.length === 1 ? lists[0] : lists, undefined, 2);
  const text = flags.json
    ? jsonWithoutWorkflowCommands(`${json}\n`)
    : plans.map((one) => printPlan(one, layout)).join("");
  io.stdout.write(maskEnvironment(text, argv, io.env));
  return exitCode;
}

const EXACT_FOR =
  "This is exact for a conforming service, but for ids that are drawn at random and the id of an order that its list shows. A service that answers in another way is asked more.";

function printPlan({ target, notes, steps, calls }: PlannedRun, layout: Layout): string {
  const deletes = calls.filter(({ method }) => method === "DELETE").length;
  const withoutKey = calls.filter(({ credential }) => !isGood(credential)).length;
  const counts = `${plural(calls.length, "call")}, ${deletes} of them DELETE, ${withoutKey} without the good key.`;
  const rows = rowsOf(calls);
  return joinParts([
    [
      ...layout.lines(`${counts} Nothing was sent to ${target}.`, "bold"),
      ...[EXACT_FOR, ...notes].flatMap((note) => layout.indented(note)),
    ],
    ...steps.map((step) => stepLines(step, rows, layout)),
  ]);
}

/** A call and its immediate repetitions. */
interface CallRow {
  /** Number of the first call. */
  readonly nth: number;
  readonly calls: [PlannedCall, ...PlannedCall[]];
}

function rowsOf(calls: readonly PlannedCall[]): readonly CallRow[] {
  const rows: CallRow[] = [];
  const sentAs = ({ clauses: _, ...call }: PlannedCall) => JSON.stringify(call);
  for (const [at, call] of calls.entries()) {
    const last = rows.at(-1)?.calls;
    if (last !== undefined && sentAs(last[0]) === sentAs(call)) last.push(call);
    else rows.push({ nth: at + 1, calls: [call] });
  }
  return rows;
}

/** Prints the clauses above the calls that prove them. */
function stepLines(
  { id, title }: PlannedRun["steps"][number],
  rows: readonly CallRow[],
  layout: Layout,
): string[] {
  const own = rows.filter(({ calls }) => calls[0].step === id);
  const clauses = own.map(({ calls }) => new Set(calls.flatMap((call) => call.clauses)));
  const purposes = clauses.map((some) => `for ${[...some].join(", ") || "no clause"}`);
  const lines = own.flatMap((row, at) => [
    ...(purposes[at] === purposes[at - 1] ? [] : layout.indented(purposes[at]!, "dim")),
    ...callLines(row, layout),
  ]);
  return own.length === 0 ? [] : [...layout.lines(`${id}: ${title}`, "bold"), ...lines];
}

function callLines({ nth, calls }: CallRow, layout: Layout): string[] {
  const { method, path, query, key, headers = [], body } = calls[0];
  const columns = Math.floor(layout.columns * 0.35);
  const often = calls.length > 1 ? ` × ${calls.length}` : "";
  const address = query === undefined ? path : `${path}?${query}`;
  const shown = escapeLine(`${shortenInside(address, columns - often.length)}${often}`);
  const start = `${String(nth).padStart(5)}  ${method.padEnd(7)}  ${shown.padEnd(columns)}  `;
  const lines = wrap(key, layout.columns - start.length);
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  const added = [...fields, ...(body === undefined ? [] : [`body ${body}`])].join(" · ");
  return [
    ...lines.map((line, at) => `${at === 0 ? start : " ".repeat(start.length)}${line}`),
    ...(added === "" ? [] : layout.labelled("", `with ${added}`, 5)),
  ];
}
