/** The form that adds a fault. */
import type { Fault } from "../../scenarios/scenario.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { parseJson } from "../../spec/json/json.ts";
import type { ShownWorld } from "./connection.ts";
import { byId, element, showOutcome } from "./element.ts";
import { describeFault } from "./event-words.ts";

/** Three choices, some of which need a number. The value of a choice is a part of the fault, in JSON. */
export function faultForm(shown: ShownWorld): void {
  const form = byId<HTMLFormElement>("fault-form");
  const showInputs = (): void => {
    const needed = Array.from(
      form.querySelectorAll<HTMLOptionElement>("option:checked"),
      ({ dataset }) => dataset.inputs?.split(" "),
    ).flat();
    for (const input of form.querySelectorAll("input")) {
      // A hidden input that is required would block the form.
      input.disabled = !needed.includes(input.name);
      input.parentElement!.hidden = input.disabled;
    }
  };
  byId("fault-on").append(
    ...Object.values(OPERATIONS).map(({ id, path }) => {
      const inputs = path.includes("{orderId}") ? "id" : "";
      return element("option", { value: JSON.stringify({ on: id }), "data-inputs": inputs }, id);
    }),
  );
  form.addEventListener("change", showInputs);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fault: Fault = Object.assign(
      {},
      ...Array.from(new FormData(form), ([name, value]) => partOf(name, String(value))),
    );
    await showOutcome(shown().fault(fault), `Fault added: ${describeFault(fault)}.`);
  });
  showInputs();
}

/** The part of the fault that a field of the form adds. */
function partOf(name: string, text: string): Fault {
  if (text === "") return {};
  switch (name) {
    case "part":
      return parseJson(text) as Fault;
    case "percent":
      return { probability: Number(text) / 100 };
    case "id":
      return { id: text };
    case "delay": {
      const [min = 0, max] = text.split("-").map(Number);
      return { delay: max === undefined ? min : [Math.min(min, max), Math.max(min, max)] };
    }
    default:
      return { [name]: Number(text) };
  }
}
