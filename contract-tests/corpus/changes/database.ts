/** Cancels as a service on a database does: by statements, over a pool of connections that are opened when they are needed. */
import { parameter, pause, type Request } from "../raw-http.ts";
import type { Base, Replacement } from "../variant.ts";

/** Milliseconds until a connection is open, and of one statement. */
const CONNECT_MS = 20;
const STATEMENT_MS = 1;
const POOL_SIZE = 10;

class Pool {
  private open = 0;
  private readonly idle: object[] = [];
  private readonly waiting: ((client: object) => void)[] = [];

  async use<T>(work: () => Promise<T>): Promise<T> {
    const client = await this.acquire();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(client);
      else next(client);
    }
  }

  private async acquire(): Promise<object> {
    const client = this.idle.pop();
    if (client !== undefined) return client;
    if (this.open === POOL_SIZE) return new Promise((resolve) => this.waiting.push(resolve));
    this.open++;
    await pause(CONNECT_MS);
    return {};
  }
}

/** `UPDATE … WHERE id AND state` when `isAtomic`, otherwise SELECT, and then UPDATE of a row that was pending. */
export function cancelsInDatabase(base: Base, { isAtomic }: { readonly isAtomic: boolean }): Replacement {
  const pool = new Pool();
  const cancel = async (request: Request) => {
    const text = parameter(request);
    const id = base.parseId(text);
    if (id === undefined) return base.malformedId(text);
    await pause(STATEMENT_MS);
    const order = base.find(id);
    if (order === undefined) return base.notFound(id);
    if (isAtomic || order.state !== "pending") return base.cancel(order, request);
    await pause(STATEMENT_MS);
    if (order.state === "pending") base.setState(order, "cancelled");
    return base.noContent(order);
  };
  return {
    answerAuthorized: (request) =>
      base.operationOf(request) === "cancel" ? pool.use(() => cancel(request)) : base.answerAuthorized(request),
  };
}
