/**
 * Judges exchanges off the app's path, one after the other: by what one exchange shows, and by Prism. An answer like one that was
 * judged before gets the same verdict. The line is bounded in length and bytes; what does not find room is not judged.
 */
import { createHash } from "node:crypto";
import type { Finding } from "../check.ts";
import type { Exchange } from "../exchange.ts";
import { operationOf } from "../judge.ts";
import type { OrderList } from "../order-list.ts";
import { judgeAlone } from "../prism/alone.ts";
import { type Referee, RefereeGone } from "../prism/referee.ts";
import type { PrismFinding } from "../prism/translate.ts";
import { type CallerFinding, judgeCaller } from "./caller.ts";

/** An exchange as it comes from the recording. */
interface Recorded {
  readonly exchange: Exchange;
  readonly requestBytes: number;
}

export interface Judgement {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  readonly prism: readonly PrismFinding[];
  readonly caller: readonly CallerFinding[];
  /** Prism was asked. */
  readonly refereed: boolean;
}

/** What is said of an exchange, and of every other one like it. */
interface Verdict extends Pick<Judgement, "findings" | "prism" | "refereed"> {
  /** Of a list: its ids beyond 2^53. */
  readonly listed?: ReadonlySet<bigint>;
}

export interface Jury {
  /** False when there is no room for it. */
  take(recorded: Recorded): boolean;
  /** Resolves once all that was taken is judged, or after so many milliseconds; with the number left. */
  drain(milliseconds: number): Promise<number>;
}

/** Exchanges and bytes that may wait. */
const MOST_WAITING = 2_000;
const MOST_BYTES = 128 * 1024 * 1024;
/** Verdicts that are kept. */
const MOST_KNOWN = 5_000;

export function summonJury(
  referee: Referee,
  on: {
    readonly judged: (judgement: Judgement) => void;
    readonly refereeGone: (lastWords: string) => void;
    /** Our own judgement broke down: the exchange counts as not judged. */
    readonly brokeDown: (error: unknown, exchange: Exchange) => void;
  },
): Jury {
  /** By identity: an answer that comes again while it waits is judged once. */
  const waiting = new Map<string, Recorded[]>();
  const known = new Map<string, Verdict>();
  let bytes = 0;
  let busy = false;
  let listed: ReadonlySet<bigint> = new Set();
  let gone = false;
  let idle: (() => void)[] = [];

  const askReferee = async (exchange: Exchange): Promise<readonly PrismFinding[] | undefined> => {
    if (gone || exchange.response === undefined || exchange.failure !== undefined) return undefined;
    try {
      return await referee.judge(exchange);
    } catch (error) {
      if (!(error instanceof RefereeGone)) throw error;
      gone = true;
      on.refereeGone(error.message);
      return undefined;
    }
  };

  const judge = async (exchange: Exchange): Promise<Verdict> => {
    const { findings, list } = judgeAlone(exchange);
    const prism = await askReferee(exchange);
    return {
      findings,
      prism: prism ?? [],
      refereed: prism !== undefined,
      ...(list !== undefined && { listed: largeIds(list) }),
    };
  };

  const conclude = ({ exchange, requestBytes }: Recorded, verdict: Verdict): void => {
    const caller = judgeCaller(exchange, requestBytes, listed);
    if (verdict.listed !== undefined) listed = verdict.listed;
    on.judged({ exchange, caller, ...verdict });
  };

  const work = async (): Promise<void> => {
    busy = true;
    for (const [identity, alike] of waiting) {
      // What the app is waiting for comes first.
      await new Promise((resolve) => setImmediate(resolve));
      const first = alike[0] as Recorded;
      try {
        const verdict = await judge(first.exchange);
        if (known.size >= MOST_KNOWN) known.clear();
        known.set(identity, verdict);
        for (const recorded of alike) conclude(recorded, verdict);
      } catch (error) {
        on.brokeDown(error, first.exchange);
      }
      waiting.delete(identity);
      bytes -= sizeOf(first);
    }
    busy = false;
    for (const wake of idle) wake();
    idle = [];
  };

  return {
    take(recorded) {
      const { exchange } = recorded;
      const identity = identityOf(exchange);
      const verdict = known.get(identity);
      const alike = waiting.get(identity);
      if (verdict !== undefined) conclude(recorded, verdict);
      // One copy of the body is enough for all of them.
      else if (alike !== undefined)
        alike.push({ ...recorded, exchange: { ...(alike[0] as Recorded).exchange, durationMs: exchange.durationMs } });
      else if (waiting.size >= MOST_WAITING || bytes + sizeOf(recorded) > MOST_BYTES) return false;
      else {
        waiting.set(identity, [recorded]);
        bytes += sizeOf(recorded);
        if (!busy) void work();
      }
      return true;
    },
    async drain(milliseconds) {
      if (busy) {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, milliseconds);
        });
        await Promise.race([new Promise<void>((resolve) => idle.push(resolve)), late]);
        clearTimeout(timer);
      }
      return [...waiting.values()].reduce((sum, alike) => sum + alike.length, 0);
    },
  };
}

function largeIds({ keys }: OrderList): ReadonlySet<bigint> {
  return new Set([...keys].filter((key) => typeof key === "bigint"));
}

function sizeOf({ exchange }: Recorded): number {
  return exchange.response?.body.length ?? 0;
}

/** The same for two exchanges of which the same is to be said: everything but what changes with each response, such as Date. */
export function identityOf({ call, response, failure, credentialEchoed }: Exchange): string {
  const about = [
    call.method,
    call.path,
    call.query,
    call.credential,
    operationOf(call)?.id,
    failure?.kind,
    credentialEchoed,
  ];
  const hash = createHash("sha1").update(JSON.stringify(about));
  if (response === undefined) return hash.digest("base64");
  const telling = response.headers.filter(([name]) =>
    /^(?:content-|retry-after|www-authenticate|location)/i.test(name),
  );
  hash.update(JSON.stringify([response.status, response.trailingBytes, telling, call.headers]));
  return hash.update(response.body).digest("base64");
}
