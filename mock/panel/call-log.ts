/** The calls that the mock gets, the latest on top, each with what the contract says of it. */
import type { Annotated } from "../control/commands.ts";
import { byId, element, setText } from "./element.ts";

/** Calls that are shown. */
const MOST = 200;
/** How often a screen reader is told of new calls. */
const ANNOUNCE_MS = 4000;

export class CallLog {
  private readonly list = byId<HTMLOListElement>("log");
  private readonly none = byId("no-calls");
  private readonly pause = byId<HTMLButtonElement>("pause");
  private waiting: Annotated[] = [];
  /** Since screen readers were told: how many calls, how many of them with remarks, and the last. */
  private unheard = { calls: 0, remarked: 0 };
  private last: Annotated | undefined;
  private frame = 0;

  constructor() {
    this.pause.addEventListener("click", () => {
      this.pause.ariaPressed = String(!this.paused);
      this.list.classList.toggle("paused", this.paused);
      this.draw();
    });
    byId("clear").addEventListener("click", () => this.clear());
    byId<HTMLInputElement>("only-remarks").addEventListener("change", ({ target }) => {
      this.list.classList.toggle("only-remarks", (target as HTMLInputElement).checked);
    });
    setInterval(() => this.tell(), ANNOUNCE_MS);
  }

  add(call: Annotated): void {
    this.waiting.push(call);
    this.unheard.calls++;
    if (call.notes.length > 0) this.unheard.remarked++;
    this.last = call;
    if (this.waiting.length > MOST) this.waiting.shift();
    this.draw();
  }

  clear(): void {
    this.waiting = [];
    this.list.replaceChildren();
    this.none.hidden = false;
    setText(this.pause, "Pause");
  }

  private get paused(): boolean {
    return this.pause.ariaPressed === "true";
  }

  private draw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      setText(
        this.pause,
        this.paused ? `Resume${this.waiting.length > 0 ? ` (${this.waiting.length})` : ""}` : "Pause",
      );
      if (this.paused || this.waiting.length === 0) return;
      this.list.prepend(...this.waiting.reverse().map(entry));
      this.waiting = [];
      while (this.list.childElementCount > MOST) this.list.lastElementChild?.remove();
      this.none.hidden = true;
    });
  }

  /** One sentence for all that has come since the last. */
  private tell(): void {
    const { calls, remarked } = this.unheard;
    this.unheard = { calls: 0, remarked: 0 };
    const { last } = this;
    if (calls === 0 || last === undefined) return;
    const one = `${last.method} ${last.path}, ${outcome(last)}. ${last.notes.join(". ")}`;
    setText(byId("heard"), calls === 1 ? one : `${calls} calls, ${remarked} with remarks.`);
  }
}

const outcome = ({ status }: Annotated): string => (status === 0 ? "no answer" : String(status));

function entry(call: Annotated): HTMLLIElement {
  const { at, method, path, status, fault, notes } = call;
  const kind = status === 0 ? "none" : `${Math.floor(status / 100)}xx`;
  const line = element(
    "div",
    { class: "line" },
    element("time", { datetime: at }, new Date(at).toLocaleTimeString("en-GB")),
    element("span", { class: "method" }, method),
    element("span", { class: "path" }, path),
    element("span", { class: "status", "data-kind": kind }, outcome(call)),
  );
  const item = element("li", notes.length > 0 ? { class: "remarked" } : {}, line);
  if (fault !== undefined) item.append(element("p", { class: "fault" }, `trouble: ${fault}`));
  for (const note of notes) item.append(element("p", { class: "note" }, note));
  return item;
}
