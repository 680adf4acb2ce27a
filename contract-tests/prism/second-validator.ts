/**
 * Prism as the second validator of a run. If Prism reports what orders-kit does not, one of the two
 * is wrong, and the report says so.
 */

import type { OutgoingCall } from "../client/calls.ts";
import type { Exchange, Send } from "../client/exchange.ts";
import { plural } from "../report/labels.ts";
import { assertSingleExchange } from "../run/assertions/single-exchange.ts";
import { foundByPrismAlone } from "./findings.ts";
import type { Prism } from "./prism.ts";

/** Wraps `send`: Prism validates every exchange before it is returned. */
export function addSecondValidator(send: Send, prism: Prism) {
  const name = `Prism ${prism.version}`;
  /** The first difference of each kind: elements of a list differ only in their index. */
  const differences = new Map<string, string>();
  let validated = 0;

  const validate = async (exchange: Exchange): Promise<void> => {
    const reported = await prism.validate(exchange);
    if (reported === undefined) return;
    validated++;
    for (const difference of differencesIn(exchange, reported)) {
      const kind = difference.replace(/\d+/g, "0");
      if (!differences.has(kind)) differences.set(kind, difference);
    }
  };

  return {
    send: async (call: OutgoingCall): Promise<Exchange> => {
      const exchange = await send(call);
      await validate(exchange);
      return exchange;
    },

    /** Returns a broken check for each difference. */
    conclude: () => {
      const count =
        differences.size === 0 ? "no differences" : plural(differences.size, "difference");
      const title = `${name} validated ${validated} exchanges as well: ${count}`;
      return {
        broken: [...differences.values()].map((difference) => ({
          check: "through-prism",
          why: `${name} and orders-kit differ. ${difference}`,
        })),
        sections: [{ title, entries: [] }],
      };
    },
  };
}

type PrismReport = Parameters<typeof foundByPrismAlone>[1];

export function differencesIn(exchange: Exchange, reported: PrismReport): string[] {
  const { method, path } = exchange.call;
  const { findings } = assertSingleExchange(exchange);
  return foundByPrismAlone(findings, reported).map(({ clause, why }) =>
    clause === undefined
      ? `${method} ${path}: ${why}`
      : `${method} ${path}, ${clause}: orders-kit finds the clause held. Prism reports: ${why}`,
  );
}
