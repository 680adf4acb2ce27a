/** The faults of a world: those that are active, in words, and the form that adds one. */
import type { Fault } from "../../scenarios/scenario.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { parseJson, stringifyJson } from "../../spec/json/json.ts";
import type { ControlClient } from "../control/control-client.ts";
import { button, byId, element, options, orShowError, showMessage } from "./element.ts";

/** Returns a function that shows the active faults, each of which can be removed. */
export function faultsView(control: ControlClient): (faults: readonly Fault[]) => void {
  let shown = "";
  let changes: Promise<unknown> = Promise.resolve();
  /** One after the other: each change begins with what the mock has after the one before. */
  const change = (message: string, edit: (faults: readonly Fault[]) => readonly Fault[]): void => {
    const save = async (): Promise<void> => {
      const { faults } = await control.call("GET state", { query: { limit: "0" } });
      await control.call("PUT faults", { body: { faults: edit(faults) } });
      showMessage(message);
    };
    changes = changes.then(() => orShowError(save()));
  };
  const chip = (fault: Fault): HTMLLIElement => {
    const words = describeFault(fault);
    const text = stringifyJson(fault);
    const remove = (): void => {
      change(`Fault removed: ${words}.`, (faults) => {
        const at = faults.findIndex((one) => stringifyJson(one) === text);
        return faults.filter((_, index) => index !== at);
      });
      byId("fault-effect").focus();
    };
    return element(
      "li",
      { class: "chip" },
      words,
      button("×", remove, { class: "", "aria-label": `Remove: ${words}` }),
    );
  };
  addFaultForm((fault) =>
    change(`Fault added: ${describeFault(fault)}.`, (faults) => [...faults, fault]),
  );
  return (faults) => {
    const text = stringifyJson(faults);
    // Elements that stay lose no click.
    if (text !== shown) byId("faults").replaceChildren(...faults.map(chip));
    shown = text;
  };
}

/** Three choices, some of which need a number. The value of a choice is a part of the fault, in JSON. `add` gets the fault. */
function addFaultForm(add: (fault: Fault) => void): void {
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
    ...options(Object.values(OPERATIONS).map(({ id }) => [JSON.stringify({ on: id }), id])),
  );
  form.addEventListener("change", showInputs);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    add(
      Object.assign(
        {},
        ...Array.from(new FormData(form), ([name, value]) => partOf(name, String(value))),
      ),
    );
  });
  showInputs();
}

/** What a field of the form adds to the fault. */
function partOf(name: string, text: string): Fault {
  switch (name) {
    case "part":
      return parseJson(text) as Fault;
    case "percent":
      return { probability: Number(text) / 100 };
    case "delay": {
      const [min = 0, max] = text.split("-").map(Number);
      return { delay: max === undefined ? min : [Math.min(min, max), Math.max(min, max)] };
    }
    default:
      return text === "" ? {} : { [name]: Number(text) };
  }
}

/** A fault in words: "cancelOrder, every 3 requests: status 503, Retry-After 2". */
function describeFault(fault: Fault): string {
  const { on, probability, nth, every, after, times, delay, status, retryAfter, fail } = fault;
  const conditions = [
    on === undefined ? "all operations" : [on].flat().join(" and "),
    ...(probability === undefined ? [] : [`${Math.round(probability * 100)}% of requests`]),
    ...(nth === undefined ? [] : [`request ${nth} only`]),
    ...(every === undefined ? [] : [`every ${every} requests`]),
    ...(after === undefined ? [] : [`after request ${after}`]),
    ...(times === undefined ? [] : [times === 1 ? "once" : `at most ${times} times`]),
  ];
  const effects = [
    ...(delay === undefined ? [] : [`delay ${[delay].flat().join("–")} ms`]),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(retryAfter === undefined ? [] : [`Retry-After ${retryAfter}`]),
    ...(fail === undefined ? [] : [FAILURES[fail]]),
  ];
  return `${conditions.join(", ")}: ${effects.join(", ")}`;
}

const FAILURES = {
  reset: "connection reset",
  hang: "no response",
  truncate: "truncated body",
  "invalid-json": "invalid JSON",
} as const;
