/** Texts that count down to the shipment of orders. */
import type { ShipRule } from "../../scenarios/scenario.ts";
import type { OrdersState } from "../control/world-control.ts";
import { element, setText } from "./element.ts";
import { describeShipment, dueTime } from "./event-words.ts";

const TICK_MS = 250;
/** How far the mock's clock is ahead of the browser's, in milliseconds. */
let ahead = 0;

/** `now` is the mock's time, in milliseconds since 1970. */
export function setClock(now: number): void {
  ahead = now - Date.now();
}

export const mockNow = (): number => Date.now() + ahead;

/** Functions that update each text. */
const ticks = new Map<HTMLElement, () => void>();
let ticker: ReturnType<typeof setInterval> | undefined;

/**
 * "ships in 12 s", which counts down while it is in the page. The style sheet draws the remaining
 * share, `--left`, as a bar.
 */
export function shipmentText(rule: ShipRule, state: OrdersState): HTMLElement {
  const text = element("span", { class: "shipment" });
  const due = dueTime(rule, state);
  const tick = (): void => {
    const now = mockNow();
    setText(text, describeShipment(rule, state, now));
    if (due === undefined) return;
    const left = Math.max(0, due - now) / (rule.afterSeconds! * 1000);
    text.style.setProperty("--left", String(Math.min(1, left)));
  };
  tick();
  if (due === undefined) return text;

  text.dataset.due = String(due);
  ticks.set(text, tick);
  ticker ??= setInterval(tickAll, TICK_MS);
  return text;
}

function tickAll(): void {
  for (const [text, tick] of ticks)
    if (text.isConnected) tick();
    else ticks.delete(text);
  if (ticks.size > 0) return;
  clearInterval(ticker);
  ticker = undefined;
}
