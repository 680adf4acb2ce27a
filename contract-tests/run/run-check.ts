/** Runs one check: sends its calls, judges every response, and collects the findings. */
import { expectMediaType } from "../assertions/body.ts";
import { knownList } from "../assertions/known-list.ts";
import { expectListStatus } from "../assertions/list-status.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { expectOrderList } from "../assertions/order-list-body.ts";
import { asksForWholeList, assertNoPagination } from "../assertions/pagination.ts";
import { assertResponse, operationOf } from "../assertions/response.ts";
import type { AnswerKind } from "../checks/answer-kinds.ts";
import { isSuccess } from "../checks/answer-status.ts";
import type { Check, CheckContext } from "../checks/check.ts";
import { expectHandedOverListed } from "../checks/list/expect-listed.ts";
import { orderPath } from "../checks/order-ids.ts";
import {
  type Exchange,
  header,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
  type Response,
} from "../client/exchange.ts";
import { drawText } from "../safety/drawn-ids.ts";
import { callsAtOnce } from "../safety/guard.ts";
import { idInterpretations } from "../safety/id-interpretations.ts";
import { refusal } from "../safety/policy.ts";
import { answerKindOf } from "./answer-kind.ts";
import type { CheckResult, NotTried } from "./check-result.ts";
import { evidenceOf } from "./evidence.ts";
import { createFindings } from "./findings.ts";
import { Observations } from "./observations.ts";
import { createRetry } from "./retry.ts";
import type { Run } from "./run.ts";

