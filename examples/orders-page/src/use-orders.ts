/** The list and what became of it, as the page shows it. */
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Failure, Order, OrdersApi } from "./orders-api.ts";

export interface Notice {
  readonly tone: "good" | "bad";
  readonly text: string;
}

export interface OrdersView {
  /** Undefined until they have come for the first time. */
  readonly orders: readonly Order[] | undefined;
  readonly isLoading: boolean;
  /** The call takes longer than people expect. */
  readonly isSlow: boolean;
  /** Ids whose cancellation is under way. */
  readonly cancelling: ReadonlySet<string>;
  /** Ids that are known to have shipped, since cancelling them was refused. */
  readonly shipped: ReadonlySet<string>;
  readonly notice: Notice | undefined;
  refresh(): void;
  cancel(id: string): void;
  dismiss(): void;
}

const SLOW_MS = 1500;

/** `onUnauthorized` is called when the key is not, or no longer, good. */
export function useOrders(api: OrdersApi, onUnauthorized: () => void): OrdersView {
  const [orders, setOrders] = useState<readonly Order[]>();
  const [isLoading, setLoading] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [cancelling, setCancelling] = useState<ReadonlySet<string>>(new Set());
  const [shipped, setShipped] = useState<ReadonlySet<string>>(new Set());
  const [notice, setNotice] = useState<Notice>();

  const load = useCallback(async (): Promise<void> => {
    setLoading(true);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    const answer = await api.list();
    clearTimeout(timer);
    setSlow(false);
    setLoading(false);
    if (answer.ok) setOrders(answer.value);
    else if (answer.failure === "unauthorized") onUnauthorized();
    else setNotice({ tone: "bad", text: "The orders cannot be loaded right now." });
  }, [api, onUnauthorized]);

  useEffect(() => void load(), [load]);

  const cancel = async (id: string): Promise<void> => {
    setNotice(undefined);
    setCancelling((ids) => new Set(ids).add(id));
    const answer = await api.cancel(id);
    setCancelling((ids) => new Set([...ids].filter((other) => other !== id)));
    if (!answer.ok && answer.failure === "unauthorized") return onUnauthorized();
    if (!answer.ok && answer.failure === "shipped") setShipped((ids) => new Set(ids).add(id));
    setNotice(answer.ok ? { tone: "good", text: `Order ${id} is cancelled.` } : REFUSALS[answer.failure](id));
    // What the service says now is what counts, whatever the answer was.
    await load();
  };

  return {
    ...{ orders, isLoading, isSlow, cancelling, shipped, notice },
    refresh: () => {
      setNotice(undefined);
      void load();
    },
    cancel: (id) => void cancel(id),
    dismiss: () => setNotice(undefined),
  };
}

const REFUSALS: Readonly<Record<Failure, (id: string) => Notice>> = {
  unauthorized: () => ({ tone: "bad", text: "The API key is no longer accepted." }),
  "not-found": (id) => ({ tone: "bad", text: `Order ${id} does not exist any more: someone else was faster.` }),
  shipped: (id) => ({ tone: "bad", text: `Order ${id} has already shipped and can no longer be cancelled.` }),
  unavailable: (id) => ({
    tone: "bad",
    text: `Whether order ${id} was cancelled is not certain: the service did not answer.`,
  }),
};
