/** The form that adds a fault: three choices, some of which need a number. */
import type { Fault } from "../../scenarios/events.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { AnnotatedRequest } from "../control/commands.ts";
import { byId, options } from "./element.ts";

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
