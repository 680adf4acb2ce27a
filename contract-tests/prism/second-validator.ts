/** A `send` of which Prism validates every exchange as well. */
import type { Exchange, Send } from "../client/exchange.ts";
import { compareVerdicts, type Difference } from "./compare-verdicts.ts";
import { PrismEnded, startPrismClient } from "./prism-client.ts";
import { assertSingleExchange } from "./single-exchange.ts";

export interface RepeatedDifference extends Difference {
  readonly times: number;
  /** Method and path of the first exchange. */
  readonly request: string;
}

export interface SecondValidation {
  /** Of the package @stoplight/prism-cli. */
  readonly version: string;
  /** Exchanges that Prism validated. */
  readonly validated: number;
  /** One for each kind of difference. */
  readonly differences: readonly RepeatedDifference[];
  /** The last output of Prism, when it ended before the run. */
  readonly ended?: string;
}

export interface SecondValidator {
  readonly send: Send;
  /** Waits for the exchanges that are not validated yet, and ends Prism. Later calls return the same result. */
  close(): Promise<SecondValidation>;
}

/** Lists can be large, so only so many exchanges wait for Prism; then `send` waits. */
const MAX_WAITING = 16;

/** Starts Prism. Rejects with a UserError when that is not possible. */
export async function addSecondValidator(send: Send): Promise<SecondValidator> {
  const prism = await startPrismClient();
  const waiting = new Set<Promise<void>>();
  const differences = new Map<string, RepeatedDifference>();
  let validated = 0;
  let ended: string | undefined;

  const validate = async (exchange: Exchange): Promise<void> => {
    if (ended !== undefined || exchange.response === undefined || exchange.failure !== undefined) return;
    try {
      const findings = await prism.validate(exchange);
      validated++;
      for (const difference of compareVerdicts(exchange, assertSingleExchange(exchange).findings, findings))
        addDifference(exchange, difference);
    } catch (error) {
      if (!(error instanceof PrismEnded)) throw error;
      ended = error.message;
    }
  };

  const addDifference = ({ call }: Exchange, difference: Difference): void => {
    // The elements of a list differ in their index only.
    const kind = JSON.stringify([difference.clause, difference.explanation, difference.prism.replace(/\d+/g, "0")]);
    const before = differences.get(kind) ?? { ...difference, request: `${call.method} ${call.path}`, times: 0 };
    differences.set(kind, { ...before, times: before.times + 1 });
  };

  const conclude = async (): Promise<SecondValidation> => {
    await Promise.all(waiting);
    await prism.close();
    const { version } = prism;
    return { version, validated, differences: [...differences.values()], ...(ended !== undefined && { ended }) };
  };
  let closed: Promise<SecondValidation> | undefined;

  return {
    async send(call) {
      const exchange = await send(call);
      const validation = validate(exchange).finally(() => waiting.delete(validation));
      waiting.add(validation);
      if (waiting.size > MAX_WAITING) await Promise.race(waiting);
      return exchange;
    },
    close() {
      closed ??= conclude();
      return closed;
    },
  };
}
