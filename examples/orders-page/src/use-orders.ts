/** The state of the orders page: the list, cancellations, and messages. */
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Failure, Order, OrdersApi } from "./orders-api.ts";

export interface Notice {
  readonly tone: "good" | "bad";
  readonly text: string;
}

export interface OrdersView {
  /** Undefined until they have been loaded. */
  readonly orders: readonly Order[] | undefined;
  readonly isLoading: boolean;
  /** Loading takes longer than users expect. */
  readonly isSlow: boolean;
  /** Ids that are being cancelled. */
  readonly cancelling: ReadonlySet<string>;
  /** Ids that are known to have shipped, because cancelling them was refused. */
  readonly shipped: ReadonlySet<string>;
  readonly notice: Notice | undefined;
  refresh(): void;
  cancel(id: string): void;
  dismiss(): void;
}

const SLOW_MS = 1500;

/** `onUnauthorized` is called when the key is refused. */
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
    const result = await api.list();
    clearTimeout(timer);
    setSlow(false);
    setLoading(false);
    if (result.ok) setOrders(result.value);
    else if (result.failure === "unauthorized") onUnauthorized();
    else setNotice({ tone: "bad", text: "The orders cannot be loaded right now." });
  }, [api, onUnauthorized]);

  useEffect(() => void load(), [load]);

  const cancel = async (id: string): Promise<void> => {
    setNotice(undefined);
    setCancelling((ids) => new Set(ids).add(id));
    const result = await api.cancel(id);
    setCancelling((ids) => new Set([...ids].filter((other) => other !== id)));
    if (!result.ok && result.failure === "unauthorized") return onUnauthorized();
    if (!result.ok && result.failure === "shipped") setShipped((ids) => new Set(ids).add(id));
    setNotice(
      result.ok
        ? { tone: "good", text: `Order ${id} is cancelled.` }
        : REFUSALS[result.failure](id),
    );
    // Whatever the outcome, show the current list.
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
  "not-found": (id) => ({
    tone: "bad",
    text: `Order ${id} does not exist any more. Someone else may have cancelled it.`,
  }),
  shipped: (id) => ({
    tone: "bad",
    text: `Order ${id} has already shipped and can no longer be cancelled.`,
  }),
  unavailable: (id) => ({
    tone: "bad",
    text: `The service did not respond. Order ${id} may or may not have been cancelled.`,
  }),
};
