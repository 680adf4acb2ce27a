#!/usr/bin/env node
/** The table of commands. Each is loaded when it is called: `orders-kit mock` must start at once. */
import { readFileSync } from "node:fs";
import type { Command, CommandIo } from "./spec/io.ts";
import { PROBLEMS } from "./spec/problems.ts";

const COMMANDS: Readonly<Record<string, { readonly about: string; load(): Promise<Command> }>> = {
  mock: {
    about: "serve a stateful mock of the Orders Service over HTTP",
    load: async () => (await import("./mock/command.ts")).mockCommand,
  },
  verify: {
    about: "judge a deployment against the contract",
    load: async () => (await import("./contract-tests/command.ts")).verifyCommand,
  },
  proxy: {
    about: "stand between an app and a deployment, and judge what passes",
    load: async () => (await import("./contract-tests/proxy/command.ts")).proxyCommand,
  },
  compare: {
    about: "tell two deployments apart, or a deployment from a saved profile",
    load: async () => (await import("./contract-tests/compare-command.ts")).compareCommand,
  },
  clauses: {
    about: "list what the contract says and what it leaves open",
    load: async () => (await import("./contract-tests/reporters/clauses.ts")).clausesCommand,
  },
  scenarios: {
    about: "list the ready-made scenarios, or check files of your own",
    load: async () => (await import("./scenarios/command.ts")).scenariosCommand,
  },
  init: {
    about: "put the service worker script into a folder of your app",
    load: async () => (await import("./mock/browser/init.ts")).initCommand,
  },
};

const help = `Usage: orders-kit COMMAND [FLAGS]

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join("\n")}

  --help, --version

An error ends with its code in brackets; spec/errors.md of the package says when it arises and what to do.
`;

async function main([name, ...argv]: readonly string[], io: CommandIo): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    io.stdout.write(help);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    io.stdout.write(`${JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version}\n`);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return (await command.load())(argv, io);
  const { told, exitCode } = PROBLEMS.unknownCommand(name, Object.keys(COMMANDS));
  io.stderr.write(`${told}\n`);
  return exitCode;
}

// Whoever reads our output may have read enough, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const io: CommandIo = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  isTTY: process.stdout.isTTY === true,
  columns: process.stdout.columns,
  onSignal: (callback) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, callback);
  },
};

try {
  process.exitCode = await main(process.argv.slice(2), io);
} catch (error) {
  // Our own fault: neither a pass nor a verdict on any deployment.
  console.error(
    `orders-kit itself broke. Please report this:\n${error instanceof Error ? error.stack : String(error)}`,
  );
  process.exitCode = 3;
}
