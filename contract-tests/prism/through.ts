/** The gate's calls judged twice: a target that behaves as before, and of whose every exchange Prism is asked as well. */
import type { Exchange, Send } from "../exchange.ts";
import { judgeAlone } from "./alone.ts";
import { RefereeGone, startReferee } from "./referee.ts";
import { compareVerdicts, type Difference } from "./second-opinion.ts";

export interface SecondOpinion {
  /** Of the package @stoplight/prism-cli. */
  readonly version: string;
  /** Exchanges about which Prism was asked. */
  readonly judged: number;
  /** Each kind of difference once. */
  readonly differences: readonly (Difference & { readonly times: number; readonly request: string })[];
  /** Why Prism did not judge to the end: it died. */
  readonly gone?: string;
}

export interface ThroughPrism {
  readonly send: Send;
  /** Waits for what is still to be judged, and ends Prism. Called again, it says the same. */
  close(): Promise<SecondOpinion>;
}

/** Exchanges that may wait for Prism before the gate waits for it: lists can be large. */
const WAITING = 16;

/** Starts Prism. Rejects with a UserError when that is not possible. */
export async function throughPrism(send: Send): Promise<ThroughPrism> {
  const referee = await startReferee();
  const waiting = new Set<Promise<void>>();
  const differences = new Map<string, SecondOpinion["differences"][number]>();
  let judged = 0;
  let gone: string | undefined;

  const judge = async (exchange: Exchange): Promise<void> => {
    if (gone !== undefined || exchange.response === undefined || exchange.failure !== undefined) return;
    try {
      const findings = await referee.judge(exchange);
      judged++;
      for (const difference of compareVerdicts(exchange, judgeAlone(exchange).findings, findings))
        note(exchange, difference);
    } catch (error) {
      if (!(error instanceof RefereeGone)) throw error;
      gone = error.message;
    }
  };

  const note = ({ call }: Exchange, difference: Difference): void => {
    // Elements of a list differ by their index alone.
    const kind = JSON.stringify([difference.clause, difference.artefact, difference.prism.replace(/\d+/g, "0")]);
    const before = differences.get(kind);
    differences.set(kind, {
      ...(before ?? { ...difference, request: `${call.method} ${call.path}` }),
      times: (before?.times ?? 0) + 1,
    });
  };

  const conclude = async (): Promise<SecondOpinion> => {
    await Promise.all(waiting);
    await referee.close();
    const { version } = referee;
    return { version, judged, differences: [...differences.values()], ...(gone !== undefined && { gone }) };
  };
  let closed: Promise<SecondOpinion> | undefined;

  return {
    async send(call) {
      const exchange = await send(call);
      const judgement = judge(exchange).finally(() => waiting.delete(judgement));
      waiting.add(judgement);
      if (waiting.size > WAITING) await Promise.race(waiting);
      return exchange;
    },
    close() {
      closed ??= conclude();
      return closed;
    },
  };
}
