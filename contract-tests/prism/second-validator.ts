/** Prism as the second validator of a run: where its verdict on an exchange differs from ours, the report says so, and why. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Finding } from "../assertions/finding.ts";
import type { Exchange, Send } from "../client/exchange.ts";
import type { Report } from "../report/report.ts";
import type { CompleteExchange } from "./answer.ts";
import { EXPLANATIONS, type ExplanationId, reasonOf } from "./explanations.ts";
import type { PrismFinding } from "./findings.ts";
import { startPrismClient } from "./prism-client.ts";
import { assertSingleExchange } from "./single-exchange.ts";

export interface SecondValidator {
  /** Prism validates every exchange of it as well. */
  readonly send: Send;
  /** Waits for the exchanges that are not validated yet, and ends Prism. Later calls return the same result. */
  close(): Promise<SecondValidation>;
}

/** A remark for each explained difference, and a broken check for each one that is not explained. */
interface SecondValidation {
  readonly broken: Report["broken"];
  readonly remarks: NonNullable<Report["remarks"]>;
}

interface RepeatedDifference extends Difference {
  readonly times: number;
  /** Method and path of the first exchange. */
  readonly request: string;
}

/** Lists can be large, so only so many exchanges wait for Prism; then `send` waits. */
const MAX_WAITING = 16;

/** Starts Prism. Rejects with a UserError when that is not possible. */
export async function addSecondValidator(send: Send): Promise<SecondValidator> {
  const waiting = new Set<Promise<void>>();
  const differences = new Map<string, RepeatedDifference>();
  let validated = 0;
  let ended: string | undefined;
  const prism = await startPrismClient((lastOutput) => {
    ended = lastOutput;
  });

  const validate = async (exchange: Exchange): Promise<void> => {
    const reported = await prism.validate(exchange);
    if (reported === undefined) return;
    validated++;
    const request = `${exchange.call.method} ${exchange.call.path}`;
    for (const difference of compareVerdicts(exchange, assertSingleExchange(exchange).findings, reported)) {
      const { clause, explanation, prism: message } = difference;
      // The elements of a list differ in their index only.
      const kind = explanation ?? `${clause} ${message.replace(/\d+/g, "0")}`;
      const first = differences.get(kind) ?? { ...difference, request, times: 0 };
      differences.set(kind, { ...first, times: first.times + 1 });
    }
  };

  const conclude = async (): Promise<SecondValidation> => {
    await Promise.all(waiting);
    await prism.close();
    const name = `Prism ${prism.version}`;
    const all = [...differences.values()];
    const broken = all
      .filter(({ explanation }) => explanation === undefined)
      .map((difference) => `${name} and orders-kit differ without a known reason. ${bothVerdicts(difference)}`);
    if (ended !== undefined)
      broken.push(`${name} ended in the middle of the run (${ended}), after ${validated} exchanges.`);
    const entries = all.flatMap((difference) => {
      const { explanation: id, times } = difference;
      return id === undefined
        ? []
        : [{ id, why: `${reasonOf(id)} First difference: ${bothVerdicts(difference)}`, times }];
    });
    const result = entries.length === 0 ? "no differences" : "differences that are not counted, and why";
    return {
      broken: broken.map((why) => ({ check: "through-prism", why })),
      remarks: [{ title: `${name} validated ${validated} exchanges as well: ${result}`, entries }],
    };
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

function bothVerdicts({ ours, prism, clause, request }: RepeatedDifference): string {
  return `${request}${clause === undefined ? "" : `, ${clause}`}: ${ours} ${prism}`;
}

interface Difference {
  readonly clause?: ClauseId;
  /** The verdict of orders-kit, as a sentence. */
  readonly ours: string;
  /** What Prism reports, in its own words. */
  readonly prism: string;
  /** Without one, the difference is an error in orders-kit or in Prism that is not known yet. */
  readonly explanation?: ExplanationId;
}

/** Where the verdicts of orders-kit and of Prism on one exchange differ. */
export function compareVerdicts(
  exchange: Exchange,
  ours: readonly Finding[],
  prism: readonly PrismFinding[],
): readonly Difference[] {
  const { response } = exchange;
  if (response === undefined || exchange.failure !== undefined) return [];
  const violated = new Map(ours.flatMap((finding) => (finding.kind === "violated" ? [[finding.clause, finding]] : [])));
  const violatedByPrism = new Set(prism.flatMap((finding) => (finding.kind === "violated" ? [finding.clause] : [])));
  const missedByPrism = [...violated]
    .filter(([clause]) => !violatedByPrism.has(clause))
    .map(([clause, { why }]): Difference => {
      const explanation = whyMissed(clause, { ...exchange, response }, prism);
      return { clause, ours: why, prism: "Prism reports nothing.", ...(explanation !== undefined && { explanation }) };
    });
  return [...prism.flatMap((finding) => reportedByPrism(finding, violated) ?? []), ...missedByPrism];
}

/** What Prism reports of a response and orders-kit does not. */
function reportedByPrism(finding: PrismFinding, violated: ReadonlyMap<ClauseId, Finding>): Difference | undefined {
  switch (finding.kind) {
    case "request":
      return undefined;
    case "explained":
      return { ours: "orders-kit reports nothing.", prism: finding.message, explanation: finding.explanation };
    case "unknown":
      return { ours: "orders-kit has no clause for it.", prism: finding.message };
    case "violated":
      if (violated.has(finding.clause)) return undefined;
      return { clause: finding.clause, ours: "orders-kit finds the clause held.", prism: finding.message };
  }
}

/** Why Prism does not report a violation: it was not asked, its answer is ignored, or it cannot detect it. */
function whyMissed(
  clause: ClauseId,
  exchange: CompleteExchange,
  prism: readonly PrismFinding[],
): ExplanationId | undefined {
  for (const finding of prism) if (finding.kind === "explained" && finding.wholeExchange) return finding.explanation;
  return EXPLANATIONS.find(
    ({ misses }) => misses?.clauses.includes(clause) === true && (misses.when?.(exchange) ?? true),
  )?.id;
}
