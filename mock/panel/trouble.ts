/** The faults in force: put together from three choices, shown as sentences, taken back one by one. */
import type { Fault } from "../../scenarios/troubles.ts";
import { byId, element, options } from "./element.ts";

type Choice = readonly [label: string, fault: Fault];

const ON: readonly Choice[] = [
  ["any operation", {}],
  ["listOrders", { on: "listOrders" }],
  ["cancelOrder", { on: "cancelOrder" }],
];
const WHEN: readonly Choice[] = [
  ["every call", {}],
  ["the next call", { times: 1 }],
  ["every third call", { every: 3 }],
  ["one call in five", { probability: 0.2 }],
];
const WHAT: readonly Choice[] = [
  ["answers after 2 s", { delay: 2000 }],
  ["answers after 0.3 to 3 s", { delay: [300, 3000] }],
  ["503, try again in 2 s", { status: 503, retryAfter: 2 }],
  ["429, try again in 1 s", { status: 429, retryAfter: 1 }],
  ["500", { status: 500 }],
  ["the connection is reset", { fail: "reset" }],
  ["no answer at all", { fail: "hang" }],
  ["the body breaks off", { fail: "truncate" }],
  ["the body is no JSON", { fail: "invalid-json" }],
];

export class Trouble {
  private readonly list = byId<HTMLUListElement>("faults");
  private readonly change: (faults: readonly Fault[]) => void;
  private faults: readonly Fault[] = [];

  /** `change` is told which faults shall be in force. */
  constructor(change: (faults: readonly Fault[]) => void) {
    this.change = change;
    const selects = [
      ["fault-on", ON],
      ["fault-when", WHEN],
      ["fault-what", WHAT],
    ] as const;
    for (const [id, choices] of selects)
      byId(id).append(...options(choices.map(([label], index) => [String(index), label])));
    byId("fault-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const parts = selects.map(([id, choices]) => choices[Number(byId<HTMLSelectElement>(id).value)]![1]);
      this.change([...this.faults, Object.assign({}, ...parts)]);
    });
    this.list.addEventListener("click", ({ target }) => {
      const chip = (target as HTMLElement).closest<HTMLElement>("button[data-index]");
      if (chip === null) return;
      this.change(this.faults.filter((_, index) => index !== Number(chip.dataset.index)));
      byId("fault-what").focus();
    });
  }

  show(faults: readonly Fault[]): void {
    this.faults = faults;
    byId("all-well").hidden = faults.length > 0;
    this.list.hidden = faults.length === 0;
    this.list.replaceChildren(
      ...faults.map((fault, index) => {
        const text = describeFault(fault);
        const remove = element(
          "button",
          { type: "button", "data-index": String(index), "aria-label": `Take back: ${text}` },
          "×",
        );
        return element("li", { class: "chip" }, text, remove);
      }),
    );
  }
}

/** A fault in words: "cancelOrder, every third call: 503, Retry-After 2". */
export function describeFault(fault: Fault): string {
  const { on, probability, nth, every, after, times, delay, status, retryAfter, fail } = fault;
  const calls = [
    on === undefined ? "any operation" : [on].flat().join(" and "),
    ...(probability === undefined ? [] : [`${Math.round(probability * 100)} % of calls`]),
    ...(nth === undefined ? [] : [`call ${nth}`]),
    ...(every === undefined ? [] : [`every ${every} calls`]),
    ...(after === undefined ? [] : [`after ${after} calls`]),
    ...(times === undefined ? [] : [times === 1 ? "once" : `${times} times`]),
  ];
  const happens = [
    ...(delay === undefined ? [] : [typeof delay === "number" ? `${delay} ms late` : `${delay.join("–")} ms late`]),
    ...(status === undefined ? [] : [String(status)]),
    ...(retryAfter === undefined ? [] : [`Retry-After ${retryAfter}`]),
    ...(fail === undefined ? [] : [FAILURES[fail]]),
  ];
  return `${calls.join(", ")}: ${happens.join(", ")}`;
}

const FAILURES = {
  reset: "connection reset",
  hang: "no answer",
  truncate: "body breaks off",
  "invalid-json": "body no JSON",
} as const;
