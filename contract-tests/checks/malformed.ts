/** An orderId that is no integer: refused in whatever way, but it cancels nothing and breaks nothing (spec/rulings.md). */
import type { Check, Context } from "../check.ts";
import { type Exchange, isDeferral } from "../exchange.ts";
import { lists, type OrderList } from "../order-list.ts";
import { isForbidden, receivedOf, statusOf } from "./answers.ts";
import { cancel } from "./cancel.ts";
import { absentId } from "./ids.ts";

const CLAUSE = "cancel-malformed-refused";

export const cancelMalformed: Check = {
  id: "cancel-malformed",
  area: "cancel",
  title: "an orderId that is no integer is refused and breaks nothing",
  clauses: [CLAUSE],
  async run(context) {
    const list = await context.list();
    const absent = absentId(context, list, 6);
    for (const text of [
      "abc",
      `${absent}abc`,
      `${absent}.5`,
      "undefined",
      "null",
      "NaN",
      "%ff",
      "%c3%28",
      "%7B%7D",
      "a%00b",
      "%zz",
      "a".repeat(300),
    ])
      await judgeMalformed(context, text);
    const after = await context.send({ method: "GET", path: "/store/orders", credential: "good" });
    const status = statusOf(after) ?? 500;
    if (list === undefined || isForbidden(after) || isDeferral(after) || status < 500) return;
    context.violated(CLAUSE, `After orderIds that are no integers, listing gets ${receivedOf(after)}.`, [
      list.exchange,
      after,
    ]);
  },
};

/** Texts that a careless reader takes for an order's id. */
function textsLike(id: bigint): string[] {
  const hexadecimal = `${id < 0n ? "-" : ""}0x${(id < 0n ? -id : id).toString(16)}`;
  return [`${id}abc`, `${id}.3141592653`, `${id}e0`, hexadecimal, `abc${id}`, `${id},${id}`];
}

/**
 * Sends cancellations of a pending order with texts that only look like its id. False when one was carried out: the order is
 * then spent.
 */
export async function judgeTextsLike(context: Context, id: bigint, before: OrderList | undefined): Promise<boolean> {
  let last: Exchange | undefined;
  for (const text of textsLike(id)) {
    const { verdict, exchange } = await judgeMalformed(context, text);
    if (verdict === "carried out") return false;
    last = exchange;
  }
  const after = await context.list();
  if (last === undefined || before === undefined || after === undefined) return true;
  if (!lists(before, id) || lists(after, id) || after.withoutId > 0) return true;
  context.violated(CLAUSE, `After orderIds that only start like it, pending order ${id} is no longer listed.`, [
    last,
    after.exchange,
  ]);
  return false;
}

/** Sends a cancellation with such an id and reads the answer. */
async function judgeMalformed(
  context: Context,
  text: string,
): Promise<{ verdict: "refused" | "carried out"; exchange: Exchange }> {
  const exchange = await cancel(context, text);
  return { exchange, verdict: await readMalformed(context, text, exchange) };
}

async function readMalformed(context: Context, text: string, exchange: Exchange): Promise<"refused" | "carried out"> {
  if (isForbidden(exchange)) {
    if (text === "abc") context.withheld(CLAUSE, exchange.failure?.message ?? "");
    return "refused";
  }
  const status = statusOf(exchange);
  const what = `The malformed orderId ${text.length > 40 ? `${text.slice(0, 37)}…` : text}`;
  if (status === undefined) {
    await judgeSurvival(context, exchange, what);
    return "refused";
  }
  const why = `${what} gets ${status}.`;
  const detail = { expected: "a refusal (4xx)", received: String(status) };
  if (status < 400) {
    context.violated(CLAUSE, why, [exchange], detail);
    return status < 300 ? "carried out" : "refused";
  }
  if (status >= 500) {
    if (showsStack(exchange)) context.violated(CLAUSE, `${why} Its body shows a stack trace.`, [exchange], detail);
    else context.advise("malformed-server-error", `${why} The fault is the client's: 4xx says so.`, [exchange]);
    return "refused";
  }
  context.held(CLAUSE);
  const answers: Record<number, string> = { 404: "not-found", 400: "bad-request", 422: "unprocessable" };
  context.observe("malformed-id", answers[status] ?? String(status));
  return "refused";
}

/** No answer: advice when the service lives on, a violation when it is gone. */
async function judgeSurvival(context: Context, exchange: Exchange, what: string): Promise<void> {
  const why = `${what} gets ${receivedOf(exchange)}.`;
  for (let attempt = 0; attempt < 4; attempt++) {
    const alive = await context.send({ method: "GET", path: "/store/orders", credential: "good" });
    if (alive.response !== undefined)
      return context.advise("malformed-no-answer", `${why} The service lives on.`, [exchange]);
    if (attempt === 3)
      return context.violated(CLAUSE, `${why} After it the service no longer answers.`, [exchange, alive]);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Lines as the stack traces of common languages have them. */
const STACK = [
  /\bat [\w$.<>[\] ]+ ?\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\n]*:\d+/,
  /\bat [\w$./]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
  /\bat [\w.`<>[\]]+\([^)]*\) in [^\n]+:line \d+/,
  /Traceback \(most recent call last\)/,
  /File "[^"\n]+", line \d+/,
  /goroutine \d+ \[/,
  /#\d+ [^\n]+\.php\(\d+\)/,
  /\.rb:\d+:in [`']/,
];

function showsStack({ response }: Exchange): boolean {
  if (response === undefined) return false;
  const text = Buffer.from(response.body)
    .toString("utf8")
    .replaceAll(/\\[nt]/g, "\n")
    .replaceAll('\\"', '"');
  return STACK.some((pattern) => pattern.test(text));
}
