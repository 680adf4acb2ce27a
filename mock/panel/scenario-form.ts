/** The form that resets the world, to another scenario too, and the dialog in which one of one's own is written or opened. */
import { ORDER_FIELDS } from "../../spec/schema/fields.ts";
import type { ControlClient, StatePage } from "../control/control-client.ts";
import { byId, onSubmit, options, orShowError, setText, showMessage } from "./element.ts";

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

const ORDER = Object.entries(ORDER_FIELDS)
  .map(([field, { example }]) => `${field}: ${example}`)
  .join(", ");
const EXAMPLE = `description: Order ${ORDER_FIELDS.id.example} ships after the first list, and every fifth list fails.
orders:
  count: 20
  list:
    - { ${ORDER}, state: pending }
ships:
  - { id: ${ORDER_FIELDS.id.example}, afterLists: 1 }
faults:
  - { on: listOrders, every: 5, status: 503, retryAfter: 2 }
`;

/** `onReset` is called with the name of the scenario that the world has then. */
function addScenarioDialog(control: ControlClient, onReset: (name: string) => void): void {
  const text = byId<HTMLTextAreaElement>("own-text");
  const name = byId<HTMLInputElement>("own-name");
  text.value = EXAMPLE;
  byId("own-file").addEventListener("change", async ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file === undefined) return;
    text.value = await file.text();
    name.value = file.name.replace(/\.\w+$/, "").replace(/[^\w.~-]/g, "-");
  });
  const dialog = onSubmit("scenario-dialog", async () => {
    await control.resetTo({ scenario: name.value, text: text.value });
    onReset(name.value);
    showMessage(`The world has been reset to ${name.value}.`);
  });
  byId("own-scenario").addEventListener("click", () => dialog.showModal());
}
