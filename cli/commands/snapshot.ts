/** `orders-kit snapshot TARGET`: prints a scenario of the orders that the target lists. It only lists. */
import type { Response, Send } from "../../contract-tests/client/exchange.ts";
import { withoutSecrets } from "../../contract-tests/client/redaction.ts";
import { noListError } from "../../contract-tests/errors/run.ts";
import { Session } from "../../contract-tests/session/session.ts";
import { listedIn, snapshotOf } from "../../contract-tests/snapshot.ts";
import { openTarget } from "../../contract-tests/targets/open-target.ts";
import { probeTarget } from "../../contract-tests/targets/probe-target.ts";
import { runConfig } from "../../contract-tests/targets/target.ts";
import type { OrderState } from "../../fixtures/orders.ts";
import { MAX_ORDERS } from "../../scenarios/scenario.ts";
import { EXAMPLE_URL } from "../../spec/base-address.ts";
import { defineCommand } from "../command.ts";
import { snapshotTargetError } from "../errors.ts";
import { integerFlag } from "../flags/integer.ts";
import { CONNECTION_FLAGS, targetOptions } from "../flags/target.ts";

export const command = defineCommand(
  {
    name: "snapshot",
    takes: { usage: "TARGET", max: 1 },
    flags: {
      "limit N": "only the first orders of the list",
      "pending ID...": "an order that is pending",
      "shipped ID...": "an order that has shipped",
      ...CONNECTION_FLAGS,
    },
    before: `Prints a scenario of the orders that TARGET lists, exact to the digit. Nothing is cancelled: it only lists.
  orders-kit snapshot ${EXAMPLE_URL} > real.yaml
  orders-kit mock --scenario real.yaml+slow`,
  },
  async ({ values: flags, positionals: [name] }, io) => {
    if (name === undefined) throw snapshotTargetError();
    const limit = integerFlag("--limit", flags.limit, MAX_ORDERS);
    const options = { ...targetOptions(flags, io), target: name, readOnly: true };
    const target = await openTarget(options);
    try {
      let response: Response | undefined;
      const send: Send = async (call) => {
        const exchange = await target.send(call);
        response = exchange.response;
        return exchange;
      };
      const session = new Session(send, runConfig(target, options.signal));
      const { why } = await probeTarget(session, target);
      if (why !== undefined) throw noListError({ target: name, why });
      const listed = response && listedIn(response);
      if (listed === undefined)
        throw noListError({
          target: name,
          why: `${response?.status ?? "no response"}, not a list`,
        });
      const { pending, shipped } = target.rules;
      const states = new Map<bigint, OrderState>([
        ...pending.map((id) => [id, "pending"] as const),
        ...shipped.map((id) => [id, "shipped"] as const),
      ]);
      const { text, notes } = snapshotOf(listed, {
        source: target.baseUrl,
        states,
        limit,
      });
      io.stdout.write(withoutSecrets(text, target.secrets, "the scenario"));
      for (const note of notes) io.stderr.write(`${note}\n`);
    } finally {
      await target.close();
    }
    return 0;
  },
);
