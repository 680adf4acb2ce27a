/** Runs one check: sends its calls with patience, judges every response, and gathers what is found. */
import type { ClauseId } from "../spec/clauses/index.ts";
import type { Check, CheckResult, Context, FaultDetail, Finding, Setting } from "./check.ts";
import { evidenceOf } from "./evidence.ts";
import { type Call, type Exchange, header, isDeferral, type Send } from "./exchange.ts";
import { judgeResponse, operationOf } from "./judge.ts";
import { Notebook } from "./notebook.ts";
import { judgeList, type OrderList } from "./order-list.ts";

/** The longest that one Retry-After is honoured, and all of them in one check together. */
const MAX_WAIT_MS = 15_000;
const MAX_WAITS_MS = 60_000;
/** Evidence of one clause in one check: more would only repeat it. */
const MAX_EVIDENCE = 3;
/** Server errors that a repetition did not show again: so many are no accident. */
const FLUKES = 3;

/** What checks of one run learn of a deployment together, kept by its `send`. */
interface Acquaintance {
  /** Operations that did not answer in time, with the repetition: they are not waited for as long again. */
  readonly hanging: Set<string>;
  flukes: number;
  /** Cancellations of orders handed over that broke off before their answer and may have had their effect. */
  brokenOff: number;
  /** Orders handed over whose cancellation got its 204. */
  readonly cancelled: Set<bigint>;
  lastList?: { body: Uint8Array; list: OrderList; watch: string };
}
const acquaintances = new WeakMap<Send, Acquaintance>();

function acquaintanceOf(send: Send): Acquaintance {
  const known = acquaintances.get(send) ?? {
    hanging: new Set<string>(),
    flukes: 0,
    brokenOff: 0,
    cancelled: new Set<bigint>(),
  };
  acquaintances.set(send, known);
  return known;
}

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

class Run implements Context {
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
  private readonly transmit: Send;
  private readonly deployment: Acquaintance;
  private waited = 0;
  private readonly heldClauses = new Set<ClauseId>();
  private readonly others: Finding[] = [];
  private readonly evidenceCount = new Map<string, number>();
  private readonly retried = new WeakMap<Exchange, Exchange>();

