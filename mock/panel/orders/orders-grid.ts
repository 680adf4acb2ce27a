/**
 * The orders as a virtual list: only the rows in view are elements, and only their pages are fetched. The grid itself has
 * the focus and points to its active row (aria-activedescendant), since the element of a row is reused after scrolling.
 */
import type { OrderEntry } from "../../control/control-client.ts";
import { byId } from "../element.ts";
import { addColumns, OrderRow, rowHeight } from "./order-row.ts";

/** Browsers limit the height of an element. Orders beyond this are found by id. */
const MAX_ROWS = 300_000;
/** Rows rendered above and below the view, so that scrolling shows no gaps. */
const OVERSCAN = 6;

export interface GridSource {
  /** Undefined while it is loading. */
  entry(index: number): OrderEntry | undefined;
  /** Called with the range that is in view whenever it is rendered. */
  need(first: number, end: number): void;
  /** Called for orders with an id, and but for "edit" for pending ones only. */
  act(action: Action, entry: OrderEntry & { readonly id: string }): void;
}

export type Action = "ship" | "cancel" | "edit";

const KEYS: Readonly<Record<string, Action>> = { s: "ship", c: "cancel", e: "edit" };

export class OrdersGrid {
  private readonly grid = byId("rows");
  private readonly view = byId("window");
  private readonly pool: OrderRow[] = [];
  private readonly source: GridSource;
  private count = 0;
  private active = -1;
  private frame = 0;
  /** The first rendered index and the one after the last. */
  private renderedRange = "";

  constructor(source: GridSource) {
    this.source = source;
    addColumns(this.grid);
    this.grid.addEventListener("scroll", () => this.render(), { passive: true });
    new ResizeObserver(() => this.render()).observe(this.grid);
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    this.grid.addEventListener("focus", () => {
      if (this.active < 0 && this.count > 0) this.activate(this.firstInView());
    });
    this.view.addEventListener("click", (event) => this.onClick(event));
  }

  /** Shows the first `count` orders of the source. */
  show(count: number, fromTop: boolean): void {
    this.count = Math.min(count, MAX_ROWS);
    this.view.style.height = `${this.count * rowHeight()}px`;
    this.grid.setAttribute("aria-rowcount", String(count + 1));
    if (fromTop) {
      this.grid.scrollTop = 0;
      this.active = -1;
    }
    this.active = Math.min(this.active, this.count - 1);
    this.render();
  }

  /** Renders in the next frame, once however often it is called. */
  render(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.renderNow();
    });
  }

  private renderNow(): void {
    const first = Math.max(0, this.firstInView() - OVERSCAN);
    const end = Math.min(this.count, first + Math.ceil(this.grid.clientHeight / rowHeight()) + 2 * OVERSCAN);
    while (this.pool.length < end - first) this.pool.push(new OrderRow());
    const inView = Array.from({ length: end - first }, (_, offset) => this.pool[(first + offset) % this.pool.length]!);
    // An index keeps its element while it is in view, and elements move only when the view does: no click is lost.
    const range = `${first} ${end}`;
    if (range !== this.renderedRange) this.view.replaceChildren(...inView.map(({ element }) => element));
    this.renderedRange = range;
    for (const [offset, row] of inView.entries()) {
      const index = first + offset;
      row.show(index, this.source.entry(index), index === this.active);
    }
    const id = this.active >= first && this.active < end ? `order-${this.active}` : "";
    this.grid.setAttribute("aria-activedescendant", id);
    this.source.need(first, end);
  }

  private firstInView(): number {
    return Math.floor(this.grid.scrollTop / rowHeight());
  }

  private activate(index: number): void {
    this.active = Math.max(0, Math.min(index, this.count - 1));
    const top = this.active * rowHeight();
    // The sticky header is one row high.
    const room = this.grid.clientHeight - 2 * rowHeight();
    if (top < this.grid.scrollTop) this.grid.scrollTop = top;
    else if (top > this.grid.scrollTop + room) this.grid.scrollTop = top - room;
    this.render();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.count === 0) return;
    const page = Math.max(1, Math.floor(this.grid.clientHeight / rowHeight()) - 2);
    const steps: Record<string, number> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: this.count - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) this.activate(target);
    else {
      const action = KEYS[event.key.toLowerCase()];
      if (action === undefined) return;
      this.act(this.active, action);
    }
    event.preventDefault();
  }

  private onClick({ target }: MouseEvent): void {
    const row = (target as HTMLElement).closest<HTMLElement>(".row");
    const index = Number(row?.dataset.index ?? -1);
    if (row === null || index < 0) return;
    this.activate(index);
    const action = (target as HTMLElement).closest<HTMLElement>("button")?.dataset.action;
    if (action !== undefined) this.act(index, action as Action);
  }

  private act(index: number, action: Action): void {
    const entry = index < 0 ? undefined : this.source.entry(index);
    if (entry === undefined || entry.id === null) return;
    if (action === "edit" || entry.state === "pending") this.source.act(action, { ...entry, id: entry.id });
  }
}
