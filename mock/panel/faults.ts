/** The forms that add a fault: when it applies, and a button for each effect. */
import type { Fault } from "../../scenarios/scenario.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { change } from "./changes.ts";
import type { ShownWorld } from "./connection.ts";
import { byId, element, orShowError } from "./element.ts";
import { describeFault } from "./event-words.ts";
import { partsIn, showNeededInputs } from "./forms.ts";

/** Readers for fields that are not plain numbers. */
const FAULT_FIELDS = {
  percent: (text: string) => ({ probability: Number(text) / 100 }),
  id: (id: string) => ({ id }),
  delay: (text: string) => {
    const [min = 0, max] = text.split("-").map(Number);
    return { delay: max === undefined ? min : [Math.min(min, max), Math.max(min, max)] };
  },
};

export function faultForms(shown: ShownWorld): void {
  const when = byId<HTMLFormElement>("fault-when");
  byId("fault-on").append(
    ...Object.values(OPERATIONS).map(({ id, path }) => {
      const inputs = path.includes("{orderId}") ? "id" : "";
      return element("option", { value: JSON.stringify({ on: id }), "data-inputs": inputs }, id);
    }),
  );
  const showInputs = showNeededInputs(when);
  for (const effects of [
    byId<HTMLFormElement>("fault-effects"),
    byId<HTMLFormElement>("fault-other"),
  ])
    effects.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!when.checkValidity()) return;
      const fault: Fault = {
        ...partsIn(when, null, FAULT_FIELDS),
        ...partsIn(effects, event.submitter, FAULT_FIELDS),
      };
      const done = `Fault added: ${describeFault(fault)}.`;
      void orShowError(change(shown(), done, (world) => world.fault(fault)));
      // The next fault applies to all requests again.
      when.reset();
      showInputs();
    });
  // Enter adds nothing until the user chooses an effect.
  when.addEventListener("submit", (event) => event.preventDefault());
}
