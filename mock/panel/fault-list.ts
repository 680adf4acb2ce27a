/** The active faults, listed in words and removed one by one. */
import type { Fault } from "../../scenarios/events.ts";
import { byId, element } from "./element.ts";
import { showMessage } from "./messages.ts";

export class FaultList {
  private readonly list = byId<HTMLUListElement>("faults");
  private readonly save: (faults: readonly Fault[]) => Promise<void>;
  private faults: readonly Fault[] = [];
  private saving = Promise.resolve();
  private unsaved = 0;

  /** `save` gets all faults that should be active. It must not reject. */
  constructor(save: (faults: readonly Fault[]) => Promise<void>) {
    this.save = save;
    this.list.addEventListener("click", ({ target }) => {
      const button = (target as HTMLElement).closest<HTMLElement>("button[data-index]");
      if (button === null) return;
      const at = Number(button.dataset.index);
      showMessage(`Fault removed: ${describeFault(this.faults[at]!)}.`);
      this.replace(this.faults.filter((_, index) => index !== at));
      byId("fault-effect").focus();
    });
  }

  add(fault: Fault): void {
    showMessage(`Fault added: ${describeFault(fault)}.`);
    this.replace([...this.faults, fault]);
  }

  /** Shown at once and sent in order: the next change is based on it, even if the mock has not answered yet. */
  private replace(faults: readonly Fault[]): void {
    this.render(faults);
    this.unsaved++;
    this.saving = this.saving.then(() => this.save(faults)).finally(() => this.unsaved--);
  }

  /** Shows the faults of the mock, unless there are changes that it does not have yet. */
  show(faults: readonly Fault[]): void {
    if (this.unsaved === 0) this.render(faults);
  }

  private render(faults: readonly Fault[]): void {
    this.faults = faults;
    byId("no-faults").hidden = faults.length > 0;
    this.list.hidden = faults.length === 0;
    this.list.replaceChildren(
      ...faults.map((fault, index) => {
        const text = describeFault(fault);
        const remove = element(
          "button",
          { type: "button", "data-index": String(index), "aria-label": `Remove: ${text}` },
          "×",
        );
        return element("li", { class: "chip" }, text, remove);
      }),
    );
  }
}

/** A fault in words: "cancelOrder, every 3 requests: status 503, Retry-After 2". */
export function describeFault(fault: Fault): string {
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
    ...(delay === undefined ? [] : [`delay ${typeof delay === "number" ? delay : delay.join("–")} ms`]),
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
