/** What a run would send, call by call: the run is made against a mock of this process, and the target does not hear of it. */

import type { ClauseId } from "../spec/clauses/index.ts";
import { match } from "../spec/interface/match.ts";
import type { OutgoingCall } from "./client/calls.ts";
import { CREDENTIALS, isGood } from "./client/credentials.ts";
import type { Send } from "./client/exchange.ts";
import { runError } from "./errors/run.ts";
import { PENDING_NEEDED } from "./run/session/orders/provided-orders.ts";
import { stepsFor } from "./run/steps/index.ts";
import type { Step } from "./run/steps/step.ts";
import { openStandIn, type StandIn } from "./targets/open-target.ts";
import { isEmbedded } from "./targets/target.ts";
import { checkClauses, runAgainst, type VerifyOptions } from "./verify.ts";

export interface PlannedCall
  extends Pick<OutgoingCall, "method" | "path" | "query" | "credential" | "headers" | "body"> {
  /** The id of its step. */
  readonly step: string;
  /** The words for the credential. */
  readonly key: string;
  /** The clauses that it is for. */
  readonly clauses: readonly ClauseId[];
}

export interface PlannedRun {
  /** The name of the target, or its address. */
  readonly target: string;
  /** Sentences about what differs from the run itself, and what all calls share. */
  readonly notes: readonly string[];
  readonly steps: readonly Pick<Step, "id" | "title">[];
  /** In the order in which they are sent. */
  readonly calls: readonly PlannedCall[];
}

const QUESTION = { id: "target", title: "whether the target answers, and takes the key" } as const;

interface Sent {
  readonly step: string;
  readonly call: OutgoingCall;
  status?: number | undefined;
}

/**
 * Exact for a conforming service, but for ids that are drawn at random. No key is needed. Throws a UserError when the options or the
 * configuration are wrong.
 */
export async function planRun(options: VerifyOptions): Promise<PlannedRun> {
  const { only, signal } = options;
  checkClauses(only);
  const target = await openStandIn(options);
  const steps = stepsFor(only);
  const sent: Sent[] = [];
  let step: string = QUESTION.id;
  const send: Send = async (call) => {
    const one: Sent = { step, call };
    sent.push(one);
    const exchange = await target.send(call);
    one.status = exchange.response?.status;
    return exchange;
  };
  const onProgress: VerifyOptions["onProgress"] = ({ done }) => {
    step = steps[done]?.id ?? step;
  };
  // Nothing waits.
  const { rate: _, ...settings } = { ...target.settings, linger: 0 };
  const watched = { ...target, send, settings };
  const run = runAgainst(watched, { ...options, onProgress });
  const { why, broken } = await run.finally(target.close);
  if (signal?.aborted) throw runError("interrupted");
  const accepted = sent.filter(({ call, status }) => call.method === "DELETE" && status === 204);
  const cancelled = new Set(accepted.map(({ call }) => match(call.method, call.path).orderId));
  return {
    target: target.name ?? target.baseUrl,
    notes: notesOn(target, why ?? broken[0]?.why),
    steps: [QUESTION, ...steps],
    calls: sent.map((one) => plannedCall(one, cancelled)),
  };
}

function notesOn(target: StandIn, why = ""): string[] {
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
function plannedCall(one: Sent, cancelled: ReadonlySet<unknown>): PlannedCall {
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
    clauses: call.clauses ?? clausesOf(one, cancelled),
  };
}

/** The clauses of a call that no table has: those of the situation that the answer shows. None for one that is not of an operation. */
function clausesOf({ call, status }: Sent, cancelled: ReadonlySet<unknown>): readonly ClauseId[] {
  const { operation, orderId } = match(call.method, call.path);
  if (operation === undefined) return [];
  if (!isGood(call.credential)) return [operation.unauthorized.clause];
  // The contract is silent about another spelling of the scheme.
  if (call.credential !== "good") return [];
  if (operation.id === "listOrders") return ["list-whole", "list-array"];
  if (orderId === undefined) return [];
  const isAgain = status !== 204 && cancelled.has(orderId);
  const situation = Object.values(operation.situations).find(
    ({ order, statuses }) => (order === "cancelled") === isAgain && statuses?.includes(status ?? 0),
  );
  return situation?.clause === undefined ? [] : [situation.clause];
}
