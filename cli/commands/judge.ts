/**
 * `orders-kit judge FILE...`: judges recorded traffic, writes the reports, and exits by the
 * verdict. It sends nothing.
 */
import { judgeRecordings } from "../../contract-tests/judge.ts";
import { defineCommand } from "../command.ts";
import { commandError } from "../command-errors.ts";
import { publishReport, REPORT_FLAG, removeReport, reportFolder } from "../publish.ts";

export const command = defineCommand(
  {
    name: "judge",
    takes: { usage: "FILE...", max: 10_000 },
    flags: {
      "server URL": "the base address of the deployment (the only one in the recordings)",
      "api-key-env NAME": "the environment variable with the good key, to judge each 401",
      ...REPORT_FLAG,
      json: "print the report as JSON",
    },
    before: `FILE: a HAR file of a browser, Playwright or a proxy, an .ndjson with one HAR entry a line, or - for the standard
input. Every exchange of the interface is judged by itself, and so is a second 204 for one order. Nothing is sent.`,
    after: `Exit codes: 0 no clause is violated, 1 at least one is, 2 the command or a file is wrong, 3 not judged.`,
  },
  async ({ values: flags, positionals: files }, io) => {
    if (files.length === 0) throw commandError("judge-file");
    const folder = await reportFolder(flags.report, io);
    const { report, secrets } = await judgeRecordings({
      files,
      server: flags.server,
      apiKeyEnv: flags["api-key-env"],
      env: io.env,
      cwd: io.cwd,
      stdin: io.stdin ?? (() => process.stdin),
      onStart: (server) => removeReport(folder, server, io),
      onProgress: (line) => io.stderr.write(`${line}\n`),
    });
    const shown = flags.json ? "json" : "text";
    return (await publishReport(report, { folder, secrets, shown }, io)).exitCode;
  },
);
