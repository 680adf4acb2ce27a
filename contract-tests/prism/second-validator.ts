/** Prism as the second validator of a run: where its verdict on an exchange differs from ours, the report says so, and why. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Finding } from "../assertions/finding.ts";
import type { Exchange, OutgoingCall, Send } from "../client/exchange.ts";
import type { Remark } from "../report/run-facts.ts";
import { type ExplanationId, reasonOf } from "./explanations.ts";
import type { PrismFinding } from "./findings.ts";
import { startPrismClient } from "./prism-client.ts";
import { assertSingleExchange } from "./single-exchange.ts";

/** Lists can be large, so only so many exchanges wait for Prism; then `send` waits. */
const MAX_WAITING = 16;

/** Starts Prism, which validates every exchange of `send` as well. Rejects with a UserError when that is not possible. */
export async function addSecondValidator(send: Send) {
  const waiting = new Set<Promise<void>>();
  /** Alike differences, counted, with the request and the verdicts of the first one. */
  const differences = new Map<string, { explanation: ExplanationId | undefined; verdicts: string; times: number }>();
  let validated = 0;
  let ended: string | undefined;
  const prism = await startPrismClient((lastOutput) => {
    ended = lastOutput;
  });
  const name = `Prism ${prism.version}`;

  const validate = async (exchange: Exchange): Promise<void> => {
    const reported = await prism.validate(exchange);
    if (reported === undefined) return;
    validated++;
    for (const difference of compareVerdicts(exchange, assertSingleExchange(exchange).findings, reported)) {
      const { clause, explanation, ours, prism: message } = difference;
      const subject = clause === undefined ? "" : `, ${clause}`;
      const verdicts = `${exchange.call.method} ${exchange.call.path}${subject}: ${ours} ${message}`;
      // The elements of a list differ in their index only.
      const kind = `${explanation} ${clause} ${explanation === undefined ? message.replace(/\d+/g, "0") : ""}`;
      const first = differences.get(kind) ?? { explanation, verdicts, times: 0 };
      differences.set(kind, { ...first, times: first.times + 1 });
    }
  };

  /** A remark for each explained difference, and a broken check for each one that is not explained. */
  const conclude = async () => {
    await Promise.all(waiting);
    await prism.close();
    const broken: string[] = [];
    const entries: Remark[] = [];
    for (const { explanation: id, verdicts, times } of differences.values())
      if (id === undefined) broken.push(`${name} and orders-kit differ without a known reason. ${verdicts}`);
      else entries.push({ id, why: `${reasonOf(id)} First difference: ${verdicts}`, times });
    if (ended !== undefined)
      broken.push(`${name} ended in the middle of the run (${ended}), after ${validated} exchanges.`);
    const result = entries.length === 0 ? "no differences" : "differences that are not counted, and why";
    return {
      broken: broken.map((why) => ({ check: "through-prism", why })),
      remarks: [{ title: `${name} validated ${validated} exchanges as well: ${result}`, entries }],
    };
  };
  let closed: ReturnType<typeof conclude> | undefined;

  return {
    send: async (call: OutgoingCall): Promise<Exchange> => {
      const exchange = await send(call);
      const validation = validate(exchange).finally(() => waiting.delete(validation));
      waiting.add(validation);
      if (waiting.size > MAX_WAITING) await Promise.race(waiting);
      return exchange;
    },
    /** Waits for the exchanges that are not validated yet, and ends Prism. Later calls return the same result. */
    close() {
      closed ??= conclude();
      return closed;
    },
  };
}

interface Difference {
  readonly clause?: ClauseId;
  /** The verdict of orders-kit, as a sentence. */
  readonly ours: string;
  /** What Prism reports, in its own words. */
  readonly prism: string;
  /** Without one, the difference is an error in orders-kit or in Prism that is not known yet. */
  readonly explanation?: ExplanationId | undefined;
}

/** Where the verdicts of orders-kit and of Prism on one exchange differ. */
export function compareVerdicts(
  exchange: Exchange,
  ours: readonly Finding[],
  prism: readonly PrismFinding[],
): readonly Difference[] {
  if (exchange.response === undefined || exchange.failure !== undefined) return [];
  const violations = new Map(ours.flatMap((one) => (one.kind === "violated" ? [[one.clause, one.why]] : [])));
  const byPrism = new Set(prism.flatMap((one) => (one.kind === "violated" ? [one.clause] : [])));
  return [
    ...prism.flatMap((finding): Difference[] => {
      const { kind, message } = finding;
      if (kind === "unknown") return [{ ours: "orders-kit has no clause for it.", prism: message }];
      if (kind === "explained")
        return [{ ours: "orders-kit reports nothing.", prism: message, explanation: finding.explanation }];
      const { clause } = finding;
      if (violations.has(clause)) return [];
      return [{ clause, ours: "orders-kit finds the clause held.", prism: message }];
    }),
    ...[...violations].flatMap(([clause, why]): Difference[] => {
      if (byPrism.has(clause)) return [];
      return [{ clause, ours: why, prism: "Prism does not report it.", explanation: "one-response-alone" }];
    }),
  ];
}
