/** `orders-kit scenarios [FILE…]`: lists the ready-made scenarios, or checks files. */

import { plural } from "../../contract-tests/report/labels.ts";
import { createService } from "../../mock/service/service.ts";
import { loadScenario, scenarios } from "../../scenarios/load.ts";
import type { LoadedScenario } from "../../scenarios/scenario.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { type CommandIo, defineCommand } from "../command.ts";

export const command = defineCommand(
  {
    name: "scenarios",
    takes: { usage: "[FILE.yaml]...", max: Number.POSITIVE_INFINITY },
    flags: {},
    before: "  Lists the ready-made scenarios, or checks the files.",
  },
  async ({ positionals: files }, io) => {
    if (files.length === 0) io.stdout.write(listing(Object.values(scenarios)));
    let valid = 0;
    for (const file of files) if (await check(file, io)) valid++;
    return valid === files.length ? 0 : 2;
  },
);

function listing(all: readonly LoadedScenario[]): string {
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(({ name, description, orders }) => {
    const count = orders.count.toLocaleString("en");
    return `  ${name.padEnd(width)}  ${count.padStart(7)} orders  ${description}\n`;
  });
  return `\n${lines.join("")}\n  orders-kit mock --scenario NAME, or a .yaml file of your own; orders-kit scenarios FILE checks it.
  default+slow has the orders of the first, and what goes wrong in both.\n\n`;
}

async function check(file: string, io: CommandIo): Promise<boolean> {
  try {
    const scenario = await loadScenario(file);
    // Also finds what only the mock refuses: the shipment of an order that is not generated.
    await createService({ scenario });
    io.stdout.write(`${file}: valid: ${scenarioSummary(scenario)}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.stderr.write(`${error.display}\n`);
    return false;
  }
}

function scenarioSummary({ orders, ships = [], key, faults = [] }: LoadedScenario): string {
  const parts = [
    plural(orders.count, "order"),
    ...(ships.length > 0 ? [plural(ships.length, "scheduled shipment")] : []),
    ...(key === undefined ? [] : [`a key for ${plural(key.expiresAfter, "call")}`]),
    ...(faults.length > 0 ? [plural(faults.length, "fault")] : []),
  ];
  return `${parts.join(", ")}.`;
}
