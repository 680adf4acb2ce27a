/** Runs one check: sends its calls with patience, judges every response, and gathers what is found. */
import { type Acquaintance, acquaintanceOf } from "./acquaintance.ts";
import type { Check, CheckResult, Context, Setting } from "./check.ts";
import { evidenceOf } from "./evidence.ts";
import { type Call, type Exchange, header, type Send } from "./exchange.ts";
import { Findings } from "./findings.ts";
import { judgeResponse, operationOf } from "./judge.ts";
import { isListAnswer } from "./list-answer.ts";
import { Notebook } from "./notebook.ts";
import { judgeList, type OrderList } from "./order-list.ts";
import { Patience } from "./patience.ts";

/** Ends a check: nothing more can be judged. */
class NotJudged extends Error {}

/** Runs a check against whatever `send` reaches. Throws only when the check itself is broken. */
export async function runCheck(check: Check, send: Send, setting: Setting): Promise<CheckResult> {
  const startedAt = performance.now();
  const run = new Run(send, setting);
  let notJudged: string | undefined;
  try {
    await check.run(run);
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    notJudged = error.message;
  }
  return {
    check: check.id,
    findings: run.findings(),
    seen: run.notebook.seen(),
    ...(run.notebook.orders !== undefined && { orders: run.notebook.orders }),
    requests: run.requests,
    durationMs: Math.round(performance.now() - startedAt),
    timings: run.timings,
    ...(notJudged !== undefined && { notJudged }),
    ...(setting.keepTraffic && { traffic: run.exchanges.map((exchange) => evidenceOf(exchange)) }),
  };
}

class Run extends Findings implements Context {
  readonly readOnly: boolean;
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
  readonly baseUrl: string;
  readonly seed: number;
  readonly keepTraffic: boolean;
  readonly alone: boolean;
  requests = 0;
  readonly timings: Record<string, number[]> = {};
  readonly exchanges: Exchange[] = [];
  readonly notebook: Notebook;
  private readonly deployment: Acquaintance;
  private readonly patience: Patience;

  constructor(send: Send, setting: Setting) {
    super();
    this.deployment = acquaintanceOf(send);
    this.patience = new Patience(send, this.deployment, this);
    this.readOnly = setting.readOnly;
    this.pending = setting.pending;
    this.shipped = setting.shipped;
    this.baseUrl = setting.baseUrl;
    this.seed = setting.seed;
    this.keepTraffic = setting.keepTraffic;
    this.alone = setting.alone;
    this.notebook = new Notebook(setting);
  }

  async send(call: Call): Promise<Exchange> {
    const exchange = await this.patience.send(call);
    if (exchange.failure?.kind === "harness") throw new Error(exchange.failure.message);
    judgeResponse(exchange, this);
    if (exchange.response?.status === 204 && call.credential === "good" && call.method === "DELETE") {
      const id = this.pending.find((candidate) => call.path === `/store/orders/${candidate}`);
      if (id !== undefined) this.deployment.cancelled.add(id);
    }
    return exchange;
  }

  breakOff(): "once" | "always" {
    this.deployment.brokenOff++;
    return this.deployment.brokenOff > 1 && this.deployment.cancelled.size === 0 ? "always" : "once";
  }

  get cancelled(): readonly bigint[] {
    return [...this.deployment.cancelled];
  }

  get refusals(): Exchange[] {
    return this.deployment.refusals;
  }

  after(exchange: Exchange): Exchange | undefined {
    return this.patience.before(exchange);
  }

  /** Every exchange, the repeated ones too. */
  took(exchange: Exchange): void {
    if (exchange.failure?.kind === "forbidden") return;
    this.requests++;
    this.notebook.take(exchange, this.deployment.lastList?.list.sample ?? []);
    if (this.keepTraffic) this.exchanges.push(exchange);
    const operation = operationOf(exchange.call)?.id;
    if (operation === undefined) return;
    this.timings[operation] ??= [];
    this.timings[operation].push(Math.round(exchange.durationMs * 10) / 10);
  }

  async list(call: Partial<Call> = {}): Promise<OrderList | undefined> {
    const exchange = await this.send({ method: "GET", path: "/store/orders", credential: "good", ...call });
    return this.readList(exchange);
  }

  readList(exchange: Exchange): OrderList | undefined {
    const { response, failure } = exchange;
    if (!isListAnswer(exchange, this) || response === undefined || failure !== undefined) return undefined;
    // The same bytes say the same: a large list that does not move is judged once.
    const watch = [...this.pending, ...this.shipped];
    const last = this.deployment.lastList;
    if (
      last !== undefined &&
      last.watch === watch.join() &&
      sameBytes(last.body, response.body) &&
      !isCoded(exchange)
    ) {
      this.held("list-ok", "list-array", "auth-good-key", "body-json", "body-media-type");
      return { ...last.list, exchange };
    }
    const before = this.count;
    const list = judgeList(exchange, response, watch, this);
    if (list !== undefined) this.notebook.takeOrders(list);
    if (list !== undefined && this.count === before && !isCoded(exchange))
      this.deployment.lastList = { body: response.body, list, watch: watch.join() };
    return list;
  }

  notJudged(why: string): never {
    throw new NotJudged(why);
  }
}

function isCoded({ response }: Exchange): boolean {
  return response === undefined || header(response, "content-encoding") !== undefined;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && Buffer.compare(a, b) === 0);
}
