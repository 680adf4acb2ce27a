/** The faults of a world: those that are active, in words, and the form that adds one. */
import type { Fault } from "../../scenarios/scenario.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { AnnotatedRequest } from "../control/request-notes.ts";
import { byId, element, options, showMessage } from "./element.ts";

interface Choice {
  readonly label: string;
  /** The inputs that are shown for it. */
  readonly inputs?: readonly Input[];
  readonly fault: () => Fault;
}

const INPUTS = ["n", "percent", "status", "retry", "delay"] as const;
type Input = (typeof INPUTS)[number];

const OPERATION: readonly Choice[] = [
  { label: "All operations", fault: () => ({}) },
  ...Object.values(OPERATIONS).map(({ id }) => ({ label: id, fault: () => ({ on: id }) })),
];
const WHEN: readonly Choice[] = [
  { label: "Every request", fault: () => ({}) },
  { label: "Next request only", fault: () => ({ times: 1 }) },
  { label: "Every third request", fault: () => ({ every: 3 }) },
  { label: "20% of requests", fault: () => ({ probability: 0.2 }) },
  { label: "Every nth request…", inputs: ["n"], fault: () => ({ every: numberIn("n") }) },
  { label: "Only the nth request…", inputs: ["n"], fault: () => ({ nth: numberIn("n") }) },
  { label: "The next n requests…", inputs: ["n"], fault: () => ({ times: numberIn("n") }) },
  { label: "A share of requests…", inputs: ["percent"], fault: () => ({ probability: numberIn("percent") / 100 }) },
];
const BY_STATUS = "Status…";
const EFFECT: readonly Choice[] = [
  { label: "Delay: 2 s", fault: () => ({ delay: 2000 }) },
  { label: "Delay: 0.3 to 3 s", fault: () => ({ delay: [300, 3000] }) },
  { label: "401, as with an expired key", fault: () => ({ status: 401 }) },
  { label: "503, Retry-After 2", fault: () => ({ status: 503, retryAfter: 2 }) },
  { label: "429, Retry-After 1", fault: () => ({ status: 429, retryAfter: 1 }) },
  { label: "500", fault: () => ({ status: 500 }) },
  { label: "Connection reset", fault: () => ({ fail: "reset" }) },
  { label: "No response", fault: () => ({ fail: "hang" }) },
  { label: "Truncated body", fault: () => ({ fail: "truncate" }) },
  { label: "Invalid JSON", fault: () => ({ fail: "invalid-json" }) },
  { label: BY_STATUS, inputs: ["status", "retry"], fault: statusFault },
  { label: "Delay…", inputs: ["delay"], fault: delayFault },
];
const SELECTS = [
  ["fault-on", OPERATION],
  ["fault-when", WHEN],
  ["fault-effect", EFFECT],
] as const;

/** Three choices, some of which need a number. */
export class FaultForm {
  /** `add` gets the fault that the user has chosen. */
  constructor(add: (fault: Fault) => void) {
    for (const [id, choices] of SELECTS) {
      byId(id).append(...options(choices.map(({ label }) => [label, label])));
      byId(id).addEventListener("change", () => this.showInputs());
    }
    byId("fault-form").addEventListener("submit", (event) => {
      event.preventDefault();
      add(Object.assign({}, ...this.chosen().map(({ fault }) => fault())));
    });
    this.showInputs();
  }

  /** Prepares a fault that answers the next request like this one, or with 503 if that succeeded. */
  suggest({ operation, status }: AnnotatedRequest): void {
    select("fault-on").value = operation ?? "All operations";
    select("fault-when").value = "Next request only";
    select("fault-effect").value = BY_STATUS;
    input("status").value = String(status >= 400 ? status : 503);
    this.showInputs();
    byId("fault-form").scrollIntoView({ block: "nearest" });
    input("status").focus();
  }

  private chosen(): Choice[] {
    return SELECTS.map(([id, choices]) => choices.find(({ label }) => label === select(id).value)!);
  }

  private showInputs(): void {
    const needed = this.chosen().flatMap(({ inputs = [] }) => inputs);
    for (const name of INPUTS) {
      const isNeeded = needed.includes(name);
      byId(`fault-${name}-label`).hidden = !isNeeded;
      // A hidden input that is required would block the form.
      input(name).disabled = !isNeeded;
    }
  }
}

function statusFault(): Fault {
  const status = numberIn("status");
  return input("retry").value === "" ? { status } : { status, retryAfter: numberIn("retry") };
}

function delayFault(): Fault {
  const [min = 0, max] = input("delay").value.split("-").map(Number);
  return { delay: max === undefined ? min : [Math.min(min, max), Math.max(min, max)] };
}

function numberIn(name: Input): number {
  return Number(input(name).value);
}

function input(name: Input): HTMLInputElement {
  return byId<HTMLInputElement>(`fault-${name}`);
}

function select(id: string): HTMLSelectElement {
  return byId<HTMLSelectElement>(id);
}

/** The active faults, each of which can be removed. */
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
