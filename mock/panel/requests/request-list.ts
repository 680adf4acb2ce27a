/**
 * The requests that the mock receives, newest first, each with notes on what the contract says
 * about it. A click opens one.
 */
import type { AnnotatedRequest } from "../../control/request-notes.ts";
import type { ShownWorld } from "../connection.ts";
import { button, byId, element, setText } from "../element.ts";
import type { CalledService } from "./request-actions.ts";
import { showDetails } from "./request-details.ts";

/** Maximum number of shown requests. */
const MAX_REQUESTS = 200;

/** `reveal` brings an order into view. */
export function requestList(
  shown: ShownWorld,
  called: CalledService,
  reveal: (id: string) => void,
) {
  const list = byId("log");
  const search = byId<HTMLInputElement>("search-requests");
  /** Requests to show in the next frame. */
  let pending: AnnotatedRequest[] = [];
  const clear = (): void => {
    pending = [];
    list.replaceChildren();
  };
  const filter = (entries: Iterable<Element>): void => {
    const wanted = search.value.trim().toLowerCase();
    for (const entry of entries)
      (entry as HTMLElement).hidden = !entry.textContent?.toLowerCase().includes(wanted);
  };
  const entryOf = (request: AnnotatedRequest): HTMLLIElement => {
    const { order, fault, notes } = request;
    const full = element("details", {}, lineOf(request));
    const open = (): void => void showDetails(full, request, shown(), called);
    full.addEventListener("toggle", open, { once: true });
    const item = element("li", notes.length > 0 ? { class: "with-notes" } : {}, full);
    const remarks = element("div", { class: "remarks" });
    item.append(remarks);
    if (order !== undefined) {
      item.dataset.order = order;
      remarks.append(button(`Order ${order}`, () => reveal(order), { class: "link" }));
    }
    if (fault !== undefined) remarks.append(element("p", { class: "fault" }, `fault: ${fault}`));
    remarks.append(...notes.map((note) => element("p", { class: "note" }, note)));
    return item;
  };
  const render = (): void => {
    const last = pending.at(-1);
    if (last === undefined) return;
    // Announces the last request to screen readers.
    setText(
      byId("announcement"),
      `${last.method} ${last.path}, ${outcome(last)}. ${last.notes.join(". ")}`,
    );
    const entries = pending.reverse().map(entryOf);
    filter(entries);
    list.prepend(...entries);
    pending = [];
    while (list.childElementCount > MAX_REQUESTS) list.lastElementChild?.remove();
  };
  byId("clear").addEventListener("click", clear);
  search.addEventListener("input", () => filter(list.children));
  return {
    clear,
    add: (request: AnnotatedRequest): void => {
      if (pending.push(request) === 1) requestAnimationFrame(render);
      // A hidden page has no frames, so requests would pile up.
      if (pending.length > MAX_REQUESTS) pending.shift();
    },
  };
}

function lineOf(request: AnnotatedRequest): HTMLElement {
  const { at, method, path, status } = request;
  const kind = status === 0 ? "none" : `${Math.floor(status / 100)}xx`;
  return element(
    "summary",
    { class: "line" },
    element("time", { datetime: at }, new Date(at).toLocaleTimeString("en-GB")),
    element("span", { class: "method" }, method),
    element("span", { class: "path" }, path),
    element("span", { class: "status", "data-kind": kind }, outcome(request)),
  );
}

const outcome = ({ status }: AnnotatedRequest): string =>
  status === 0 ? "no response" : String(status);
