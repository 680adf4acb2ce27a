/**
 * Cancels like a service with a database: by statements, over a pool of connections that open on
 * demand.
 */
import { parameter, pause, type Request } from "../raw-http.ts";
import type { Base, Replacement } from "../variant.ts";

/** Milliseconds to open a connection, and to run a statement. */
const CONNECT_MS = 20;
const STATEMENT_MS = 1;
const POOL_SIZE = 10;

function pool() {
  let [open, idle] = [0, 0];
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (idle > 0) idle--;
    else if (open === POOL_SIZE) await new Promise<void>((resolve) => waiting.push(resolve));
    else {
      open++;
      await pause(CONNECT_MS);
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) idle++;
      else next();
    }
  };
}

/**
 * `isAtomic` runs `UPDATE … WHERE id AND state`; otherwise a SELECT, then an UPDATE of a row that
 * was pending.
 */
export function cancelsInDatabase(
  base: Base,
  { isAtomic }: { readonly isAtomic: boolean },
): Replacement {
  const connected = pool();
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
      base.operationOf(request) === "cancelOrder"
        ? connected(() => cancel(request))
        : base.answerAuthorized(request),
  };
}
