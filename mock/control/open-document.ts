/**
 * Reads the document of a world, and applies nothing unless all of it is valid. Loaded on demand,
 * with the schemas.
 */
import { isScenarioFile } from "../../scenarios/load.ts";
import { withName } from "../../scenarios/read-scenario.ts";
import { jsonSource } from "../../scenarios/source/json-source.ts";
import { read } from "../../scenarios/source/read.ts";
import type { Service } from "../service/service.ts";
import { worldDocument } from "../service/world-document.ts";

/**
 * Errors call the text `name`. Throws a UserError with the place, also if no world of this service
 * can start from the document.
 */
export async function openDocument(service: Service, text: string, name: string) {
  const source = jsonSource(text, name);
  const { start, at, ...changes } = read(source, worldDocument);
  const { scenario, ...rest } = start;
  const wanted = typeof scenario === "object" ? withName(scenario) : scenario;
  // A client must not make the mock read files on its machine.
  if (namesFile(wanted)) throw source.mistake(["start", "scenario"], "value", NO_FILE).error;
  const template = await service.templateFor(wanted, rest);

  // Each order that the document names must exist.
  const { orders, events } = changes;
  const removed = new Set(orders.removed);
  const put = new Set(orders.edits.map(({ id }) => id));
  const isThere = (id: string): boolean =>
    put.has(id) || (!removed.has(id) && template.table.byId.has(BigInt(id)));
  const named = [
    ...orders.states.map(([id], at) => ({ id, path: ["orders", "states", at] })),
    ...orders.hideAfterList.map((id, at) => ({ id, path: ["orders", "hideAfterList", at] })),
    ...events.ships.map(({ id }, at) => ({ id, path: ["events", "ships", at] })),
  ];
  for (const { id, path } of named)
    if (id !== undefined && !isThere(id))
      throw source.mistake(path, "value", `This world has no order ${id}.`).error;
  const gone = at === undefined || events.lists === 0 ? 0 : service.now() - at;
  return {
    template,
    changes: { ...changes, events: { ...events, firstListAt: events.firstListAt + gone } },
  };
}

/** True if one of the chosen scenarios is a file. */
export function namesFile(choice: unknown): boolean {
  return [choice].flat().some((one) => typeof one === "string" && isScenarioFile(one));
}

export const NO_FILE = "Expected the name of a scenario. Send the content of a file as text.";
