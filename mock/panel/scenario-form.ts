/** The form that resets the world, to another scenario too, and the dialog in which one of one's own is written or opened. */
import type { ControlClient, StatePage } from "../control/control-client.ts";
import { byId, element, onSubmit, orShowError, setText, showMessage } from "./element.ts";

/** Between the scenarios of `default+slow`. */
const WITH = "+";

export class ScenarioForm {
  private readonly control: ControlClient;
  private readonly select = byId<HTMLSelectElement>("scenario");
  private readonly seed = byId<HTMLInputElement>("seed");
  private readonly count = byId<HTMLInputElement>("count");
  /** The world in which the user has chosen a scenario that the world does not have yet. */
  private choiceIn: string | undefined;

  constructor(control: ControlClient) {
    this.control = control;
    this.select.addEventListener("change", () => this.choose());
    addScenarioDialog(control, (name) => {
      this.choiceIn = undefined;
      this.offer(name, "Your own scenario.");
    });
    byId("scenario-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.reset();
    });
  }

  async load(): Promise<void> {
    const answer = await orShowError(this.control.call("GET scenarios"));
    for (const { name, description, trouble } of answer?.scenarios ?? []) {
      if (!name.includes(WITH)) this.offer(name, description);
      if (!trouble) continue;
      const box = element("input", { type: "checkbox", value: name });
      box.addEventListener("change", () => this.choose());
      byId("trouble").append(element("label", { class: "check", title: description }, box, name));
    }
  }

  private boxes(): HTMLInputElement[] {
    return [...byId("trouble").querySelectorAll("input")];
  }

  /** The scenario with the trouble that is laid over it, such as `default+slow`. */
  private chosen(): string {
    const trouble = this.boxes().flatMap(({ checked, value }) => (checked ? [value] : []));
    return [this.select.value, ...trouble].join(WITH);
  }

  private choose(): void {
    this.choiceIn = this.control.world;
    this.describe();
  }

  show({ world, scenario, seed, counts }: StatePage): void {
    this.seed.placeholder = String(seed);
    this.count.placeholder = String(counts.pending + counts.shipped + counts.cancelled);
    // A choice stays until the world has that scenario, or another world is shown: the state may be from before the choice.
    if (this.choiceIn === world && this.chosen() !== scenario) return;
    this.choiceIn = undefined;
    const boxes = this.boxes();
    const [base = "", ...trouble] = scenario.split(WITH);
    const isLaidOver = trouble.every((name) => boxes.some(({ value }) => value === name));
    const name = isLaidOver ? base : scenario;
    this.offer(name, "A scenario of this world.");
    this.select.value = name;
    for (const box of boxes) box.checked = isLaidOver && trouble.includes(box.value);
    this.describe();
  }

  /** Adds a name to the choice, unless it is there: somebody else may have reset the world to a scenario of their own. */
  private offer(name: string, description: string): void {
    if (Array.from(this.select.options).some(({ value }) => value === name)) return;
    this.select.append(element("option", { value: name, title: description }, name));
  }

  private describe(): void {
    setText(byId("scenario-about"), this.select.selectedOptions[0]?.title ?? "");
  }

  private async reset(): Promise<void> {
    const scenario = this.chosen();
    const body = {
      scenario,
      ...(this.seed.value !== "" && { seed: Number(this.seed.value) }),
      ...(this.count.value !== "" && { orders: Number(this.count.value) }),
    };
    if ((await orShowError(this.control.call("POST reset", { body }))) === undefined) return;
    this.seed.value = "";
    this.count.value = "";
    showMessage(`The world has been reset to ${scenario}.`);
  }
}

/** `onReset` is called with the name of the scenario that the world has then. */
function addScenarioDialog(control: ControlClient, onReset: (name: string) => void): void {
  const text = byId<HTMLTextAreaElement>("own-text");
  const name = byId<HTMLInputElement>("own-name");
  byId("own-file").addEventListener("change", async ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file === undefined) return;
    text.value = await file.text();
    name.value = file.name.replace(/\.\w+$/, "").replace(/[^\w.~-]/g, "-");
  });
  const dialog = onSubmit("scenario-dialog", async () => {
    await control.call("POST reset", { body: { scenario: name.value, text: text.value } });
    onReset(name.value);
    showMessage(`The world has been reset to ${name.value}.`);
  });
  byId("own-scenario").addEventListener("click", () => dialog.showModal());
}