  constructor(send: Send, setting: Setting) {
    this.transmit = send;
    this.deployment = acquaintanceOf(send);
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
    const exchange = await this.patient(call);
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

  after(exchange: Exchange): Exchange | undefined {
    return this.retried.get(exchange);
  }

  /** Waits where the deployment asks for it, and repeats once what broke in transport or in the server. */
  private async patient(call: Call): Promise<Exchange> {
    const first = await this.unhurried(call);
    const repeatable = this.isRepeatable(call, first);
    if (!repeatable) return first;
    const second = await this.unhurried(call);
    this.retried.set(second, first);
    const hung = first.failure?.kind === "timeout" && second.failure?.kind === "timeout";
    if (hung) this.deployment.hanging.add(kindOf(call));
    if (first.response !== undefined && first.failure === undefined && !isServerError(second)) this.noteFluke(first);
    return second;
  }

  private noteFluke(exchange: Exchange): void {
    const status = exchange.response?.status;
    this.advise("server-error-once", `A call got ${status} and, repeated, a documented answer.`, [exchange]);
    const operation = operationOf(exchange.call)?.id;
    if (++this.deployment.flukes < FLUKES || operation === undefined) return;
    const clause = {
      listOrders: "list-ok",
      cancelOrder: "cancel-unknown-not-found",
      getPet: "pets-unauthorized",
    } as const;
    this.violated(clause[operation], `Calls get ${status} again and again, and a documented answer when repeated.`, [
      exchange,
    ]);
  }

  /** A cancellation with the good key may have had its effect already; everything else can be asked again. */
  private isRepeatable(call: Call, exchange: Exchange): boolean {
    const { failure, response } = exchange;
    if (isDeferral(exchange)) return false;
    const mayTakeEffect = call.method === "DELETE" && this.pending.some((id) => call.path === `/store/orders/${id}`);
    if (failure !== undefined)
      return (
        ["reset", "malformed", "unreachable"].includes(failure.kind) ||
        (failure.kind === "timeout" && !this.deployment.hanging.has(kindOf(call)))
      );
    const operation = operationOf(call);
    // 502, 503 and 504 are a gateway's word, much like a connection that broke; 500 is the service's own.
    return (
      response !== undefined && [502, 503, 504].includes(response.status) && operation?.known === true && !mayTakeEffect
    );
  }

  /** One answer that is not "later". */
  private async unhurried(call: Call): Promise<Exchange> {
    for (let attempt = 0; ; attempt++) {
      const timeoutMs = this.deployment.hanging.has(kindOf(call)) ? 2_000 : undefined;
      const exchange = await this.transmit(timeoutMs === undefined ? call : { timeoutMs, ...call });
      this.note(exchange);
      const wait = retryAfter(exchange, attempt);
      if (wait === undefined || wait > MAX_WAIT_MS || this.waited + wait > MAX_WAITS_MS || attempt === 5)
        return exchange;
      if (exchange.response?.status === 429) this.observe("rate-limits", "limited");
      this.waited += wait;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  private note(exchange: Exchange): void {
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
    if (!this.isListAnswer(exchange) || response === undefined || failure !== undefined) return undefined;
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
    const findingsBefore = this.others.length;
    const list = judgeList(exchange, response, watch, this);
    if (list !== undefined) this.notebook.takeOrders(list);
    if (list !== undefined && this.others.length === findingsBefore && !isCoded(exchange))
      this.deployment.lastList = { body: response.body, list, watch: watch.join() };
    return list;
  }

  /** Whether the answer to a list call with the good key is one with a list; what is wrong about it is reported. */
  private isListAnswer(exchange: Exchange): boolean {
    const { response, failure, call } = exchange;
    if (failure?.kind === "forbidden") return false;
    if (failure !== undefined || response === undefined) {
      this.violated("list-ok", `The list does not arrive: ${failure?.message ?? "no response"}`, [exchange], {
        expected: "200 with the orders",
        received: failure?.message ?? "no response",
      });
      return false;
    }
    const { status } = response;
    if (isDeferral(exchange)) {
      this.unproven("list-ok", `The deployment puts the list off (${status}), longer than the gate waits.`);
      return false;
    }
    if (status === 200) {
      this.held("list-ok", "auth-good-key");
      return true;
    }
    if (status === 203) {
      this.advise("status-203", "The list comes with 203, which says that a proxy changed it.", [exchange]);
      this.held("auth-good-key");
      return true;
    }
    const ranged = call.headers?.some(([name]) => name.toLowerCase() === "range");
    if (ranged && (status === 206 || status === 416)) {
      this.advise("range-served", `A list call with Range gets ${status}; the contract always gives the whole list.`, [
        exchange,
      ]);
      return false;
    }
    if (call.query !== undefined && [400, 414, 422].includes(status)) {
      this.advise("query-refused", `A list call with an undeclared query parameter gets ${status}.`, [exchange]);
      return false;
    }
    if (call.headers !== undefined && status === 406) {
      this.advise("accept-refused", "A list call that accepts another media type gets 406.", [exchange]);
      return false;
    }
    this.violated(
      status === 401 ? "auth-good-key" : "list-ok",
      `Listing with the good key gets ${status}.`,
      [exchange],
      {
        expected: "200",
        received: String(status),
      },
    );
    return false;
  }

  held(...clauses: ClauseId[]): void {
    for (const clause of clauses) this.heldClauses.add(clause);
  }

  violated(clause: ClauseId, why: string, exchanges: readonly Exchange[], detail: FaultDetail = {}): void {
    const times = (this.evidenceCount.get(clause) ?? 0) + 1;
    this.evidenceCount.set(clause, times);
    if (times > MAX_EVIDENCE) return;
    const { expected, received } = detail;
    const evidence = exchanges.map((exchange, index) =>
      evidenceOf(exchange, index === exchanges.length - 1 ? detail : {}),
    );
    this.others.push({
      kind: "violated",
      clause,
      why,
      ...(expected !== undefined && { expected }),
      ...(received !== undefined && { received }),
      evidence,
    });
  }

  advise(id: string, why: string, exchanges: readonly Exchange[]): void {
    const times = (this.evidenceCount.get(id) ?? 0) + 1;
    this.evidenceCount.set(id, times);
    if (times > MAX_EVIDENCE) return;
    this.others.push({ kind: "advice", id, why, evidence: exchanges.map((exchange) => evidenceOf(exchange)) });
  }

  observe(silence: Parameters<Context["observe"]>[0], observed: string): void {
    this.others.push({ kind: "observed", silence, observed, at: Date.now() });
  }

  unproven(clause: ClauseId, why: string): void {
    this.others.push({ kind: "unproven", clause, why });
  }

  withheld(clause: ClauseId, why: string): void {
    this.others.push({ kind: "withheld", clause, why });
  }

  notJudged(why: string): never {
    throw new NotJudged(why);
  }

  findings(): Finding[] {
    const held = [...this.heldClauses].map((clause): Finding => ({ kind: "held", clause }));
    const seen = new Set<string>();
    const rest = this.others.filter((finding) => {
      if (finding.kind === "violated" || finding.kind === "advice") return true;
      const key = finding.kind === "observed" ? `${finding.silence} ${finding.observed}` : JSON.stringify(finding);
      return !seen.has(key) && seen.add(key);
    });
    return [...held, ...rest];
  }
}

function kindOf(call: Call): string {
  const kind = call.credential === "good" ? "good" : "bad";
  const operation = operationOf(call);
  return `${operation?.id ?? call.path} ${operation?.known} ${kind}`;
}

function isServerError({ response, failure }: Exchange): boolean {
  return failure !== undefined || (response !== undefined && response.status >= 500);
}

function isCoded({ response }: Exchange): boolean {
  return response === undefined || header(response, "content-encoding") !== undefined;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && Buffer.compare(a, b) === 0);
}

/** Milliseconds that a 429 or 503 asks to wait (RFC 9110, section 10.2.3), or undefined when it asks for nothing. */
function retryAfter({ response }: Exchange, attempt: number): number | undefined {
  if (response === undefined || (response.status !== 429 && response.status !== 503)) return undefined;
  const value = header(response, "retry-after");
  if (value === undefined) return response.status === 429 ? 500 * 2 ** attempt : undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? 1000 : Math.max(0, at - Date.now());
}
