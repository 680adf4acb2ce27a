import { useMemo, useState } from "preact/hooks";
import { CancelDialog } from "./CancelDialog.tsx";
import { OrderRow } from "./OrderRow.tsx";
import type { Order, OrdersApi } from "./orders-api.ts";
import { useOrders } from "./use-orders.ts";

interface OrdersPageProps {
  readonly api: OrdersApi;
  readonly onUnauthorized: () => void;
}

/** The service lists all orders at once, possibly 100,000. They are shown in steps. */
const STEP = 100;

export function OrdersPage({ api, onUnauthorized }: OrdersPageProps) {
  const view = useOrders(api, onUnauthorized);
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(STEP);
  const [orderToCancel, setOrderToCancel] = useState<Order>();
  const { orders, isLoading, isSlow, cancelling, shipped, notice } = view;
  const found = useMemo(
    () => sorted(orders ?? []).filter((order) => matches(order, search)),
    [orders, search],
  );

  return (
    <>
      <div class="tools">
        <h2>
          Orders{" "}
          {orders !== undefined && <span class="count">{found.length.toLocaleString("en")}</span>}
        </h2>
        <label>
          <span class="visually-hidden">Search by order or pet</span>
          <input
            type="search"
            placeholder="Search by order or pet"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
          />
        </label>
        <button type="button" class="plain" disabled={isLoading} onClick={view.refresh}>
          {isLoading ? "Loading…" : "Refresh"}
        </button>
      </div>

      <div class="messages" aria-live="polite">
        {isSlow && <p class="notice">The service takes longer than usual…</p>}
        {notice !== undefined && (
          <p class={`notice ${notice.tone}`}>
            {notice.text}
            <button type="button" class="plain" onClick={view.dismiss}>
              Dismiss
            </button>
          </p>
        )}
      </div>

      {orders === undefined && isLoading && <Skeleton />}
      {orders !== undefined && found.length === 0 && (
        <p class="card empty">
          {orders.length === 0 ? "There are no orders." : "No order matches the search."}
        </p>
      )}
      {found.length > 0 && (
        <ul class="card orders" aria-label="Orders">
          {found.slice(0, shown).map((order, index) => (
            <OrderRow
              key={order.id ?? `without id ${index}`}
              order={order}
              isCancelling={order.id !== undefined && cancelling.has(order.id)}
              isShipped={order.id !== undefined && shipped.has(order.id)}
              onCancel={() => setOrderToCancel(order)}
            />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <button type="button" class="plain more" onClick={() => setShown(shown + STEP)}>
          Show more ({(found.length - shown).toLocaleString("en")} left)
        </button>
      )}

      {orderToCancel !== undefined && (
        <CancelDialog
          order={orderToCancel}
          onAnswer={(isSure) => {
            setOrderToCancel(undefined);
            if (isSure && orderToCancel.id !== undefined) view.cancel(orderToCancel.id);
          }}
        />
      )}
    </>
  );
}

const Skeleton = () => (
  <div class="card orders skeleton" aria-hidden="true">
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} class="order" />
    ))}
  </div>
);

/** By ship date, since the service does not define the order of the list; orders without a date come last. */
function sorted(orders: readonly Order[]): Order[] {
  const time = ({ shipDate }: Order): number =>
    shipDate === undefined ? Number.POSITIVE_INFINITY : Date.parse(shipDate);
  return orders
    .map((order) => ({ order, at: time(order) }))
    .sort((a, b) => a.at - b.at || 0)
    .map(({ order }) => order);
}

function matches({ id = "", petId = "" }: Order, search: string): boolean {
  return search === "" || id.includes(search) || petId === search;
}
