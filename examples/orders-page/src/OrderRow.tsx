import type { Order } from "./orders-api.ts";

interface OrderRowProps {
  readonly order: Order;
  readonly isCancelling: boolean;
  /** Known only after a cancellation was refused: an Order has no such field. */
  readonly isShipped: boolean;
  readonly onCancel: () => void;
}

const DATE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export function OrderRow({ order, isCancelling, isShipped, onCancel }: OrderRowProps) {
  const { id, petId, quantity, shipDate, complete } = order;
  const name = id === undefined ? "Order without a number" : `Order ${id}`;
  return (
    <li class="order" aria-busy={isCancelling}>
      <div class="what">
        <strong>{name}</strong>
        <span>
          {quantity ?? "?"} × pet {petId ?? "unknown"}
        </span>
      </div>
      <div class="when">
        {shipDate === undefined ? (
          "no ship date"
        ) : (
          <time dateTime={shipDate}>{DATE.format(new Date(shipDate))}</time>
        )}
        {complete === true && <span class="tag">fulfilled</span>}
        {isShipped && <span class="tag shipped">shipped</span>}
      </div>
      <button
        type="button"
        class="danger"
        aria-label={`Cancel ${name}`}
        disabled={id === undefined || isCancelling || isShipped}
        onClick={onCancel}
      >
        {isCancelling ? "Cancelling…" : "Cancel"}
      </button>
    </li>
  );
}
