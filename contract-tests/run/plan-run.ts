/**
 * Lists what a run would send, call by call. We run it against a mock in this process, and send
 * nothing to the target.
 */

import type { ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import type { OutgoingCall } from "../client/calls.ts";
import { CREDENTIALS, isGood } from "../client/credentials.ts";
import type { Send } from "../client/exchange.ts";
import { openStandIn, type StandIn, type TargetOptions } from "../targets/open-target.ts";
import { isEmbedded } from "../targets/target.ts";
import { targetError } from "../targets/target-errors.ts";
import type { RunOptions } from "./run-steps.ts";
import { checkClauses, runAgainst } from "./run-target.ts";
import { PENDING_NEEDED } from "./session/orders/provided-orders.ts";
import { stepsFor } from "./steps/index.ts";
import type { Step } from "./steps/step.ts";

export interface PlannedCall
  extends Pick<OutgoingCall, "method" | "path" | "query" | "credential" | "headers" | "body"> {
  /** The id of the step that sends the call. */
  readonly step: string;
  /** The credential in words. */
  readonly key: string;
  /** The clauses that the call is for. */
  readonly clauses: readonly ClauseId[];
}

export interface PlannedRun {
  /** The name of the target, or its address. */
  readonly target: string;
  /** Sentences about how the real run differs, and about what all calls share. */
  readonly notes: readonly string[];
  readonly steps: readonly Pick<Step, "id" | "title">[];
  /** In the order in which they are sent. */
  readonly calls: readonly PlannedCall[];
}

const QUESTION = { id: "target", title: "whether the target answers, and takes the key" } as const;

interface ObservedCall {
  readonly step: string;
  readonly call: OutgoingCall;
  status?: number | undefined;
}

/**
 * Exact for a conforming service, except for ids that are drawn at random. Needs no key. Throws a
 * UserError if the options or the configuration are wrong.
 */
export async function planRun(options: TargetOptions & RunOptions): Promise<PlannedRun> {
  const { only, signal } = options;
  checkClauses(only);
  const target = await openStandIn(options);
  const steps = stepsFor(only);
  const sent: ObservedCall[] = [];
  let step: string = QUESTION.id;
  const send: Send = async (call) => {
    const one: ObservedCall = { step, call };
    sent.push(one);
    const exchange = await target.send(call);
    one.status = exchange.response?.status;
    return exchange;
  };
  const onProgress: RunOptions["onProgress"] = ({ done }) => {
    step = steps[done]?.id ?? step;
  };
  // We wait for nothing in a plan.
  const { rate: _, ...settings } = { ...target.settings, linger: 0 };
  const watched = { ...target, send, settings };
  const run = runAgainst(watched, { ...options, onProgress });
  const { why, broken } = await run.finally(target.close);
  if (signal?.aborted) throw targetError("interrupted");
  const accepted = sent.filter(({ call, status }) => call.method === "DELETE" && status === 204);
  const cancelled = new Set(accepted.map(({ call }) => match(call.method, call.path).orderId));
  return {
    target: target.name ?? target.baseUrl,
    notes: planNotes(target, why ?? broken[0]?.why),
    steps: [QUESTION, ...steps],
    calls: sent.map((one) => plannedCall(one, cancelled)),
  };
}

function planNotes(target: StandIn, why = ""): string[] {
  const { name, rules, settings, placed, headerNames = [] } = target;
  const { wait } = settings;
  const { pending, shipped, readOnly, disposable } = rules;
  const isShort = pending.length < PENDING_NEEDED || shipped.length === 0;
  const takesListed = disposable === true && !readOnly && isShort && !isEmbedded(name);
  return [
    placed && `Orders ${placed.join(", ")} stand for those that setup would place.`,
    takesListed &&
      "The run also cancels orders that the list shows: those of a mock stand for them. Where some have shipped, it takes others, and sends more.",
    wait > 0 && !isEmbedded(name) && "Before these calls, --wait asks for the list each second.",
    headerNames.length > 0 && `Each call also has these header fields: ${headerNames.join(", ")}.`,
    why !== "" && `The run ends early: ${why}`,
  ].filter((note) => typeof note === "string");
}

/** `cancelled`: the orders that the run cancels. */
function plannedCall(one: ObservedCall, cancelled: ReadonlySet<unknown>): PlannedCall {
  const { step, call } = one;
  const { method, path, query, credential, headers, body } = call;
  return {
    step,
    method,
    path,
    ...(query !== undefined && { query }),
    credential,
    key: CREDENTIALS[credential].name,
    ...(headers !== undefined && headers.length > 0 && { headers }),
    ...(body !== undefined && { body }),
    clauses: call.clauses ?? clausesOfCall(one, cancelled),
  };
}

/**
 * Returns the clauses of a call that no table has: those of the situation that the answer shows.
 * Returns none if the call belongs to no operation.
 */
function clausesOfCall(
  { call, status }: ObservedCall,
  cancelled: ReadonlySet<unknown>,
): readonly ClauseId[] {
  const { operation, orderId } = match(call.method, call.path);
  if (operation === undefined) return [];
  if (!isGood(call.credential)) return [operation.unauthorized.clause];
  // The contract does not say whether another spelling of the scheme is accepted.
  if (call.credential !== "good") return [];
  if (operation.id === "listOrders") return ["list-whole", "list-array"];
  if (orderId === undefined) return [];
  const isAgain = status !== 204 && cancelled.has(orderId);
  const situation = Object.values(operation.situations).find(
    ({ order, statuses }) => (order === "cancelled") === isAgain && statuses?.includes(status ?? 0),
  );
  return situation?.clause === undefined ? [] : [situation.clause];
}
