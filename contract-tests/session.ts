/** A target that is open for checks: guarded, behind a relay, and known to answer. */
import { randomInt } from "node:crypto";
import { PROBLEMS, type UserError } from "../spec/problems.ts";
import type { Setting } from "./check.ts";
import { type Exchange, type FailureKind, header, type Send } from "./exchange.ts";
import { BUDGET, type Budget, guarded } from "./guard.ts";
import { openRelay } from "./relay.ts";
import { KEY_MARK, Mask } from "./secrets.ts";
import type { Target } from "./targets.ts";
import { visibleLine } from "./visible.ts";

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
  {
    budget,
    onNote = () => {},
    ...setting
  }: { readonly budget: Wanted; readonly onNote?: ((note: string) => void) | undefined } & Pick<
    Setting,
    "keepTraffic" | "alone"
  >,
): Promise<Session> {
  const { baseUrl, rules } = target;
  const { maxRequests = BUDGET.maxRequests, runMs = BUDGET.runMs, rate } = budget;
  const send = guarded(target.send, baseUrl, rules, { maxRequests, runMs, rate });
  const { why, note } = await greet(send, target);
  // Whoever writes the key into the address must not find it in a log.
  const mask = new Mask([{ text: target.key, mark: KEY_MARK }]);
  if (note !== undefined) onNote(mask.text(note.told));
  const relay = await openRelay(send);
  return {
    relayUrl: relay.url,
    setting: { ...rules, baseUrl, seed: randomInt(2 ** 31), ...setting },
    ...(why !== undefined && { notJudged: mask.text(why.told) }),
    close: relay.close,
  };
}

/** Asks for the list with the good key, and once more when that does not look good. */
async function greet(send: Send, target: Target): Promise<Greeting> {
  const list = () => send({ method: "GET", path: "/store/orders", credential: "good" });
  const first = await list();
  const refused = refusalIn(first, target);
  if (refused === undefined) return { note: oddityIn(first, target) };
  return { why: isLasting(first) ? refused : refusalIn(await list(), target) };
}

/** What the first answer says of the target: why nothing can be judged, or what its user should know. */
interface Greeting {
  readonly why?: UserError | undefined;
  readonly note?: UserError | undefined;
}

function refusalIn({ response, failure }: Exchange, { baseUrl, keyVariable = "its variable" }: Target) {
  if (response?.status === 401 || response?.status === 403) return PROBLEMS.keyRefused(response.status, keyVariable);
  if (response !== undefined || failure === undefined) return undefined;
  return PROBLEMS.targetUnreachable(baseUrl, `${failure.message}. ${FIXES[failure.kind]}`);
}

/** Whether asking again would only cost time. */
function isLasting({ failure }: Exchange): boolean {
  return failure?.kind === "timeout" || failure?.kind === "tls" || failure?.message.includes("ENOTFOUND") === true;
}

/** An answer as a login page, a gateway or another path gives it. It is judged all the same. */
function oddityIn({ response }: Exchange, { baseUrl }: Target): UserError | undefined {
  if (response === undefined) return undefined;
  const { status } = response;
  const place = header(response, "location");
  if (status >= 300 && status < 400 && place !== undefined)
    return PROBLEMS.notTheService(baseUrl, `${status}, a redirect to ${visibleLine(place).slice(0, 100)}`);
  if (/html/i.test(header(response, "content-type") ?? ""))
    return PROBLEMS.notTheService(baseUrl, `${status}, a web page`);
  return status === 404 ? PROBLEMS.notTheService(baseUrl, "404") : undefined;
}

const FIXES: Readonly<Record<FailureKind, string>> = {
  unreachable: "Check the address, and that the service is up.",
  tls: "Check the certificate; one of a private authority is trusted when NODE_EXTRA_CA_CERTS names its file.",
  timeout: "Check that the service is up, or give it more time with --timeout.",
  reset: "Check the port, and whether it is http or https.",
  malformed: "Check the port, and whether it is http or https.",
  "too-large": "Check the address.",
  forbidden: "Raise --max-requests.",
  harness: "Please report this.",
};
