/**
 * The orders, as many as there may be: only the rows in view are elements, and only their pages are fetched. The grid holds
 * the focus and names its active row (aria-activedescendant), since a row that scrolls away is no element any more.
 */
import { byId } from "./element.ts";
import { OrderRow, ROW_PX } from "./order-row.ts";
import { PAGE, type RowSource } from "./row-source.ts";

/** A taller element than browsers can lay out would be cut off: orders beyond are found by id. */
const MOST_ROWS = 300_000;
/** Rows above and below the view, so that scrolling shows no gaps. */
const SPARE = 6;

export interface GridActions {
  readonly ship: (id: string) => void;
  readonly cancel: (id: string) => void;
}

export class OrdersGrid {
  private readonly grid = byId("rows");
  private readonly view = byId("window");
  private readonly pool: OrderRow[] = [];
  private readonly source: RowSource;
  private readonly actions: GridActions;
  private count = 0;
  private active = -1;
  private frame = 0;
  /** The first row in the page and the one after the last. */
  private span = "";

  constructor(source: RowSource, actions: GridActions) {
    this.source = source;
    this.actions = actions;
    source.onArrival = () => this.draw();
    this.grid.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.grid);
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    this.grid.addEventListener("focus", () => {
      if (this.active < 0 && this.count > 0) this.activate(this.firstInView());
    });
    this.view.addEventListener("click", (event) => this.onClick(event));
  }

  /** Shows so many rows of the source, from the top when they are others than before. */
  show(count: number, fromTop: boolean): void {
    this.count = Math.min(count, MOST_ROWS);
    this.view.style.height = `${this.count * ROW_PX}px`;
    this.grid.setAttribute("aria-rowcount", String(count + 1));
    if (fromTop) {
      this.grid.scrollTop = 0;
      this.active = -1;
    }
    this.active = Math.min(this.active, this.count - 1);
    this.draw();
  }

  /** Once a frame at most, however often it is asked. */
  draw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.drawNow();
    });
  }

  private drawNow(): void {
    const first = Math.max(0, this.firstInView() - SPARE);
    const end = Math.min(this.count, first + Math.ceil(this.grid.clientHeight / ROW_PX) + 2 * SPARE);
    while (this.pool.length < end - first) this.pool.push(new OrderRow());
    const inView = Array.from({ length: end - first }, (_, offset) => this.pool[(first + offset) % this.pool.length]!);
    // Each index keeps its element while it is in view, and nothing moves unless the view does: no click is lost to a redraw.
    const span = `${first} ${end}`;
    if (span !== this.span) this.view.replaceChildren(...inView.map(({ element }) => element));
    this.span = span;
    for (const [offset, row] of inView.entries()) {
      const index = first + offset;
      row.show(index, this.source.row(index), index === this.active);
    }
    for (let page = Math.floor(first / PAGE); page * PAGE < end; page++) this.source.want(page);
    const id = this.active >= first && this.active < end ? `order-${this.active}` : "";
    this.grid.setAttribute("aria-activedescendant", id);
  }

  private firstInView(): number {
    return Math.floor(this.grid.scrollTop / ROW_PX);
  }

  private activate(index: number): void {
    this.active = Math.max(0, Math.min(index, this.count - 1));
    const top = this.active * ROW_PX;
    // The heading sticks to the top, one row high.
    const room = this.grid.clientHeight - 2 * ROW_PX;
    if (top < this.grid.scrollTop) this.grid.scrollTop = top;
    else if (top > this.grid.scrollTop + room) this.grid.scrollTop = top - room;
    this.draw();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.count === 0) return;
    const page = Math.max(1, Math.floor(this.grid.clientHeight / ROW_PX) - 2);
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
    else if (/^[sc]$/i.test(event.key)) this.act(this.active, /s/i.test(event.key) ? "ship" : "cancel");
    else return;
    event.preventDefault();
  }

  private onClick({ target }: MouseEvent): void {
    const row = (target as HTMLElement).closest<HTMLElement>(".row");
    const index = Number(row?.dataset.index ?? -1);
    if (row === null || index < 0) return;
    this.activate(index);
    const move = (target as HTMLElement).closest<HTMLElement>("button")?.dataset.move;
    if (move === "ship" || move === "cancel") this.act(index, move);
  }

  private act(index: number, move: keyof GridActions): void {
    const row = index < 0 ? undefined : this.source.row(index);
    if (row !== undefined && row.id !== null && row.state === "pending") this.actions[move](row.id);
  }
}
