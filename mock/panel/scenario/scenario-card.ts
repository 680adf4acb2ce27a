/**
 * The scenario of the world: its name, a card for each other scenario, which resets the world to
 * it, and the trouble laid over them.
 */
import type {
  KnownScenario,
  OrdersState,
  ResetOptions,
  WorldControl,
} from "../../control/world-control.ts";
import { change } from "../changes.ts";
import type { ShownWorld } from "../connection.ts";
import { button, byId, element, orShowError, setText } from "../element.ts";
import { inBrowser } from "../storage.ts";

/** Separates the scenarios in `default+slow`. */
const OVERLAY_SIGN = "+";
/** Prefix of the names under which the browser stores scenarios. */
const STORED_PREFIX = "scenario ";

export function scenarioCard(shown: ShownWorld) {
  const cards = byId("scenarios");
  const seed = byId<HTMLInputElement>("seed");
  const count = byId<HTMLInputElement>("count");
  /** The scenario of the world, without the trouble. */
  let base = "";
  let readyMade: readonly string[] = [];
  /** The world for which the user has chosen trouble that it does not have yet. */
  let choiceIn: WorldControl | undefined;

  const boxes = (): HTMLInputElement[] => [...byId("trouble").querySelectorAll("input")];
  const trouble = (): string[] => boxes().flatMap(({ checked, value }) => (checked ? [value] : []));
  /** `text` is the content of a scenario that is not ready-made. */
  const reset = (name: string, { text, ...size }: ResetOptions = {}): void => {
    const scenario = [name, ...trouble()].join(OVERLAY_SIGN);
    const act = async (world: WorldControl): Promise<void> => {
      if (text !== undefined) await world.reset({ scenario: name, text });
      await world.reset({ scenario, ...size });
      seed.value = "";
      count.value = "";
      choiceIn = undefined;
    };
    void orShowError(change(shown(), `The world has been reset to ${scenario}.`, act));
  };
  /** Adds a card, or replaces the one with this name. */
  const offer = (name: string, description: string, text?: string): void => {
    const card = element("button", { type: "button", value: name, title: description });
    card.append(element("b", {}, name), element("span", {}, description));
    card.addEventListener("click", () => reset(name, { text }));
    const item = element("li", {}, card);
    if (text !== undefined) {
      const forget = (): void => {
        inBrowser.remove(STORED_PREFIX + name);
        item.remove();
      };
      item.append(button("×", forget, { "aria-label": "Forget this scenario" }));
    }
    const before = cardOf(name);
    if (before === undefined) cards.append(item);
    else before.parentElement?.replaceWith(item);
  };
  const cardOf = (name: string): HTMLButtonElement | undefined =>
    [...cards.querySelectorAll<HTMLButtonElement>("[value]")].find(({ value }) => value === name);
  /** A stored scenario never replaces a ready-made one. */
  const offerOwn = (name: string, text: string): void => {
    if (readyMade.includes(name)) return;
    const [, sentence = "Your own scenario."] = /^description: "?(.*?)"?$/m.exec(text) ?? [];
    offer(name, sentence, text);
  };
  const offerTrouble = ({ name, description }: KnownScenario): void => {
    const box = element("input", { type: "checkbox", value: name });
    box.addEventListener("change", () => {
      choiceIn = shown();
    });
    byId("trouble").append(element("label", { class: "check", title: description }, box, name));
  };
  byId("scenario-form").addEventListener("submit", (event) => {
    event.preventDefault();
    reset(base, {
      seed: seed.value === "" ? undefined : Number(seed.value),
      orders: count.value === "" ? undefined : Number(count.value),
    });
  });

  return {
    load: async (): Promise<void> => {
      const scenarios = (await orShowError(shown().scenarios())) ?? [];
      for (const one of scenarios) {
        if (one.trouble) offerTrouble(one);
        else if (!one.name.includes(OVERLAY_SIGN)) offer(one.name, one.description);
      }
      readyMade = scenarios.map(({ name }) => name);
      for (const [name, text] of inBrowser.all(STORED_PREFIX)) offerOwn(name, text);
    },
    /** Stores a scenario and adds its card. */
    keep: (name: string, text: string): void => {
      inBrowser.set(STORED_PREFIX + name, text);
      offerOwn(name, text);
    },
    show: ({ scenario, changed, description, seed: own, counts }: OrdersState): void => {
      setText(byId("active-scenario"), changed ? `${scenario} (changed)` : scenario);
      seed.placeholder = String(own);
      count.placeholder = String(counts.pending + counts.shipped + counts.cancelled);
      const names = scenario.split(OVERLAY_SIGN);
      base = cardOf(scenario) === undefined ? names[0]! : scenario;
      if (cardOf(base) === undefined)
        offer(base, changed ? "A scenario of this world." : description);
      for (const card of cards.querySelectorAll<HTMLButtonElement>("[value]"))
        card.ariaCurrent = String(card.value === base);
      // Keep the choice until the world is reset or another one is shown, because this state may be
      // older than the choice.
      if (choiceIn === shown()) return;
      for (const box of boxes()) box.checked = names.slice(1).includes(box.value);
    },
  };
}
