/** A target that is open for checks: guarded, behind a relay, and known to answer. */
import { randomInt } from "node:crypto";
import type { Setting } from "./check.ts";
import type { Exchange, Send } from "./exchange.ts";
import { BUDGET, type Budget, guarded } from "./guard.ts";
import { openRelay } from "./relay.ts";
import type { Target } from "./targets.ts";

export interface Session {
  readonly relayUrl: string;
  readonly setting: Setting;
  /** Why nothing can be judged. */
  readonly notJudged?: string;
  close(): Promise<void>;
}

/** What of the budget the user chose. */
type Wanted = { readonly [Name in keyof Budget]?: Budget[Name] | undefined };

export async function openSession(
  target: Target,
  { budget, ...setting }: { readonly budget: Wanted } & Pick<Setting, "keepTraffic" | "alone">,
): Promise<Session> {
  const { baseUrl, rules } = target;
  const { maxRequests = BUDGET.maxRequests, runMs = BUDGET.runMs, rate } = budget;
  const send = guarded(target.send, baseUrl, rules, { maxRequests, runMs, rate });
  const notJudged = await whyNotJudged(send);
  const relay = await openRelay(send);
  return {
    relayUrl: relay.url,
    setting: { ...rules, baseUrl, seed: randomInt(2 ** 31), ...setting },
    ...(notJudged !== undefined && { notJudged }),
    close: relay.close,
  };
}

/** Asks for the list with the good key, and once more when that does not look good. */
async function whyNotJudged(send: Send): Promise<string | undefined> {
  const list = () => send({ method: "GET", path: "/store/orders", credential: "good" });
  const first = reasonOf(await list());
  return first === undefined || first.lasting ? first?.why : reasonOf(await list())?.why;
}

/** What in an answer means that there is nothing to judge; `lasting` when asking again would only cost time. */
function reasonOf({ response, failure }: Exchange): { readonly why: string; readonly lasting: boolean } | undefined {
  if (response !== undefined) {
    const { status } = response;
    if (status !== 401 && status !== 403) return undefined;
    return {
      why: `The target refuses the key that should be good: listing the orders gets ${status}. Check the key.`,
      lasting: false,
    };
  }
  if (failure === undefined) return undefined;
  const { kind, message } = failure;
  const lasting = kind === "timeout" || kind === "tls" || message.includes("ENOTFOUND");
  return { why: `The target cannot be reached: ${message}.`, lasting };
}
