/** What the result of a check says of its calls, and what the run learns from them. */
import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { cancellationOf } from "../checks/send-together.ts";
import type { Failure, OutgoingCall } from "../client/exchange.ts";
import {
  type Answer,
  errorAnswer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../testing/simulation/scripted-run.ts";
import type { CheckResult } from "./check-result.ts";

const LIST = { method: "GET", path: "/store/orders", credential: "good" } as const;
const TIMEOUT: Failure = { kind: "timeout", message: "no answer in time" };
const [FIRST, SECOND] = PENDING;
const FREE = 9_000_009n;
const WHOLE = listAnswer([...PENDING, SHIPPED]);
const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** Violations and advice. */
const faultsOf = ({ findings }: CheckResult): string[] =>
  findings.flatMap((one) => (one.kind === "violated" ? [one.clause] : one.kind === "advice" ? [one.id] : []));

test("requests, answers and timings count what was sent; what an id handed over as absent permits is not tried", async () => {
  const service = soundService();
  const listed = listAnswer([...PENDING, SHIPPED, FREE]);
  const { judge, state } = scriptedRun(
    (call) =>
      call.path === "/slow" || call.query
        ? TIMEOUT
        : call.path === LIST.path && call.credential === "good"
          ? listed
          : service(call),
    { absent: [FREE] },
  );
  const { requests, answers, timings, notTried, traffic, limitedBy, runEnded } = await judge(async (context) => {
    await context.listOrders();
    await context.send({ ...LIST, credential: "none" });
    for (const id of [FREE, FREE + 1n, "*"]) await context.send(cancellationOf(id));
    await context.send(cancellationOf(FIRST));
    // Each is sent twice.
    await context.send({ ...LIST, path: "/slow" });
    await context.send({ ...LIST, query: "limit=1" });
  });
  expect(requests).toBe(7);
  expect(answers).toEqual({ lists: 1, "lists without the key": 1 });
  expect(state.answers).toEqual(answers);
  expect(timings).toEqual({ listOrders: [12.3, 12.3, 12.3, 12.3], cancelOrder: [12.3] });
  expect(notTried).toEqual([
    { text: String(FREE), absentNeeded: [], absentListed: String(FREE) },
    { text: String(FREE + 1n), absentNeeded: [String(FREE + 1n)] },
  ]);
  expect([traffic, limitedBy, runEnded]).toEqual([undefined, undefined, undefined]);
});

test("a result has the replies, the fields of the orders and, where the run keeps it, the traffic", async () => {
  const { judge } = scriptedRun(soundService(), { keepTraffic: true });
  const {
    replies = [],
    orders,
    traffic = [],
    notTried,
  } = await judge(async (context) => {
    await context.listOrders();
    await context.send(cancellationOf(SHIPPED));
    await context.send(cancellationOf(FREE));
  });
  expect(replies.map(({ situation }) => situation)).toEqual(["list", "order-shipped"]);
  expect(orders?.fields.quantity).toEqual(["integer"]);
  expect(traffic.map(({ request }) => request.split("\n")[0])).toEqual([
    "GET https://staging.pets.example/v1/store/orders",
    `DELETE https://staging.pets.example/v1/store/orders/${SHIPPED}`,
  ]);
  expect(notTried).toHaveLength(1);
  const empty = await scriptedRun(() => listAnswer([])).judge(async (context) => void (await context.listOrders()));
  expect([empty.orders, empty.notTried]).toEqual([undefined, undefined]);
});

test("a result says which statuses the deployment asked to wait with, and why the run has ended", async () => {
  const limiting = scriptedRun((_, nth) => (nth === 0 ? { status: 429 } : listAnswer([])));
  const limited = await limiting.judge(async (context) => void (await context.listOrders()));
  expect([limited.limitedBy, limited.requests]).toEqual([[429], 2]);
  const short = scriptedRun(soundService(), { budget: { maxRequests: 1 } });
  const ended = await short.judge(async (context) => {
    await context.listOrders();
    await context.listOrders();
  });
  expect(ended.runEnded).toMatch(/^The budget of 1 requests/);
});

test("a defect of the gate breaks the check", async () => {
  const { judge } = scriptedRun(() => ({ kind: "harness", message: "the gate is broken" }));
  await expect(judge(async (context) => void (await context.listOrders()))).rejects.toThrow("the gate is broken");
});

/** What the run then knows of the order with the id FIRST. */
for (const [line, credential, status, effects] of [
  [`DELETE /store/orders/${FIRST}`, "good", 204, ["attempted", "named", "cancelled"]],
  [`DELETE /store/orders/${FIRST}`, "good", 500, ["attempted", "named"]],
  [`DELETE /store/orders/${FIRST}xyz`, "good", 404, ["attempted"]],
  [`DELETE /store/orders/${FIRST}xyz`, "good", 204, ["attempted", "named"]],
  [`DELETE /store/orders/${FIRST}`, "wrong", 401, ["refused"]],
  [`DELETE /store/orders/${FIRST}`, "wrong", 204, ["attempted", "named", "refused"]],
  [`DELETE /store/orders/${FIRST}`, "wrong", undefined, []],
  [`DELETE /store//orders/${FIRST}`, "none", 401, []],
  [`DELETE /store//orders/${FIRST}`, "none", 204, ["attempted", "named"]],
  [`GET /store/orders/${FIRST}`, "good", 200, []],
  [`GET /store/orders/${FIRST}`, "wrong", 401, []],
] as const)
  test(`${line} with the key "${credential}" and the answer ${status}: ${effects.join(", ") || "no effect"}`, async () => {
    const [method = "", path = ""] = line.split(" ");
    const answer: Answer = status === undefined ? TIMEOUT : { status };
    const { judge, state } = scriptedRun((call) => (call.path === path ? answer : WHOLE));
    await judge(async (context) => {
      await context.listOrders();
      await context.send({ method, path, credential });
    });
    const { attemptedIds, namedIds, cancelledIds, firstEffects, isQuiet } = state;
    const found = {
      attempted: attemptedIds.has(FIRST),
      named: namedIds.has(FIRST),
      cancelled: cancelledIds.has(FIRST) && firstEffects.cancelled !== undefined,
      refused: firstEffects.refused !== undefined,
    };
    expect(Object.entries(found).flatMap(([name, isSo]) => (isSo ? [name] : []))).toEqual(effects);
    expect(isQuiet).toBe(method === "GET" || credential !== "good");
    expect([...attemptedIds, ...namedIds].filter((id) => id !== FIRST)).toEqual([]);
  });

test("a cancellation that the guard refuses is no attempt", async () => {
  const { judge, state } = scriptedRun(soundService(), { readOnly: true });
  await judge(async (context) => void (await context.send(cancellationOf(FIRST))));
  expect([state.attemptedIds.size, state.isQuiet]).toEqual([0, true]);
});

test("a shipped order that is cancelled is missing from lists by right", async () => {
  const { judge, state } = scriptedRun(({ method }) => (method === "DELETE" ? { status: 204 } : listAnswer(PENDING)));
  await judge(async (context) => void (await context.send(cancellationOf(SHIPPED))));
  expect([...state.attemptedIds]).toEqual([SHIPPED]);
  expect([...state.cancelledIds]).toEqual([]);
});

test("a run lingers until some time after its first effects, and not without any", async () => {
  const { judge, waits } = scriptedRun(soundService(), { lingerMs: 5000 });
  await judge(async (context) => {
    await context.linger();
    await context.send(cancellationOf(FIRST));
    await context.wait(2000);
    await context.send({ ...cancellationOf(SECOND), credential: "wrong" });
    await context.wait(4999);
    await context.send(cancellationOf(SECOND));
    await context.send({ ...cancellationOf(SECOND), credential: "wrong" });
    await context.linger();
    await context.linger();
  });
  expect(waits).toEqual([2000, 4999, 1]);
  const brief = scriptedRun(soundService());
  await brief.judge(async (context) => {
    await context.send(cancellationOf(FIRST));
    await context.linger();
  });
  expect(brief.waits).toEqual([]);
});

/** The lists of a run, with these answers, and the findings of a check that asks for each of them. */
async function listed(calls: readonly Partial<OutgoingCall>[], ...answers: readonly Answer[]) {
  const scripted = scriptedRun((_, nth) => answers[nth] ?? TIMEOUT);
  const counts: (number | undefined)[] = [];
  const result = await scripted.judge(async (context) => {
    for (const call of calls) counts.push((await context.listOrders(call))?.count);
  });
  return { counts, faults: faultsOf(result), result, ...scripted };
}

const PAGE = { ...listAnswer(PENDING), headers: [JSON_TYPE, ["Link", '</p>; rel="next"']] } as const;

test("only a list that is asked for as a whole is held against the orders, and must not be a page", async () => {
  const whole = await listed([{}], PAGE);
  expect([whole.counts, whole.faults]).toEqual([[4], ["list-unpaged", "list-whole"]]);
  expect(whole.state.lists.first?.count).toBe(4);
  const part = await listed([{ query: "limit=4" }], PAGE);
  expect([part.counts, part.faults]).toEqual([[4], []]);
  expect(part.state.lists.first).toBeUndefined();
  const refused = await listed([{}], errorAnswer(404));
  expect([refused.counts, refused.faults]).toEqual([[undefined], ["list-ok"]]);
});

test("a list that is known is judged as one that is read", async () => {
  const compressed = [JSON_TYPE, ["Content-Encoding", "gzip"]] as const;
  const packed = gzipSync(WHOLE.body);
  const faulty = { body: WHOLE.body.replace("false", "null") };
  for (const [answers, counts, faults] of [
    [[WHOLE, WHOLE], [5, 5], []],
    [[WHOLE, { ...WHOLE, headers: [["Content-Type", "text/html"]] }], [5, 5], ["body-media-type"]],
    [
      [WHOLE, { ...WHOLE, headers: compressed }],
      [5, undefined],
      ["compression-unasked", "body-json"],
    ],
    [[{ body: packed, headers: compressed }, { body: packed }], [5, undefined], ["body-json"]],
    [
      [faulty, faulty],
      [5, 5],
      ["order-complete", "order-complete"],
    ],
  ] as const) {
    const found = await listed([{ headers: [["Accept-Encoding", "gzip"]] }, {}], ...answers);
    expect([found.counts, found.faults]).toEqual([counts, faults]);
  }
});

test("a check on a list that is known proves what one that reads it does", async () => {
  const { judge, state } = await listed([{}], WHOLE, WHOLE, listAnswer([FIRST, SHIPPED]));
  const { findings } = await judge(async (context) => void (await context.listOrders()));
  const held = findings.flatMap((one) => (one.kind === "held" ? [one.clause] : []));
  expect(held.toSorted()).toEqual(["auth-good-key", "body-json", "body-media-type", "list-array", "list-ok"]);
  await judge(async (context) => void (await context.listOrders()));
  expect([...(state.lastList?.list.watched.keys() ?? [])]).toEqual([FIRST, SHIPPED]);
});

test("XML that a request asks for has no orders, also where its bytes are known", async () => {
  const xml = { ...WHOLE, headers: [["Content-Type", "application/xml"]] } as const;
  const { counts, faults } = await listed([{}, { headers: [["Accept", "application/xml"]] }], WHOLE, xml);
  expect([counts, faults]).toEqual([[5, undefined], ["xml-on-request"]]);
});

test("a drawn id is one that no listed order has", async () => {
  const drawn: bigint[] = [];
  for (const orders of [[], drawn])
    await scriptedRun(() => listAnswer([...PENDING, SHIPPED, ...orders])).judge(async (context) => {
      await context.listOrders();
      drawn.push(BigInt(context.draw("{drawn}")));
    });
  expect(drawn[1]).not.toBe(drawn[0]);
});

test("cancellations that get no response twice, and never 204, always get none", async () => {
  const { judge } = scriptedRun(soundService());
  await judge(async (context) => {
    const count = () => context.countInterruptedCancellation();
    expect([count(), count()]).toEqual(["once", "always"]);
    await context.send(cancellationOf(FIRST));
    expect(count()).toBe("once");
  });
});
