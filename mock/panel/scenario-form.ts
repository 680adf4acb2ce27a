/** Which scenario the world stands on, and the form that begins anew with another. */
import type { Control, StatePage } from "./control.ts";
import { byId, options, setText } from "./element.ts";
import { attempt, say } from "./messages.ts";

export class ScenarioForm {
  private readonly control: Control;
  private readonly select = byId<HTMLSelectElement>("scenario");
  private readonly seed = byId<HTMLInputElement>("seed");
  private readonly count = byId<HTMLInputElement>("count");
  private readonly descriptions = new Map<string, string>();
  private shown = "";

  constructor(control: Control) {
    this.control = control;
    this.select.addEventListener("change", () => this.describe());
    byId("scenario-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.beginAnew();
    });
  }

  async load(): Promise<void> {
    const answer = await attempt(this.control.scenarios());
    for (const { name, description } of answer?.scenarios ?? []) this.descriptions.set(name, description);
    this.select.replaceChildren(...options([...this.descriptions.keys()].map((name) => [name, name])));
    this.shown = "";
  }

  show({ world, scenario, seed, counts }: StatePage): void {
    this.seed.placeholder = String(seed);
    this.count.placeholder = String(counts.pending + counts.shipped + counts.cancelled);
    const shown = `${world} ${scenario}`;
    // Only when it is another: a choice that someone is about to make is not taken back by a look at the counts.
    if (shown === this.shown) return;
    this.shown = shown;
    this.select.value = scenario;
    this.describe();
  }

  private describe(): void {
    setText(byId("scenario-about"), this.descriptions.get(this.select.value) ?? "");
  }

  private async beginAnew(): Promise<void> {
    const { value: scenario } = this.select;
    const body = {
      scenario,
      ...(this.seed.value !== "" && { seed: Number(this.seed.value) }),
      ...(this.count.value !== "" && { orders: Number(this.count.value) }),
    };
    if ((await attempt(this.control.reset(body))) === undefined) return;
    this.seed.value = "";
    this.count.value = "";
    say(`${scenario} begins anew.`);
  }
}
