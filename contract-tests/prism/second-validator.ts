/** Prism as the second validator of a run: where it reports what orders-kit does not, the report says so, and why. */
import type { RecordedFinding } from "../assertions/finding.ts";
import { assertSingleExchange } from "../assertions/single-exchange.ts";
import type { OutgoingCall } from "../client/calls.ts";
import type { Exchange, Send } from "../client/exchange.ts";
import type { Remark } from "../report/run-facts.ts";
import { type ExplanationId, reasonOf } from "./explanations.ts";
import type { PrismFinding } from "./findings.ts";
import { loadPrism } from "./prism.ts";

/** Prism validates every exchange of `send` as well, before it is returned. Rejects with a UserError when that is not possible. */
export async function addSecondValidator(send: Send) {
  /** Alike differences, counted, with the request and the verdicts of the first one. */
  const differences = new Map<string, Difference & { readonly times: number }>();
  let validated = 0;
  const prism = await loadPrism();
  const name = `Prism ${prism.version}`;

  const validate = async (exchange: Exchange): Promise<void> => {
    const reported = await prism.validate(exchange);
    if (reported === undefined) return;
    validated++;
    for (const difference of differencesOf(
      exchange,
      assertSingleExchange(exchange).findings,
      reported,
    )) {
      // The elements of a list differ in their index only.
      const kind = difference.explanation ?? difference.verdicts.replace(/\d+/g, "0");
      const { times, ...first } = differences.get(kind) ?? { ...difference, times: 0 };
      differences.set(kind, { ...first, times: times + 1 });
    }
  };

  /** A remark for each explained difference, and a broken check for each one that is not explained. */
  const conclude = () => {
    const broken: string[] = [];
    const entries: Remark[] = [];
    for (const { explanation: id, verdicts, times } of differences.values())
      if (id === undefined)
        broken.push(`${name} and orders-kit differ without a known reason. ${verdicts}`);
      else entries.push({ id, why: `${reasonOf(id)} First difference: ${verdicts}`, times });
    const kinds = entries.length === 1 ? "1 kind" : `${entries.length} kinds`;
    const result =
      entries.length === 0 ? "no differences" : `${kinds} of known differences, not counted`;
    return {
      broken: broken.map((why) => ({ check: "through-prism", why })),
      remarks: [
        {
          title: `${name} validated ${validated} exchanges as well: ${result}`,
          inBrief: "title" as const,
          entries,
        },
      ],
    };
  };

  return {
    send: async (call: OutgoingCall): Promise<Exchange> => {
      const exchange = await send(call);
      await validate(exchange);
      return exchange;
    },
    conclude,
  };
}

interface Difference {
  /** What is judged, and what each of the two says of it, as sentences. */
  readonly verdicts: string;
  /** Without one, the difference is an error in orders-kit or in Prism that is not known yet. */
  readonly explanation?: ExplanationId;
}

/**
 * What Prism reports of one exchange and orders-kit does not. The other way is usual: Prism judges one response by the description, and
 * does not know the good key, nor what a schema cannot say.
 */
export function differencesOf(
  { call }: Pick<Exchange, "call">,
  ours: readonly RecordedFinding[],
  prism: readonly PrismFinding[],
): readonly Difference[] {
  const where = `${call.method} ${call.path}`;
  const violated = new Set(ours.map((one) => one.kind === "violated" && one.clause));
  return prism.flatMap((finding): Difference[] => {
    const { kind, message } = finding;
    if (kind === "explained")
      return [{ verdicts: `${where}: ${message}`, explanation: finding.explanation }];
    if (kind === "unknown") return [{ verdicts: `${where}: ${message}` }];
    if (violated.has(finding.clause)) return [];
    return [
      { verdicts: `${where}, ${finding.clause}: orders-kit finds the clause held. ${message}` },
    ];
  });
}
