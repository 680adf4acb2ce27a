/** The orders card: shows all orders, those in one state, or one found by id, in pages. */
import type { ControlClient, OrderEntry, StatePage } from "../../control/control-client.ts";
import { byId, orShowError, setText, showMessage } from "../element.ts";
import { OrderDialog } from "./order-dialog.ts";
import { OrdersTable } from "./orders-table.ts";

const PAGE_SIZE = 200;
/** The minimum time between two refreshes. */
const REFRESH_MS = 200;

export class OrdersView {
  private readonly control: ControlClient;
  /** Called with each page that is shown: it has the state of the world too. */
  private readonly onPage: (page: StatePage) => void;
  private readonly dialog: OrderDialog;
  private readonly table = new OrdersTable((action, entry) => void this.act(action, entry));
  private readonly states = byId<HTMLFormElement>("states");
  private readonly findId = byId<HTMLInputElement>("find-id");
  private readonly page = byId<HTMLInputElement>("page");
  /** The id of the only order that is shown. */
  private foundId: string | undefined;
  /** Loads so far, and the first one whose result may be shown: earlier ones have other orders, or older ones. */
  private loads = 0;
  private firstValid = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(control: ControlClient, onPage: (page: StatePage) => void) {
    this.control = control;
    this.onPage = onPage;
    this.dialog = new OrderDialog(control, () => this.refresh("all"));
    this.states.addEventListener("change", () => this.showState());
    this.page.addEventListener("change", () => this.showFromTop());
    byId("find").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.find(this.findId.value.trim());
    });
    this.findId.addEventListener("input", () => {
      if (this.findId.value === "" && this.foundId !== undefined) this.showState();
    });
  }

  /** Shows all orders of a world that was opened. */
  open(): void {
    this.states.reset();
    this.showState();
  }

  /** Fetches what is shown again; calls in the meantime share it. "all": the order that was found may be gone. */
  refresh(orders: "shown" | "all" = "shown"): void {
    if (orders === "all") this.foundId = undefined;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.load();
    }, REFRESH_MS);
  }

  /** Every click is answered with a message; what it has changed is shown as the change of any other client is. */
  private async act(action: "ship" | "cancel" | "edit", entry: OrderEntry): Promise<void> {
    if (action === "edit") return this.dialog.open(entry);
    const changed = await orShowError(this.control.call(`POST orders/${entry.id}/${action}`));
    if (changed !== undefined) showMessage(`Order ${entry.id} is ${changed.state}.`);
  }

  private get state(): string {
    return String(new FormData(this.states).get("state"));
  }

  /** Shows the orders in the chosen state. */
  private showState(): void {
    this.foundId = undefined;
    this.findId.value = "";
    this.page.value = "1";
    this.showFromTop();
  }

  private showFromTop(): void {
    this.firstValid = this.loads + 1;
    this.table.scrollToTop();
    void this.load();
  }

  private async load(): Promise<void> {
    const load = ++this.loads;
    const offset = (Math.max(1, Math.floor(Number(this.page.value))) - 1) * PAGE_SIZE;
    const state = await orShowError(this.fetch(offset));
    if (state === undefined || load < this.firstValid) return;
    this.firstValid = load;
    const pages = Math.max(1, Math.ceil(state.listed / PAGE_SIZE));
    this.page.max = String(pages);
    setText(byId("page-count"), pages.toLocaleString("en"));
    byId("pages").hidden = pages === 1;
    if (offset > 0 && offset >= state.listed) {
      this.page.value = String(pages);
      return this.load();
    }
    this.show(state, offset);
    this.onPage(state);
  }

  private async fetch(offset: number): Promise<StatePage> {
    const { control, foundId, state } = this;
    const limit = foundId === undefined ? PAGE_SIZE : 0;
    const query = { offset: String(offset), limit: String(limit), ...(state !== "all" && { state }) };
    const page = await control.call("GET state", { query });
    return foundId === undefined ? page : { ...page, listed: 1, orders: [await this.read(foundId)] };
  }

  private show({ counts, listed, orders }: StatePage, offset: number): void {
    const all = counts.pending + counts.shipped + counts.cancelled;
    for (const [state, count] of Object.entries({ all, ...counts }))
      setText(byId(`count-${state}`), count.toLocaleString("en"));
    this.table.show(orders, offset, listed);
    const none = byId("no-rows");
    none.hidden = listed > 0;
    setText(none, this.state === "all" ? "No orders in this world." : `No ${this.state} orders.`);
  }

  private read(id: string): Promise<OrderEntry> {
    return this.control.call(`GET orders/${encodeURIComponent(id)}`);
  }

  private async find(id: string): Promise<void> {
    if (id !== "" && (await orShowError(this.read(id))) === undefined) return;
    this.page.value = "1";
    this.foundId = id === "" ? undefined : id;
    this.showFromTop();
  }
}
