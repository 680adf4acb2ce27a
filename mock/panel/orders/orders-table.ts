/** A page of orders as a table. One of its rows is in the order of Tab; arrow keys lead to the others. */
import { stringifyJson } from "../../../spec/json/json.ts";
import type { OrderEntry } from "../../control/control-client.ts";
import { byId } from "../element.ts";
import { type Action, actionsOf, addColumns, orderRow } from "./order-row.ts";

type Act = (action: Action, entry: OrderEntry) => void;

const KEYS: Readonly<Record<string, Action>> = { s: "ship", c: "cancel", e: "edit" };

export class OrdersTable {
  private readonly table = byId("orders");
  private readonly body = byId<HTMLTableSectionElement>("rows");
  private readonly act: Act;
  private shown: { readonly entry: OrderEntry; readonly text: string; readonly row: HTMLTableRowElement }[] = [];
  /** The index of the row that is in the order of Tab. */
  private active = 0;

  constructor(act: Act) {
    this.act = act;
    addColumns(this.table);
    this.body.addEventListener("keydown", (event) => this.onKey(event));
    this.body.addEventListener("focusin", ({ target }) => {
      this.activate(this.shown.findIndex(({ row }) => row.contains(target as Node)));
    });
  }

  /** `first`: the position of the first of them among `count` orders. A row whose order is the same stays, so that it loses no click. */
  show(entries: readonly OrderEntry[], first: number, count: number): void {
    const hadFocus = this.body.matches(":focus-within");
    const before = this.shown;
    this.shown = entries.map((entry, at) => {
      const text = stringifyJson(entry);
      const same = before[at];
      return same?.text === text ? same : { entry, text, row: orderRow(entry, (action) => this.choose(action, entry)) };
    });
    for (const [at, { row }] of this.shown.entries()) {
      row.ariaRowIndex = String(first + at + 2);
      if (before[at] === undefined) this.body.append(row);
      else if (before[at].row !== row) before[at].row.replaceWith(row);
    }
    for (const { row } of before.slice(entries.length)) row.remove();
    this.table.setAttribute("aria-rowcount", String(count + 1));
    this.activate(Math.min(this.active, entries.length - 1));
    if (hadFocus) this.shown[this.active]?.row.focus({ preventScroll: true });
  }

  scrollToTop(): void {
    this.table.parentElement!.scrollTop = 0;
    this.active = 0;
  }

  private choose(action: Action, entry: OrderEntry): void {
    // Its button may be gone afterwards.
    this.focus(this.shown.findIndex((one) => one.entry === entry));
    this.act(action, entry);
  }

  private activate(index: number): void {
    this.active = Math.max(0, index);
    for (const [at, { row }] of this.shown.entries()) row.tabIndex = at === this.active ? 0 : -1;
  }

  private focus(index: number): void {
    this.shown[Math.max(0, Math.min(index, this.shown.length - 1))]?.row.focus();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { active } = this;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: this.shown.length - 1,
    };
    const target = targets[event.key];
    const action = KEYS[event.key.toLowerCase()];
    const entry = this.shown[active]?.entry;
    if (target !== undefined) this.focus(target);
    else if (action !== undefined && entry !== undefined && actionsOf(entry).includes(action)) this.act(action, entry);
    else return;
    event.preventDefault();
  }
}
