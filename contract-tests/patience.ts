/** Sends a call as a patient client does: waits where it is asked to, and repeats once what broke. */
import type { Acquaintance } from "./acquaintance.ts";
import type { Context } from "./check.ts";
import { type Call, type Exchange, header, isDeferral, type Send } from "./exchange.ts";
import { operationOf } from "./judge.ts";

/** The longest that one Retry-After is honoured, and all of them in one check together. */
const MAX_WAIT_MS = 15_000;
const MAX_WAITS_MS = 60_000;
/** Server errors that a repetition did not show again: so many are no accident. */
const FLUKES = 3;

/** The run of a check, which is told of every exchange, the repeated ones too. */
interface Asker extends Pick<Context, "pending" | "advise" | "violated" | "observe"> {
  took(exchange: Exchange): void;
}

export class Patience {
  private readonly transmit: Send;
  private readonly deployment: Acquaintance;
  private readonly run: Asker;
  private waited = 0;
  private readonly repetitions = new WeakMap<Exchange, Exchange>();

  constructor(transmit: Send, deployment: Acquaintance, run: Asker) {
    this.transmit = transmit;
    this.deployment = deployment;
    this.run = run;
  }

  /** The exchange before, when `exchange` is its repetition. */
  before(exchange: Exchange): Exchange | undefined {
    return this.repetitions.get(exchange);
  }

  /** Waits where the deployment asks for it, and repeats once what broke in transport or in the server. */
  async send(call: Call): Promise<Exchange> {
    const first = await this.unhurried(call);
    const repeatable = this.isRepeatable(call, first);
    if (!repeatable) return first;
    const second = await this.unhurried(call);
    this.repetitions.set(second, first);
    const hung = first.failure?.kind === "timeout" && second.failure?.kind === "timeout";
    if (hung) this.deployment.hanging.add(kindOf(call));
    if (first.response !== undefined && first.failure === undefined && !isServerError(second)) this.noteFluke(first);
    return second;
  }

  private noteFluke(exchange: Exchange): void {
    const status = exchange.response?.status;
    this.run.advise("server-error-once", `A call got ${status} and, repeated, a documented answer.`, [exchange]);
    const operation = operationOf(exchange.call)?.id;
    if (++this.deployment.flukes < FLUKES || operation === undefined) return;
    const clause = {
      listOrders: "list-ok",
      cancelOrder: "cancel-unknown-not-found",
      getPet: "pets-unauthorized",
    } as const;
    this.run.violated(
      clause[operation],
      `Calls get ${status} again and again, and a documented answer when repeated.`,
      [exchange],
    );
  }

  /** A cancellation with the good key may have had its effect already; everything else can be asked again. */
  private isRepeatable(call: Call, exchange: Exchange): boolean {
    const { failure, response } = exchange;
    if (isDeferral(exchange)) return false;
    const mayTakeEffect =
      call.method === "DELETE" && this.run.pending.some((id) => call.path === `/store/orders/${id}`);
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
      this.run.took(exchange);
      const wait = retryAfter(exchange, attempt);
      if (wait === undefined || wait > MAX_WAIT_MS || this.waited + wait > MAX_WAITS_MS || attempt === 5)
        return exchange;
      if (exchange.response?.status === 429) this.run.observe("rate-limits", "limited");
      this.waited += wait;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
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

/** Milliseconds that a 429 or 503 asks to wait (RFC 9110, section 10.2.3), or undefined when it asks for nothing. */
function retryAfter({ response }: Exchange, attempt: number): number | undefined {
  if (response === undefined || (response.status !== 429 && response.status !== 503)) return undefined;
  const value = header(response, "retry-after");
  if (value === undefined) return response.status === 429 ? 500 * 2 ** attempt : undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? 1000 : Math.max(0, at - Date.now());
}
