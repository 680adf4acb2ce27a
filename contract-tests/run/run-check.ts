/** Runs one check: gives it what it asks with, judges every response and every list, and collects the findings. */
import { createFindings, type RecordedCheck } from "../assertions/finding.ts";
import { asksForWholeList, assertNoPagination, expectListStatus } from "../assertions/list-response.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { expectOrderList } from "../assertions/order-list-body.ts";
import { assertResponse } from "../assertions/response.ts";
import type { Check, CheckContext } from "../checks/check.ts";
import { expectProvidedListed } from "../checks/list/list-whole.ts";
import { providedOrders } from "../checks/provided-orders.ts";
import { type Exchange, LIST_WITH_KEY, type OutgoingCall } from "../client/exchange.ts";
import { isGatewayAnswer } from "../ledger/moments.ts";
import type { Run } from "./run.ts";

/** Rejects when the check itself is broken. */
export async function runCheck(check: Check, run: Run): Promise<RecordedCheck> {
  const began = run.clock.now();
  const findings = createFindings();
  await check.run(createContext(check, run, untilTheEnd(findings.recorder, run)));
  return {
    check: check.id,
    findings: findings.list(),
    ...(run.end.why !== undefined && { runEnded: run.end.why }),
    durationMs: Math.round(run.clock.now() - began),
  };
}

/**
 * Once the run has ended because nothing answers any more, that a call got no answer says nothing about its clause. What ended the service
 * is an exception: a malformed id.
 */
function untilTheEnd(recorder: CheckContext["report"], { end }: Run): CheckContext["report"] {
  return {
    ...recorder,
    violated(clauses, why, exchanges, detail) {
      const last = exchanges.at(-1);
      const isAfterEnd = end.why !== undefined && last !== undefined && isGatewayAnswer(last);
      if (isAfterEnd && clauses !== "cancel-malformed-refused") recorder.unproven(clauses, end.why!);
      else recorder.violated(clauses, why, exchanges, detail);
    },
  };
}

function createContext({ id, priority }: Check, run: Run, report: CheckContext["report"]): CheckContext {
  const { config, ledger, clock, pace } = run;
  const transmit = run.sendFor(id);

  const send = async (call: OutgoingCall): Promise<Exchange> => {
    const exchange = await transmit(priority ? { ...call, priority } : call);
    if (exchange.failure?.kind === "harness") throw new Error(exchange.failure.message);
    assertResponse(exchange, report);
    return exchange;
  };

  const expectList = (exchange: Exchange): OrderList | undefined => {
    const { call, response } = exchange;
    const reading = ledger.readingOf(exchange);
    if (!expectListStatus(exchange, report) || response === undefined || reading === undefined) return undefined;
    const list = expectOrderList(exchange, response, reading, report);
    if (list === undefined || !asksForWholeList(call)) return list;
    assertNoPagination(exchange, response, list.count, report);
    expectProvidedListed(list, { ledger, config, report });
    return list;
  };

  const list: CheckContext["list"] = async (call = {}) => expectList(await send({ ...LIST_WITH_KEY, ...call }));

  return {
    ...{ config, ledger, report, send, list, expectList },
    orders: providedOrders(config),
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
  };
}
