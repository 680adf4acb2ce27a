/** The form that resets the world, to another scenario too. */
import type { ControlClient, StatePage } from "../control/control-client.ts";
import { byId, options, setText } from "./element.ts";
import { orShowError, showMessage } from "./messages.ts";
import { ScenarioDialog } from "./scenario-dialog.ts";

export class ScenarioForm {
  private readonly control: ControlClient;
  private readonly select = byId<HTMLSelectElement>("scenario");
  private readonly seed = byId<HTMLInputElement>("seed");
  private readonly count = byId<HTMLInputElement>("count");
  private readonly descriptions = new Map<string, string>();
  /** The world in which the user has chosen a scenario that the world does not have yet. */
  private choiceIn: string | undefined;

  constructor(control: ControlClient) {
    this.control = control;
    this.select.addEventListener("change", () => {
      this.choiceIn = this.control.world;
      this.describe();
    });
    new ScenarioDialog(control, (name) => {
      this.choiceIn = undefined;
      this.offer(name, "Your own scenario.");
    });
    byId("scenario-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.reset();
    });
  }

  async load(): Promise<void> {
    const answer = await orShowError(this.control.scenarios());
    for (const { name, description } of answer?.scenarios ?? []) this.descriptions.set(name, description);
    this.select.replaceChildren(...options([...this.descriptions.keys()].map((name) => [name, name])));
  }

  show({ world, scenario, seed, counts }: StatePage): void {
    this.seed.placeholder = String(seed);
    this.count.placeholder = String(counts.pending + counts.shipped + counts.cancelled);
    // A choice stays until the world has that scenario, or another world is shown: the state may be from before the choice.
    if (this.choiceIn === world && this.select.value !== scenario) return;
    this.choiceIn = undefined;
    this.offer(scenario, "A scenario of this world.");
    this.select.value = scenario;
    this.describe();
  }

  /** Adds a name to the choice, unless it is there: somebody else may have reset the world to a scenario of their own. */
  private offer(name: string, description: string): void {
    if (this.descriptions.has(name)) return;
    this.descriptions.set(name, description);
    this.select.append(...options([[name, name]]));
  }

  private describe(): void {
    setText(byId("scenario-about"), this.descriptions.get(this.select.value) ?? "");
  }

  private async reset(): Promise<void> {
    const { value: scenario } = this.select;
    const body = {
      scenario,
      ...(this.seed.value !== "" && { seed: Number(this.seed.value) }),
      ...(this.count.value !== "" && { orders: Number(this.count.value) }),
    };
    if ((await orShowError(this.control.resetTo(body))) === undefined) return;
    this.seed.value = "";
    this.count.value = "";
    showMessage(`The world has been reset to ${scenario}.`);
  }
}
