/** `orders-kit proxy TARGET`: runs the proxy until a signal ends it, then writes the reports. */
import { resolve } from "node:path";
import { escapeLine } from "../../contract-tests/client/masking/escape-text.ts";
import { withoutSecrets } from "../../contract-tests/client/masking/redaction.ts";
import { type RunningProxy, startProxy } from "../../contract-tests/proxy.ts";
import { type TextStyle, textStyle } from "../../contract-tests/report/writers/terminal/wrap.ts";
import { type LocatedTarget, locateTarget } from "../../contract-tests/targets/locate-target.ts";
import { type LogEntry, statementOf } from "../../contract-tests/traffic/traffic-log.ts";
import { EXAMPLE_URL } from "../../spec/base-address.ts";
import { defineCommand } from "../command.ts";
import { commandError } from "../command-errors.ts";
import { portFlag } from "../flags/integer.ts";
import { CONNECTION_FLAGS, ONLY_IN_FILE, targetOptions } from "../flags/target.ts";
import { publishReport, REPORT_FLAG, removeReport, reportFolder } from "../publish.ts";
import { colorFor } from "../terminal.ts";

export const command = defineCommand(
  {
    name: "proxy",
    takes: { usage: "TARGET", max: 1 },
    flags: {
      "port 4020": "the port to listen on; 0 for a free one",
      ...CONNECTION_FLAGS,
      "fail-on-violation": "exit with 1 when a clause was violated",
      "record FILE": "write what passes to a new HAR file, keys masked; .ndjson: one entry a line",
      "through-prism": "also validate every exchange with Prism",
      ...REPORT_FLAG,
    },
    elsewhere: ONLY_IN_FILE,
    before: `TARGET: the deployment, an address such as ${EXAMPLE_URL} or a name from orders-kit.yaml.
The key is read from $ORDERS_API_KEY, or from the variable that --api-key-env names; the calls of the app are forwarded as
they are; a header of --header is added to those that do not have it.`,
    after: `Exit codes: 0, 1 with --fail-on-violation: a clause was violated, 2 the command or the configuration is wrong,
3 not judged, or not every exchange.`,
  },
  async ({ values: flags, positionals: [target] }, io) => {
    if (!target) throw commandError("proxy-target");
    const ended = new Promise<void>((resolve) => io.onSignal(resolve));
    const deployment = await locateTarget(target, targetOptions(flags, io));
    const folder = await reportFolder(flags.report, io);
    const style = textStyle(colorFor(io));
    const proxy = await startProxy({
      deployment,
      port: portFlag(flags.port),
      throughPrism: flags["through-prism"],
      record: flags.record && resolve(io.cwd ?? ".", flags.record),
      onEntry: (entry) => {
        const line = withoutSecrets(logLine(entry, style), proxy.secrets(), "a line");
        io.stdout.write(`${line}\n`);
      },
      onFault: (line) => io.stderr.write(`${style("!", "red")} ${escapeLine(line)}\n`),
    });
    await removeReport(folder, deployment.name ?? deployment.baseUrl, io).catch(async (error) => {
      await proxy.close();
      throw error;
    });
    io.stdout.write(proxyBanner(deployment, proxy, flags.record));
    await ended;
    const report = await proxy.close();
    const { verdict, requests, broken } = report;
    const isJudged = (verdict !== "not-judged" || requests === 0) && broken.length === 0;
    const isFailed = verdict === "violates" && flags["fail-on-violation"];
    const exitCode = isFailed ? 1 : isJudged ? 0 : 3;
    const shown = { folder, secrets: proxy.secrets(), shown: "text", exitCode } as const;
    return (await publishReport(report, shown, io)).exitCode;
  },
);

function proxyBanner(
  { baseUrl: target, key }: LocatedTarget,
  proxy: RunningProxy,
  record: string | undefined,
): string {
  const { baseUrl, adminUrl, judgedBy } = proxy;
  const known = "the good key is known";
  const unknown = "without the good key every 401 is accepted; set ORDERS_API_KEY to judge them";
  return `
  orders-kit proxy  ${baseUrl}   the base address for the app
  deployment        ${target}
  findings          here, and on ${adminUrl}
  judged by         ${judgedBy}; ${key === undefined ? unknown : known}
${record === undefined ? "" : `  recording         ${record}\n`}
  Press Ctrl+C to stop and write the reports.

`;
}

const LOG_SIGNS = {
  violated: ["✗", "red"],
  advice: ["!", "yellow"],
  "app-fault": ["app", "cyan"],
  failed: ["!", "red"],
  unknown: ["?", "yellow"],
} as const;

function logLine(entry: LogEntry, style: TextStyle): string {
  const { kind, id, why, where, times } = entry;
  const [sign, color] = LOG_SIGNS[kind];
  const line = `${style(sign, color)} ${style(id, "bold")}  ${style(escapeLine(where), "dim")}`;
  if (times > 1) return `${line}${style(`  seen ${times} times`, "dim")}`;
  return `${line}\n  ${escapeLine([statementOf(entry), why].filter(Boolean).join(" "))}`;
}