/** Rejects when the check itself is broken. */
export async function runCheck(check: Check, run: Run): Promise<CheckResult> {
  const began = performance.now();
  const { config, state, clock } = run;
  const { baseUrl, seed, readOnly, pending, shipped, absent, sharded = false, lingerMs = 0 } = config;
  const findings = createFindings();
  const { recorder } = findings;
  const observations = new Observations(config);
  const exchanges: Exchange[] = [];
  const notTried: NotTried[] = [];
  const timings: Record<string, number[]> = {};
  const answers: Partial<Record<AnswerKind, number>> = {};
  let requests = 0;

  const record = (exchange: Exchange): void => {
    if (exchange.failure?.kind === "forbidden") return recordNotTried(exchange.call);
    requests++;
    observations.add(exchange, state.lastList?.list.sample ?? []);
    if (config.keepTraffic) exchanges.push(exchange);
    const kind = exchange.failure === undefined ? answerKindOf(exchange.call, config, state) : undefined;
    if (kind !== undefined) for (const counts of [answers, state.answers]) counts[kind] = (counts[kind] ?? 0) + 1;
    const operation = operationOf(exchange.call)?.id;
    if (operation === undefined) return;
    timings[operation] ??= [];
    timings[operation].push(Math.round(exchange.durationMs * 10) / 10);
  };
  const recordNotTried = (call: OutgoingCall): void => {
    const { absentNeeded = [], absentListed } = refusal(call, config, state.guard) ?? {};
    if (absentNeeded.length === 0 && absentListed === undefined) return;
    notTried.push({
      text: orderText(call),
      absentNeeded: absentNeeded.map(String),
      ...(absentListed !== undefined && { absentListed: String(absentListed) }),
    });
  };
  const retry = createRetry(run, recorder, record);

  const send = async (call: OutgoingCall): Promise<Exchange> => {
    if (call.method === "DELETE" && refusal(call, config, state.guard) === undefined) {
      if (call.credential === "good") recordAttempt(call);
      if (!isWithoutEffect(call)) state.possibleEffects++;
    }
    const exchange = await retry.send(call);
    const { failure, response } = exchange;
    if (failure?.kind === "harness") throw new Error(failure.message);
    assertResponse(exchange, recorder);
    recordEffect(call, response?.status);
    if (response?.status === 401 && call.path === LIST_CALL.path && call.query === undefined && !call.headers)
      state.refusedCredentials.add(call.credential);
    if (call.method === "DELETE" && isSuccess(exchange))
      for (const id of wronglyCancelled(call)) for (const ids of [state.attemptedIds, state.namedIds]) ids.add(id);
    return exchange;
  };

  const isWithoutEffect = (call: OutgoingCall): boolean =>
    [...state.guard.drawn, ...absent, ...state.cancelledIds].some((id) => call.path === orderPath(id));

  const recordEffect = ({ method, path, credential }: OutgoingCall, status: number | undefined): void => {
    const id = method === "DELETE" ? pending.find((one) => path === orderPath(one)) : undefined;
    if (id === undefined || status === undefined) return;
    if (credential !== "good") state.firstEffects.refused ??= clock.now();
    else if (status === 204) {
      state.cancelledIds.add(id);
      state.firstEffects.cancelled ??= clock.now();
    }
  };

  const linger = async (): Promise<void> => {
    // Without any effect this is -Infinity.
    const left = Math.max(...Object.values(state.firstEffects)) + lingerMs - clock.now();
    if (left > 0) await clock.sleep(left);
  };

  /** Orders that a call has cancelled, also where it should have been refused: that they are gone is no fault of another call. */
  const wronglyCancelled = ({ path }: OutgoingCall): bigint[] =>
    [...pending, ...shipped].filter((id) => path.split(/[^\d-]+/).includes(String(id)));

  /** Before the call is sent, because a list may arrive before its response. Its text may be read carelessly. */
  const recordAttempt = (call: OutgoingCall): void => {
    state.isQuiet = false;
    const interpretations = idInterpretations(orderText(call));
    for (const id of pending) {
      if (interpretations.has(id)) state.attemptedIds.add(id);
      if (call.path === orderPath(id)) state.namedIds.add(id);
    }
  };

  const expectList = (exchange: Exchange): OrderList | undefined => {
    const { response } = exchange;
    if (!expectListStatus(exchange, recorder) || response === undefined) return undefined;
    const list = readList(exchange, response);
    if (list === undefined || !asksForWholeList(exchange.call)) return list;
    assertNoPagination(exchange, list.count, recorder);
    state.lists.add(list, state.isQuiet);
    expectHandedOverListed(context, list);
    return list;
  };

  /** A body that is known is not read again; what depends on header fields is judged of every response. */
  const readList = (exchange: Exchange, response: Response): OrderList | undefined => {
    const { body } = response;
    const isCoded = header(response, "content-encoding") !== undefined;
    const known = state.lastList && !isCoded ? knownList(state.lastList, body, exchange) : undefined;
    if (known !== undefined) {
      recorder.held("list-array", "body-json");
      if (known.keys !== state.lastList?.list.keys) state.lastList = { body, list: known };
      return expectMediaType(exchange, response, recorder) ? known : undefined;
    }
    const before = findings.faults();
    const list = expectOrderList(exchange, response, [...pending, ...shipped], recorder);
    if (list === undefined) return undefined;
    observations.addList(list);
    const isFaultless = findings.faults() === before;
    if (isFaultless && !isCoded) state.lastList = { body, list };
    return list;
  };

  const context: CheckContext = {
    ...{ baseUrl, seed, readOnly, pending, shipped, absent, sharded },
    ...recorder,
    lists: state.lists,
    attemptedIds: state.attemptedIds,
    namedIds: state.namedIds,
    cancelledIds: state.cancelledIds,
    drawnIds: state.guard.drawn,
    answers: state.answers,
    refusedCredentials: state.refusedCredentials,
    get sent() {
      return state.guard.sent;
    },
    refusedCancellations: state.refusedCancellations,
    parallelCancellations: state.parallelCancellations,
    interruptedIds: state.interruptedIds,
    get parallel() {
      return callsAtOnce(config, state.guard);
    },
    send,
    wait: (ms) => clock.sleep(ms),
    linger,
    draw: (text, twinOf) =>
      drawText(text, {
        seed,
        drawn: state.guard.drawn,
        isAllowed: (segment) =>
          refusal({ method: "DELETE", path: orderPath(segment), credential: "good" }, config, state.guard) ===
          undefined,
        twinOf,
      }),
    firstAttempt: retry.firstAttempt,
    countInterruptedCancellation: () => {
      state.interruptedCancellations++;
      return state.interruptedCancellations > 1 && state.cancelledIds.size === 0 ? "always" : "once";
    },
    listOrders: async (call = {}) => {
      const { possibleEffects } = state;
      const exchange = await send({ ...LIST_WITH_KEY, ...call });
      const list = expectList(exchange);
      if (list !== undefined && asksForWholeList(exchange.call)) state.lists.current = { list, possibleEffects };
      return list;
    },
    currentList: async () =>
      state.lists.current?.possibleEffects === state.possibleEffects && !sharded
        ? state.lists.current.list
        : context.listOrders(),
    ensureList: async () => {
      if (state.guard.list === undefined) await context.listOrders();
    },
    expectList,
  };
  await check.run(context);
  return {
    check: check.id,
    findings: findings.list(),
    ...(state.guard.ended !== undefined && { runEnded: state.guard.ended }),
    replies: observations.replies(),
    ...(observations.orders !== undefined && { orders: observations.orders }),
    ...(notTried.length > 0 && { notTried }),
    ...(retry.limitedBy.size > 0 && { limitedBy: [...retry.limitedBy] }),
    answers,
    requests,
    durationMs: Math.round(performance.now() - began),
    timings,
    ...(config.keepTraffic && { traffic: exchanges.map((exchange) => evidenceOf(exchange)) }),
  };
}

/** What is in the place of the orderId. */
function orderText({ path }: OutgoingCall): string {
  return path.slice(orderPath("").length);
}
