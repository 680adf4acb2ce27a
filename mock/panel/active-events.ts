/**
 * Shows the active events of a world as chips that can be removed: its faults, the orders that will
 * ship, and a key that expires.
 */

import type { ShipRule } from "../../scenarios/scenario.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import type { OrdersState, WorldControl } from "../control/world-control.ts";
import { isSpent } from "../service/fault-use.ts";
import { change } from "./changes.ts";
import type { ShownWorld } from "./connection.ts";
import { shipmentText } from "./countdown.ts";
import { button, byId, element, orShowError } from "./element.ts";
import { describeFault, describeKey, describeShipped, describeUse } from "./event-words.ts";

/** How long a used-up fault stays visible. */
const SPENT_MS = 60_000;

interface Chip {
  /** Identifies the chip: we reuse its element while the key stays the same. */
  readonly key: string;
  readonly kind: "active" | "spent" | "coming";
  readonly text: readonly (string | HTMLElement)[];
  /** Label of the button that removes the chip. */
  readonly words: string;
  /** Undefined if the chip cannot be removed. */
  readonly remove?: (world: WorldControl) => Promise<void>;
}

export function activeEvents(shown: ShownWorld) {
  const list = byId("active");
  let made = new Map<string, HTMLLIElement>();

  const itemOf = ({ kind, words, remove }: Chip): HTMLLIElement => {
    const item = element("li", { class: "chip", "data-kind": kind }, element("span"));
    // The style sheet then hides the chip, unless used-up ones are kept.
    if (kind === "spent") setTimeout(() => item.classList.add("over"), SPENT_MS);
    if (remove === undefined) return item;
    const onClick = (): void => {
      void orShowError(change(shown(), `Removed: ${words}.`, remove));
      byId("fault-on").focus();
    };
    item.append(button("×", onClick, { class: "", "aria-label": `Remove: ${words}` }));
    return item;
  };
  const show = (page: OrdersState): void => {
    const chips = chipsOf(page);
    const before = made;
    made = new Map(chips.map((chip) => [chip.key, before.get(chip.key) ?? itemOf(chip)]));
    for (const { key, text } of chips)
      made
        .get(key)!
        .querySelector("span")!
        .replaceChildren(...text);
    // Buttons that stay in the page lose neither a click nor the focus.
    if ([...made.keys()].join() !== [...before.keys()].join())
      list.replaceChildren(...made.values());
    byId("remove-faults").hidden = page.faults.length === 0;
    showTime(page);
  };

  byId("remove-faults").addEventListener("click", () => {
    const remove = change(shown(), "All faults are removed.", (world) => world.fault());
    void orShowError(remove);
    byId("fault-on").focus();
  });
  for (const step of byId("time").querySelectorAll("button"))
    step.addEventListener("click", () => {
      const seconds = Number(step.value);
      const done = `${step.textContent} has gone by.`;
      void orShowError(change(shown(), done, (world) => world.advance({ seconds })));
    });
  return { show, isEmpty: (): boolean => made.size === 0 };
}

function chipsOf(page: OrdersState): Chip[] {
  const { faults, ships, key, calls } = page;
  const left = key && describeKey(key.expiresAfter - calls);
  return [
    ...faults.map((fault, at): Chip => {
      const words = describeFault(fault);
      const kind = isSpent(fault) ? "spent" : "active";
      const remove = (world: WorldControl) => removeFault(world, words, at);
      const text = [words, describeUse(fault)];
      return { key: `${at} ${kind} ${words}`, kind, text, words, remove };
    }),
    ...ships.map((rule, at): Chip => {
      const which = describeShipped(rule);
      const when = shipmentText(rule, page);
      const words = `${which} ${when.textContent}`;
      const remove = (world: WorldControl) => removeShipment(world, rule);
      const key = stringifyJson([at, rule]);
      return { key, kind: "coming", text: [`${which} `, when], words, remove };
    }),
    ...(left === undefined
      ? []
      : [{ key: "key", kind: "coming", text: [left], words: left } as const]),
  ];
}

/**
 * Offers to advance time if orders ship some seconds after the first list. Shown buttons stay, so
 * that clicks are not lost.
 */
function showTime({ ships, firstListAt }: OrdersState): void {
  if (ships.some(({ afterSeconds }) => afterSeconds !== undefined)) byId("time").hidden = false;
  byId("time-steps").hidden = firstListAt === null;
  byId("time-waits").hidden = firstListAt !== null;
}

/** `at` is the fault's place in the shown list, which others may have changed since. */
async function removeFault(world: WorldControl, words: string, at: number): Promise<void> {
  const { faults } = await world.state({ limit: 0 });
  const same = faults.map((one) => describeFault(one) === words);
  const place = same[at] === true ? at : same.indexOf(true);
  if (place >= 0) await world.removeFault(place + 1);
}

async function removeShipment(world: WorldControl, rule: ShipRule): Promise<void> {
  const { ships } = await world.state({ limit: 0 });
  const text = stringifyJson(rule);
  await world.update({ ships: ships.filter((one) => stringifyJson(one) !== text) });
}
