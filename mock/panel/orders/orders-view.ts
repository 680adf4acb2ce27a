/** The orders card: shows all orders, those in one state, or one found by id, in pages; and the dialog that adds or edits one. */

import type { CurrentState } from "../../../scenarios/limits.ts";
import { type Json, type JsonObject, parseJson } from "../../../spec/json/json.ts";
import { ORDER_FIELDS, type OrderFieldEntry } from "../../../spec/schema/fields.ts";
import type { OrderEntry, OrdersState } from "../../control/world-control.ts";
import type { ShownWorld } from "../connection.ts";
import {
  byId,
  element,
  onSubmit,
  options,
  orShowError,
  setText,
  showMessage,
  showOutcome,
} from "../element.ts";
import { FIELDS, ordersTable } from "./orders-table.ts";

const PAGE_SIZE = 200;
/** The minimum time between two refreshes. */
const REFRESH_MS = 200;
/** The choice of a field that is left out of the order, as one that is left empty is. */
const OMITTED = "omitted";

/** `onPage` is called with each page that is shown: it has the state of the world too. */
export function ordersView(shown: ShownWorld, onPage: (page: OrdersState) => void) {
  const states = byId<HTMLFormElement>("states");
  const findId = byId<HTMLInputElement>("find-id");
  const page = byId<HTMLInputElement>("page");
  /** The id of the only order that is shown. */
  let foundId: string | undefined;
  /** Loads so far, and the first one whose result may be shown: earlier ones have other orders, or older ones. */
  let [loads, firstValid] = [0, 1];
  let isScheduled = false;

  const fetchPage = async (offset: number, chosen: string): Promise<OrdersState> => {
    const id = foundId;
    const found = await shown().state({
      offset,
      limit: id === undefined ? PAGE_SIZE : 0,
      state: chosen === "all" ? undefined : (chosen as CurrentState),
    });
    return id === undefined ? found : { ...found, listed: 1, orders: [await shown().order(id)] };
  };
  const load = async (): Promise<void> => {
    const nth = ++loads;
    const state = String(new FormData(states).get("state"));
    const offset = (Math.max(1, Math.floor(Number(page.value))) - 1) * PAGE_SIZE;
    const found = await orShowError(fetchPage(offset, state));
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
    showCounts(found, state);
    show(found.orders, offset, found.listed);
    onPage(found);
  };
  const showFromTop = (): void => {
    firstValid = loads + 1;
    byId("orders").parentElement!.scrollTop = 0;
    void load();
  };
  /** Reads the orders in the chosen state, or only the one with an id. */
  const showFirstPage = (id?: string): void => {
    foundId = id;
    if (id === undefined) findId.value = "";
    page.value = "1";
    showFromTop();
  };
  /** Fetches what is shown again; calls in the meantime share it. "all": the order that was found may be gone. */
  const refresh = (orders: "shown" | "all" = "shown"): void => {
    if (orders === "all") foundId = undefined;
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      void load();
    }, REFRESH_MS);
  };
  const edit = orderDialog(shown, () => refresh("all"));
  /** Every click is answered with a message; what it has changed is shown as the change of any other client is. */
  const show = ordersTable(async (action, entry) => {
    if (action === "edit") return edit(entry);
    const id = entry.id!;
    const state = action === "ship" ? "shipped" : "cancelled";
    await showOutcome(shown()[action](id), `Order ${id} is ${state}.`);
  });
  states.addEventListener("change", () => showFirstPage());
  page.addEventListener("change", showFromTop);
  byId("find").addEventListener("submit", async (event) => {
    event.preventDefault();
    const id = findId.value.trim();
    if (id === "" || (await orShowError(shown().order(id))) !== undefined)
      showFirstPage(id || undefined);
  });
  findId.addEventListener("input", () => {
    if (findId.value === "" && foundId !== undefined) showFirstPage();
  });
  /** Shows all orders of a world that was opened. */
  const open = (): void => {
    states.reset();
    showFirstPage();
  };
  return { open, refresh };
}

function showCounts({ counts, listed }: OrdersState, shown: string): void {
  const all = counts.pending + counts.shipped + counts.cancelled;
  for (const [state, count] of Object.entries({ all, ...counts }))
    setText(byId(`count-${state}`), count.toLocaleString("en"));
  const none = byId("no-rows");
  none.hidden = listed > 0;
  setText(none, shown === "all" ? "No orders in this world." : `No ${shown} orders.`);
}

/** Returns a function that opens the dialog with an order, or empty. `onSave` is called when the world has the order. */
function orderDialog(shown: ShownWorld, onSave: () => void): (entry?: OrderEntry) => void {
  const id = byId<HTMLInputElement>("order-id");
  const state = byId<HTMLSelectElement>("order-state");
  const shipsAfter = byId<HTMLInputElement>("order-ships");
  const fields = FIELDS.map((field) => {
    const entry = ORDER_FIELDS[field];
    return { field, entry, editor: editorOf(entry) };
  });
  const read = (): JsonObject => {
    const given = fields.filter(({ editor }) => editor.value !== "");
    const values = given.map(({ field, entry, editor }) => [field, readValue(entry, editor.value)]);
    return { state: state.value, ...Object.fromEntries(values) };
  };
  shipsAfter.parentElement!.before(
    ...fields.map(({ entry, editor }) => element("label", {}, `${entry.label} `, editor)),
  );
  /** The id that the next save may replace. */
  let replaced: string | undefined;
  const dialog = onSubmit("order-dialog", async () => {
    const isNew = id.value !== replaced;
    replaced = id.value;
    await shown().add({ id: id.value, ...read() }, { new: isNew });
    if (shipsAfter.value !== "")
      await shown().ship(id.value, { afterSeconds: Number(shipsAfter.value) });
    onSave();
    showMessage(`Order ${id.value} is saved.`);
  });
  const open = (entry?: OrderEntry): void => {
    setText(byId("order-title"), entry === undefined ? "Add an order" : `Edit order ${entry.id}`);
    replaced = entry?.id ?? undefined;
    id.value = entry?.id ?? "";
    id.readOnly = entry !== undefined;
    state.value = entry?.state ?? "pending";
    shipsAfter.value = "";
    for (const { field, editor } of fields) editor.value = String(entry?.order[field] ?? "");
    dialog.showModal();
  };
  byId("add-order").addEventListener("click", () => open());
  return open;
}

function editorOf({ kind, format, values }: OrderFieldEntry): HTMLInputElement | HTMLSelectElement {
  const choices = kind === "boolean" ? ["false", "true"] : values;
  if (choices !== undefined) return element("select", {}, ...options(["", ...choices], OMITTED));
  const digits = { inputmode: "numeric", pattern: `-?[0-9]{1,${format === "int64" ? 19 : 15}}` };
  return element("input", {
    autocomplete: "off",
    placeholder: OMITTED,
    ...(kind === "integer" && digits),
  });
}

function readValue({ kind }: OrderFieldEntry, text: string): Json {
  return kind === "integer" || kind === "boolean" ? parseJson(text) : text;
}
