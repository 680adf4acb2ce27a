/**
 * The orders card: shows, in pages, all orders, those in one state, or those whose id contains some
 * digits.
 */

import { type CurrentState, MAX_ORDERS } from "../../../scenarios/limits.ts";
import type { OrdersState } from "../../control/world-control.ts";
import { change } from "../changes.ts";
import type { ShownWorld } from "../connection.ts";
import { byId, orShowError, setText } from "../element.ts";
import { orderDialog } from "./order-dialog.ts";
import { ordersTable } from "./orders-table.ts";

const PAGE_SIZE = 200;
/** Number of pages in the largest possible world. */
const MAX_PAGE = MAX_ORDERS / PAGE_SIZE;
/** Minimum time between two refreshes, in milliseconds. */
const REFRESH_MS = 200;

/** Calls `onPage` with each page it shows, which includes the state of the world. */
export function ordersView(shown: ShownWorld, onPage: (page: OrdersState) => void) {
  const states = byId<HTMLFormElement>("states");
  const findId = byId<HTMLInputElement>("find-id");
  const page = byId<HTMLInputElement>("page");
  /**
   * Number of loads so far, and the first one whose result we may still show; earlier ones show
   * other or outdated orders.
   */
  let loads = 0;
  let firstValid = 1;
  let isScheduled = false;

  const load = async (): Promise<void> => {
    const nth = ++loads;
    const state = String(new FormData(states).get("state"));
    const offset =
      (Math.min(Math.max(1, Math.floor(Number(page.value))), MAX_PAGE) - 1) * PAGE_SIZE;
    const part = {
      offset,
      limit: PAGE_SIZE,
      find: findId.value.trim() || undefined,
      state: state === "all" ? undefined : (state as CurrentState),
    };
    const found = await orShowError(shown().state(part));
    if (found === undefined || nth < firstValid) return;
    firstValid = nth;
    const pages = Math.max(1, Math.ceil(found.listed / PAGE_SIZE));
    page.max = String(pages);
    setText(byId("page-count"), pages.toLocaleString("en"));
    byId("pages").hidden = pages === 1;
    if (offset > 0 && offset >= found.listed) {
      page.value = String(pages);
      return load();
    }
    showCounts(found, state, part.find);
    show(found);
    onPage(found);
  };
  const showFromTop = (): Promise<void> => {
    firstValid = loads + 1;
    byId("orders").parentElement!.scrollTop = 0;
    return load();
  };
  const showFirstPage = (): Promise<void> => {
    page.value = "1";
    return showFromTop();
  };
  /** Fetches the shown page again; calls until then share one request. */
  const refresh = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      void load();
    }, REFRESH_MS);
  };
  const rowOf = (id: string): HTMLElement | null =>
    byId("rows").querySelector(`[data-order="${CSS.escape(id)}"]`);
  const focusRow = (id: string): void => {
    rowOf(id)?.scrollIntoView({ block: "nearest" });
    rowOf(id)?.querySelector("button")?.focus();
  };
  const edit = orderDialog(shown, (id) => void load().then(() => focusRow(id)));
  /**
   * Every click gets a message. Its change appears in the table as any other client's change does.
   */
  const show = ordersTable((action, entry) => {
    if (action === "edit") return edit(entry);
    const id = entry.id!;
    const done = `Order ${id} is ${action === "ship" ? "shipped" : "cancelled"}.`;
    void orShowError(change(shown(), done, (world) => world[action](id)));
  });
  states.addEventListener("change", showFirstPage);
  page.addEventListener("change", showFromTop);
  findId.addEventListener("input", showFirstPage);
  byId("find").addEventListener("submit", (event) => event.preventDefault());
  /** Shows all orders of a newly opened world. */
  const open = (): void => {
    states.reset();
    findId.value = "";
    void showFirstPage();
  };
  /** Scrolls to an order and focuses it. */
  const reveal = async (id: string): Promise<void> => {
    byId<HTMLInputElement>("view-orders").click();
    if (rowOf(id) === null) {
      states.reset();
      findId.value = id;
      await showFirstPage();
    }
    focusRow(id);
  };
  return { open, refresh, reveal };
}

function showCounts({ counts, listed }: OrdersState, shown: string, find?: string): void {
  const all = counts.pending + counts.shipped + counts.cancelled;
  for (const [state, count] of Object.entries({ all, ...counts }))
    setText(byId(`count-${state}`), count.toLocaleString("en"));
  const none = byId("no-rows");
  none.hidden = listed > 0;
  const which = shown === "all" ? "orders" : `${shown} orders`;
  const where = find === undefined ? "in this world" : `with ${find} in their id`;
  setText(none, `No ${which} ${where}.`);
}
