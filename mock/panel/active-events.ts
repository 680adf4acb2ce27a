/** The active events of a world, each a chip that can be removed: its faults, the orders that will ship, and a key that expires. */

import type { Fault, ShipRule } from "../../scenarios/scenario.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import type { OrdersState } from "../control/world-control.ts";
import { isSpent } from "../service/fault-use.ts";
import { change } from "./changes.ts";
import type { ShownWorld } from "./connection.ts";
import { shipmentText } from "./countdown.ts";
import { button, byId, element, orShowError } from "./element.ts";
import { describeFault, describeKey, describeShipped, describeUse } from "./event-words.ts";

/** How long a fault that is used up is shown. */
const SPENT_MS = 60_000;

export function activeEvents(shown: ShownWorld) {
  const list = byId("active");
  let last = "";
  let timers: ReturnType<typeof setTimeout>[] = [];
  /** When a fault was first seen to be used up, by its words. */
  const spentSince = new Map<string, number>();

  const removable = (words: string, remove: () => Promise<void>): HTMLButtonElement => {
    const onClick = (): void => {
      void orShowError(change(shown(), `Removed: ${words}.`, remove));
      byId("fault-on").focus();
    };
    return button("×", onClick, { class: "", "aria-label": `Remove: ${words}` });
  };
  const faultChip = (fault: Fault, at: number): HTMLLIElement => {
    const words = describeFault(fault);
    const isUsedUp = isSpent(fault);
    const chip = element("li", { class: "chip", "data-kind": isUsedUp ? "spent" : "active" });
    chip.append(
      words + describeUse(fault),
      removable(words, () => removeFault(shown, words, at)),
    );
    if (!isUsedUp) return chip;
    // The style sheet hides it, unless used-up ones are kept.
    const since = spentSince.get(words + at) ?? Date.now();
    spentSince.set(words + at, since);
    const left = since + SPENT_MS - Date.now();
    timers.push(setTimeout(() => chip.classList.add("over"), Math.max(0, left)));
    return chip;
  };
  const shipChip = (rule: ShipRule, page: OrdersState): HTMLLIElement => {
    const which = describeShipped(rule);
    const remove = async (): Promise<void> => {
      const { ships } = await shown().state({ limit: 0 });
      const text = stringifyJson(rule);
      await shown().update({ ships: ships.filter((one) => stringifyJson(one) !== text) });
    };
    const text = shipmentText(rule, page);
    const words = `${which} ${text.textContent}`;
    return comingChip(`${which} `, text, removable(words, remove));
  };

  byId("remove-faults").addEventListener("click", () => {
    const remove = change(shown(), "All faults are removed.", () => shown().fault());
    void orShowError(remove);
  });

  const show = (page: OrdersState): void => {
    const { faults, ships, key, calls, lists, firstListAt } = page;
    const text = stringifyJson([faults, ships, key ? [key, calls] : [], lists, firstListAt]);
    // Elements that stay lose no click.
    if (text === last) return;
    last = text;
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    if (!faults.some(isSpent)) spentSince.clear();
    list.replaceChildren(
      ...faults.map(faultChip),
      ...ships.map((rule) => shipChip(rule, page)),
      ...(key === undefined ? [] : [comingChip(describeKey(key.expiresAfter - calls))]),
    );
    byId("remove-faults").hidden = faults.length === 0;
    showTime(page);
  };
  for (const step of byId("time").querySelectorAll("button"))
    step.addEventListener("click", () => {
      const seconds = Number(step.value);
      const done = `${step.textContent} has gone by.`;
      void orShowError(change(shown(), done, () => shown().advance({ seconds })));
    });
  return { show, isEmpty: (): boolean => list.childElementCount === 0 };
}

/** Time goes by for orders that ship some seconds after the first list. */
function showTime({ ships, firstListAt }: OrdersState): void {
  byId("time").hidden = ships.every(({ afterSeconds }) => afterSeconds === undefined);
  byId("time-steps").hidden = firstListAt === null;
  byId("time-waits").hidden = firstListAt !== null;
}

function comingChip(...content: (Node | string)[]): HTMLLIElement {
  return element("li", { class: "chip", "data-kind": "coming" }, ...content);
}

/** `at`: its place in the list that is shown; others may have changed it since. */
async function removeFault(shown: ShownWorld, words: string, at: number): Promise<void> {
  const { faults } = await shown().state({ limit: 0 });
  const same = faults.map((one) => describeFault(one) === words);
  const place = same[at] === true ? at : same.indexOf(true);
  if (place >= 0) await shown().removeFault(place + 1);
}
