import { useEffect, useRef } from "preact/hooks";
import type { Order } from "./orders-api.ts";

interface CancelDialogProps {
  readonly order: Order;
  readonly onAnswer: (isSure: boolean) => void;
}

export function CancelDialog({ order, onAnswer }: CancelDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="cancel-title"
      onClose={() => onAnswer(dialog.current?.returnValue === "sure")}
    >
      <form method="dialog">
        <h2 id="cancel-title">Cancel order {order.id}?</h2>
        <p>This cannot be undone.</p>
        <p class="buttons">
          <button type="submit" value="" class="plain">
            Keep it
          </button>
          <button type="submit" value="sure" class="danger filled">
            Cancel the order
          </button>
        </p>
      </form>
    </dialog>
  );
}
