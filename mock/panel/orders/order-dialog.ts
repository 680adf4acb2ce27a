/** The dialog that adds, edits, duplicates or removes an order. */
import type { ShipRule } from "../../../scenarios/scenario.ts";
import { type Json, type JsonObject, parseJson } from "../../../spec/json/json.ts";
import { ORDER_FIELDS, type OrderFieldEntry } from "../../../spec/schema/fields.ts";
import type { OrderEntry, WorldControl } from "../../control/world-control.ts";
import { change } from "../changes.ts";
import type { ShownWorld } from "../connection.ts";
import { mockNow } from "../countdown.ts";
import { byId, element, options, orShowError, setText } from "../element.ts";
import { describeShipment } from "../event-words.ts";
import { onSubmit, partsIn, showNeededInputs } from "../forms.ts";
import { calendarFor, dateField, dateWords, readDate } from "./date-field.ts";
import { FIELDS } from "./orders-table.ts";

/** Choice that leaves the field out of the order, as an empty input does. */
const OMITTED = "omitted";
/** Choice that keeps the order's current shipment. */
const AS_IT_IS = "as it is";

type Editor = HTMLInputElement | HTMLSelectElement;

/**
 * Returns a function that opens the dialog, with an order or empty. Calls `onSave` once the world
 * has the order.
 */
export function orderDialog(
  shown: ShownWorld,
  onSave: (id: string) => void,
): (entry?: OrderEntry) => void {
  const id = byId<HTMLInputElement>("order-id");
  const state = byId<HTMLSelectElement>("order-state");
  const ships = byId<HTMLSelectElement>("order-ships");
  const current = byId<HTMLOptionElement>("order-ships-now");
  const form = byId<HTMLFormElement>("order-form");
  const showInputs = showNeededInputs(form);
  const fields = FIELDS.map((field) => {
    const entry = ORDER_FIELDS[field];
    return { field, entry, editor: editorOf(entry) };
  });
  byId("order-shipment").before(...fields.map(({ entry, editor }) => labelled(entry, editor)));

  let edited: OrderEntry | undefined;
  /** The id that the next save may replace. */
  let replaced: string | undefined;
  const read = (): JsonObject => {
    const given = fields.filter(({ editor }) => editor.value !== "");
    const values = given.map(({ field, entry, editor }) => [field, readValue(entry, editor.value)]);
    return { state: state.value, ...Object.fromEntries(values) };
  };
  const save = async (): Promise<void> => {
    const before = edited?.id ?? id.value;
    const isNew = id.value !== replaced;
    replaced = id.value;
    const order = { id: id.value, ...read() };
    const isPending = state.value === "pending";
    const isKept = isPending && ships.value === AS_IT_IS;
    const when: ShipRule = isPending && !isKept ? partsIn(form) : {};
    const isChosen = Object.keys(when).length > 0;
    await change(shown(), `Order ${id.value} is saved.`, async (world) => {
      await world.add(order, { new: isNew });
      await moveShipment(world, before, isKept || isChosen ? id.value : undefined);
      if (isChosen) await world.ship(id.value, when);
      if (before !== id.value) await world.remove(before);
    });
    onSave(id.value);
  };
  const dialog = onSubmit("order-dialog", save);

  const fill = (title: string, entry: OrderEntry | undefined): void => {
    setText(byId("order-title"), title);
    id.value = entry?.id ?? "";
    state.value = entry?.state ?? "pending";
    for (const { field, editor } of fields) {
      const relative = entry?.dates?.[field];
      editor.value = relative ? dateWords(relative) : String(entry?.order[field] ?? "");
      editor.setCustomValidity("");
    }
  };
  const open = async (entry?: OrderEntry): Promise<void> => {
    edited = entry;
    replaced = entry?.id ?? undefined;
    fill(entry === undefined ? "Add an order" : `Edit order ${entry.id}`, entry);
    byId("order-more").hidden = entry === undefined;
    const world = entry && (await orShowError(shown().state({ limit: 0 })));
    const rule = world?.ships.find((one) => one.id === entry?.id);
    current.hidden = rule === undefined;
    setText(current, rule && world ? capitalized(describeShipment(rule, world, mockNow())) : "");
    ships.value = rule === undefined ? "" : AS_IT_IS;
    showInputs();
    dialog.showModal();
  };
  byId("add-order").addEventListener("click", () => void open());
  byId("duplicate-order").addEventListener("click", () => {
    const copied = edited;
    edited = undefined;
    replaced = undefined;
    fill(`Add an order like ${copied?.id}`, copied);
    byId("order-more").hidden = true;
    current.hidden = true;
    ships.value = "";
    id.select();
  });
  byId("remove-order").addEventListener("click", () => {
    const gone = edited!.id!;
    dialog.close();
    void orShowError(change(shown(), `Order ${gone} is removed.`, (world) => world.remove(gone)));
  });
  return (entry) => void open(entry);
}

const capitalized = (words: string): string => words.replace(/^./, (first) => first.toUpperCase());

/** Moves an order's shipment to another id, or removes it. */
async function moveShipment(world: WorldControl, from: string, to?: string): Promise<void> {
  const { ships } = await world.state({ limit: 0 });
  if (from === to || ships.every(({ id }) => id !== from)) return;
  const moved = ships.flatMap((rule) => {
    if (rule.id !== from) return [rule];
    return to === undefined ? [] : [{ ...rule, id: to }];
  });
  await world.update({ ships: moved });
}

function editorOf({ kind, format, values }: OrderFieldEntry): Editor {
  const choices = kind === "boolean" ? ["false", "true"] : values;
  if (choices !== undefined) return element("select", {}, ...options(["", ...choices], OMITTED));
  const text = { autocomplete: "off", placeholder: OMITTED };
  if (kind === "date-time")
    return dateField({ ...text, placeholder: `${OMITTED}; such as in 3 days` });
  if (kind !== "integer") return element("input", text);
  const most = format === "int64" ? 19 : 15;
  const title = `A whole number of at most ${most} digits.`;
  return element("input", { ...text, title, inputmode: "numeric", pattern: `-?[0-9]{1,${most}}` });
}

function labelled({ kind, label }: OrderFieldEntry, editor: Editor): HTMLElement {
  const field = element("label", {}, `${label} `, editor);
  if (kind !== "date-time") return field;
  return element("div", { class: "dated" }, field, calendarFor(editor as HTMLInputElement));
}

function readValue({ kind }: OrderFieldEntry, text: string): Json {
  if (kind === "date-time") return readDate(text);
  return kind === "integer" || kind === "boolean" ? parseJson(text) : text;
}
