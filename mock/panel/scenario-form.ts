/** The form that resets the world, to another scenario too, and the dialog in which one of one's own is written or opened. */
import type { OrdersState, WorldControl } from "../control/world-control.ts";
import type { ShownWorld } from "./connection.ts";
import {
  byId,
  copy,
  element,
  onSubmit,
  orShowError,
  setText,
  showMessage,
  showOutcome,
} from "./element.ts";

/** Between the scenarios of `default+slow`. */
const WITH = "+";

export function scenarioForm(shown: ShownWorld) {
  const select = byId<HTMLSelectElement>("scenario");
  const seed = byId<HTMLInputElement>("seed");
  const count = byId<HTMLInputElement>("count");
  /** The world in which the user has chosen a scenario that the world does not have yet. */
  let choiceIn: WorldControl | undefined;

  const boxes = (): HTMLInputElement[] => [...byId("trouble").querySelectorAll("input")];
  /** The scenario with the trouble that is laid over it, such as `default+slow`. */
  const chosen = (): string => {
    const trouble = boxes().flatMap(({ checked, value }) => (checked ? [value] : []));
    return [select.value, ...trouble].join(WITH);
  };
  const describe = (): void =>
    setText(byId("scenario-about"), select.selectedOptions[0]?.title ?? "");
  const choose = (): void => {
    choiceIn = shown();
    describe();
  };
  /** Adds a name to the choice, unless it is there: somebody else may have reset the world to a scenario of their own. */
  const offer = (name: string, description: string): void => {
    if (Array.from(select.options).some(({ value }) => value === name)) return;
    select.append(element("option", { value: name, title: description }, name));
  };
  select.addEventListener("change", choose);
  const active = byId("active-scenario");
  /** Without the sign that separates scenarios. */
  const fileName = (): string => (active.textContent ?? "").replaceAll(WITH, "-");
  const onScenario = (buttonId: string, use: (text: string) => void | Promise<void>): void =>
    byId(buttonId).addEventListener("click", () => orShowError(shown().toScenario().then(use)));
  onScenario("copy-scenario", (text) => copy(text, "Scenario"));
  onScenario("download-scenario", (text) => download(text, `${fileName()}.yaml`));
  addScenarioDialog(shown, (name) => {
    choiceIn = undefined;
    offer(name, "Your own scenario.");
  });
  byId("scenario-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const scenario = chosen();
    const change = shown().reset({
      scenario,
      seed: seed.value === "" ? undefined : Number(seed.value),
      orders: count.value === "" ? undefined : Number(count.value),
    });
    if (!(await showOutcome(change, `The world has been reset to ${scenario}.`))) return;
    seed.value = "";
    count.value = "";
  });
  return {
    load: async (): Promise<void> => {
      const scenarios = await orShowError(shown().scenarios());
      for (const { name, description, trouble } of scenarios ?? []) {
        if (!name.includes(WITH)) offer(name, description);
        if (!trouble) continue;
        const box = element("input", { type: "checkbox", value: name });
        box.addEventListener("change", choose);
        byId("trouble").append(element("label", { class: "check", title: description }, box, name));
      }
    },
    show: ({ scenario, seed: own, counts }: OrdersState): void => {
      setText(active, scenario);
      seed.placeholder = String(own);
      count.placeholder = String(counts.pending + counts.shipped + counts.cancelled);
      // A choice stays until the world has that scenario, or another world is shown: the state may be from before the choice.
      if (choiceIn === shown() && chosen() !== scenario) return;
      choiceIn = undefined;
      const [base = "", ...trouble] = scenario.split(WITH);
      const isLaidOver = trouble.every((name) => boxes().some(({ value }) => value === name));
      const name = isLaidOver ? base : scenario;
      offer(name, "A scenario of this world.");
      select.value = name;
      for (const box of boxes()) box.checked = isLaidOver && trouble.includes(box.value);
      describe();
    },
  };
}

/** `onReset` is called with the name of the scenario that the world has then. */
function addScenarioDialog(shown: ShownWorld, onReset: (name: string) => void): void {
  const text = byId<HTMLTextAreaElement>("own-text");
  const name = byId<HTMLInputElement>("own-name");
  byId("own-file").addEventListener("change", async ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file === undefined) return;
    text.value = await file.text();
    name.value = file.name.replace(/\.\w+$/, "").replace(/[^\w.~-]/g, "-");
  });
  const dialog = onSubmit("scenario-dialog", async () => {
    await shown().reset({ scenario: name.value, text: text.value });
    onReset(name.value);
    showMessage(`The world has been reset to ${name.value}.`);
  });
  // The world as it is: with a change, or to be seen.
  byId("own-scenario").addEventListener("click", async () => {
    text.value = (await orShowError(shown().toScenario())) ?? "";
    dialog.showModal();
  });
}

function download(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  element("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
  showMessage(`${name} is downloaded.`);
}
