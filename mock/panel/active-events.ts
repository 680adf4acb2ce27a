/** The active events of a world, each a chip: its faults, which can be removed, the orders that will ship, and a key that expires. */

import type { Fault } from "../../scenarios/scenario.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import type { OrdersState } from "../control/world-control.ts";
import { isSpent } from "../service/fault-use.ts";
import type { ShownWorld } from "./connection.ts";
import { button, byId, element, orShowError, showMessage, showOutcome } from "./element.ts";
import { describeFault, describeKey, describeShip, describeUse } from "./event-words.ts";

/** Seconds that a click lets go by. */
const STEP_SECONDS = 10;

export function activeEvents(shown: ShownWorld) {
  let last = "";
  let removals: Promise<unknown> = Promise.resolve();
  /** `at`: its place in the list that is shown; others may have changed it since. */
  const remove = async (fault: Fault, at: number): Promise<void> => {
    const words = describeFault(fault);
    const { faults } = await shown().state({ limit: 0 });
    const same = faults.map((one) => describeFault(one) === words);
    const place = same[at] === true ? at : same.indexOf(true);
    if (place >= 0) await shown().removeFault(place + 1);
    showMessage(`Fault removed: ${words}.`);
  };
  const faultChip = (fault: Fault, at: number): HTMLLIElement => {
    const words = describeFault(fault);
    const onClick = (): void => {
      // One after the other: each looks for its fault in what the one before has left.
      removals = removals.then(() => orShowError(remove(fault, at)));
      byId("fault-effect").focus();
    };
    return chip(
      words + describeUse(fault),
      isSpent(fault) ? "spent" : "active",
      button("×", onClick, { class: "", "aria-label": `Remove: ${words}` }),
    );
  };
  byId("advance").addEventListener("click", async () => {
    const change = shown().advance({ seconds: STEP_SECONDS });
    await showOutcome(change, `${STEP_SECONDS} s have gone by.`);
  });
  const show = (page: OrdersState): void => {
    const { faults, ships, key, calls, lists, firstListAt } = page;
    const text = stringifyJson([faults, ships, key ? [key, calls] : [], lists, firstListAt]);
    // Elements that stay lose no click.
    if (text === last) return;
    last = text;
    byId("active").replaceChildren(
      ...faults.map(faultChip),
      ...ships.map((rule) => chip(describeShip(rule, page), "coming")),
      ...(key === undefined ? [] : [chip(describeKey(key.expiresAfter - calls), "coming")]),
    );
    byId("advance").hidden = ships.every(({ afterSeconds }) => afterSeconds === undefined);
  };
  return { show, isEmpty: (): boolean => byId("active").childElementCount === 0 };
}

function chip(text: string, kind: "active" | "spent" | "coming", ...more: Node[]): HTMLLIElement {
  return element("li", { class: "chip", "data-kind": kind }, text, ...more);
}
