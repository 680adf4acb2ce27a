/** Runs one check: gives it what it asks with, judges every response and every list, and collects the findings. */
import { createFindings, type RecordedCheck, type Recorder } from "../assertions/finding.ts";
import {
  asksForWholeList,
  assertNoPagination,
  expectListStatus,
} from "../assertions/list-response.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { expectOrderList } from "../assertions/order-list-body.ts";
import { assertResponse } from "../assertions/response.ts";
import type { Check, CheckContext, Conclusion } from "../checks/check.ts";
import { expectProvidedListed } from "../checks/list/list-whole.ts";
import { CALLS_OF_A_RUN, callsAfter, type Step } from "../checks/plan.ts";
import { providedOrders } from "../checks/provided-orders.ts";
import { type Exchange, LIST_WITH_KEY, type OutgoingCall } from "../client/exchange.ts";
import { isGatewayAnswer } from "../ledger/moments.ts";
import type { Run } from "./run.ts";

/** Rejects when the check itself is broken. */
export async function runCheck(step: CheckStep, run: Run): Promise<RecordedCheck> {
  const { check } = step;
  const began = run.clock.now();
  const findings = createFindings();

  await check.run(createContext(step, run, untilTheEnd(findings.recorder, run)));

  return {
    check: check.id,
    findings: findings.list(),
    ...(run.end.why !== undefined && { runEnded: run.end.why }),
    durationMs: Math.round(run.clock.now() - began),
  };
}

/** What a check that did not get its turn can say of the calls of others; undefined when that is nothing. */
export function concludeEarly(check: Check, run: Run): RecordedCheck | undefined {
  if (check.concludeEarly === undefined) return undefined;
  const findings = createFindings();
  check.concludeEarly(conclusionOf(run, findings.recorder));
  return { check: check.id, findings: findings.list(), durationMs: 0 };
}

/** What of a step one check needs to know. */
type CheckStep = Pick<Step, "check" | "goesFirst">;

function conclusionOf({ config, ledger }: Run, report: Recorder): Conclusion {
  return { config, ledger, report, orders: providedOrders(config) };
}

/**
 * Once the run has ended because nothing answers any more, that a call got no answer says nothing about its clause. What ended the service
 * is an exception: a malformed id.
 */
function untilTheEnd(recorder: Recorder, { end }: Run): Recorder {
  return {
    ...recorder,
    violated(clauses, why, exchanges, detail) {
      const last = exchanges.at(-1);
      const isAfterEnd = end.why !== undefined && last !== undefined && isGatewayAnswer(last);
      if (isAfterEnd && clauses !== "cancel-malformed-refused")
        recorder.unproven(clauses, end.why!);
      else recorder.violated(clauses, why, exchanges, detail);
    },
  };
}

function createContext({ check, goesFirst }: CheckStep, run: Run, report: Recorder): CheckContext {
  const { config, ledger, clock, pace } = run;
  const transmit = run.sendFor(check.id);

  const send = async (call: OutgoingCall): Promise<Exchange> => {
    const exchange = await transmit(goesFirst ? { ...call, priority: true } : call);
    if (exchange.failure?.kind === "harness") throw new Error(exchange.failure.message);
    assertResponse(exchange, report);
    return exchange;
  };

  const expectList = (exchange: Exchange): OrderList | undefined => {
    const { call, response } = exchange;
    const reading = ledger.readingOf(exchange);
    if (!expectListStatus(exchange, report) || response === undefined || reading === undefined)
      return undefined;
    const list = expectOrderList(exchange, response, reading, report);
    if (list === undefined || !asksForWholeList(call)) return list;
    assertNoPagination(exchange, response, list.count, report);
    expectProvidedListed(list, { ledger, config, report });
    return list;
  };

  const list: CheckContext["list"] = async (call = {}) =>
    expectList(await send({ ...LIST_WITH_KEY, ...call }));

  return {
    ...conclusionOf(run, report),
    send,
    list,
    expectList,
    currentList: async () => (config.sharded ? undefined : ledger.currentList()) ?? list(),
    draw: (text, sameLow32As) => ledger.draw(text, config, sameLow32As),
    wait: (ms) => clock.sleep(ms),
    settle: async () => {
      const left = ledger.settledAt() - clock.now();
      if (left > 0) await clock.sleep(left);
    },
    get parallel() {
      return pace.parallel();
    },
    get callsLeft() {
      return CALLS_OF_A_RUN - callsAfter(check) - ledger.entries.length;
    },
  };
}
