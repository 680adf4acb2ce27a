/** What answers a run has got: how many of each kind, in what time, and when a gateway answered in the place of the service, or nobody. */
import { match } from "../../spec/interface/match.ts";
import { OPERATIONS, type Operation } from "../../spec/interface/operations.ts";
import { durationOf } from "../client/exchange.ts";
import type { CompleteEntry, Ledger } from "./ledger.ts";
import { type Interval, isGatewayAnswer, isOpenEnded, pauseBetween } from "./moments.ts";

/** The names under which reports count answers. */
export const ANSWER_KINDS = Object.values<Operation>(OPERATIONS).flatMap(
  ({ situations, unauthorized }) =>
    [...Object.values(situations), unauthorized].flatMap(({ countedAs = [] }) => countedAs),
);

/** By kind. Calls without a complete response, and with malformed ids, are of no kind. */
export function countAnswers(ledger: Ledger): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entry of ledger.answered) {
    const kind = entry.exchange.failure === undefined ? kindOf(entry, ledger) : undefined;
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function kindOf(entry: CompleteEntry, ledger: Ledger): string | undefined {
  const { call } = entry;
  const { operation, isValid, orderId } = match(call.method, call.path);
  if (operation === undefined || !isValid) return undefined;
  const { situations, unauthorized }: Operation = operation;
  if (call.credential !== "good") return unauthorized.countedAs;
  const order = orderId === undefined ? undefined : orderOf(orderId, entry, ledger);
  const situation = Object.values(situations).find(
    (one) => orderId === undefined || one.order === order,
  );
  return situation?.countedAs;
}

/** What is known of an order when a call is sent. */
function orderOf(
  id: bigint,
  entry: CompleteEntry,
  ledger: Ledger,
): "unknown" | "shipped" | "cancelled" | undefined {
  const { shipped, absent } = ledger.rules;
  if (ledger.drawn.has(id) || absent.includes(id)) return "unknown";
  if (shipped.includes(id)) return "shipped";
  return ledger.cancelledBy(id, entry) === undefined ? undefined : "cancelled";
}

/** Milliseconds of the calls of each operation. */
export function timingsOf({ answered }: Ledger): Readonly<Record<string, readonly number[]>> {
  const timings: Record<string, number[]> = {};
  for (const { call, exchange } of answered) {
    const { operation } = match(call.method, call.path);
    if (operation === undefined) continue;
    timings[operation.id] ??= [];
    timings[operation.id]!.push(Math.round(durationOf(exchange) * 10) / 10);
  }
  return timings;
}

/** Gateway answers with at most so many milliseconds between them are of one outage, also where the service has answered in between. */
const MAX_PAUSE_MS = 1_000;

export interface Outage extends Interval {
  /** The calls that got a gateway answer. The service may have answered others meanwhile: one of two backends may be away. */
  readonly calls: readonly CompleteEntry[];
}

/** In the order of time. */
export function outagesOf({ answered }: Pick<Ledger, "answered">): Outage[] {
  const outages: { sentAt: number; receivedAt: number; calls: CompleteEntry[] }[] = [];
  let wasAnswered = true;
  for (const call of answered) {
    const last = outages.at(-1);
    if (!isGatewayAnswer(call.exchange)) {
      wasAnswered ||= !isOpenEnded(call.exchange);
      continue;
    }
    if (last !== undefined && (!wasAnswered || pauseBetween(last, call) <= MAX_PAUSE_MS)) {
      last.receivedAt = Math.max(last.receivedAt, call.receivedAt);
      last.calls.push(call);
    } else outages.push({ sentAt: call.sentAt, receivedAt: call.receivedAt, calls: [call] });
    wasAnswered = false;
  }
  return outages;
}
