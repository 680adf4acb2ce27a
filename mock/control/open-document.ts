/** Reads the document of a world, of which nothing is taken unless all of it is sound. Loaded on demand, with the schemas. */
import { isScenarioFile } from "../../scenarios/load.ts";
import { withName } from "../../scenarios/read-scenario.ts";
import { jsonSource } from "../../scenarios/source/json-source.ts";
import { read } from "../../scenarios/source/read.ts";
import type { Path, Source } from "../../scenarios/source/source.ts";
import type { Service } from "../service/service.ts";
import { type WorldChanges, type WorldDocument, worldDocument } from "../service/world-document.ts";
import type { WorldTemplate } from "../service/world-template.ts";

/** `name` is that of the text in errors. Throws a UserError with the place, also for what no world of this service can start from. */
export async function openDocument(
  service: Service,
  text: string,
  name: string,
): Promise<{ readonly template: WorldTemplate; readonly changes: WorldChanges }> {
  const source = jsonSource(text, name);
  const { start, at, ...changes }: WorldDocument = read(source, worldDocument);
  const { scenario, ...rest } = start;
  const wanted = typeof scenario === "object" ? withName(scenario) : scenario;
  if (typeof wanted === "string") refuseFile(source, ["start", "scenario"], wanted);
  const template = await service.templateFor(wanted, rest);

  // Each order that is named must be there.
  const { orders, events } = changes;
  const put = new Set(orders.edits.map(({ id }) => id));
  const named = [
    ...orders.states.map(([id], at) => ({ id, path: ["orders", "states", at] })),
    ...orders.hideAfterList.map((id, at) => ({ id, path: ["orders", "hideAfterList", at] })),
    ...events.ships.map(({ id }, at) => ({ id, path: ["events", "ships", at] })),
  ];
  for (const { id, path } of named)
    if (id !== undefined && !put.has(id) && !template.table.byId.has(BigInt(id)))
      throw source.mistake(path, "value", `This world has no order ${id}.`).error;
  const gone = at === undefined || events.lists === 0 ? 0 : service.now() - at;
  return {
    template,
    changes: { ...changes, events: { ...events, firstListAt: events.firstListAt + gone } },
  };
}

/** A client must not make the mock read files of its machine. */
export function refuseFile({ mistake }: Source, path: Path, scenario = ""): void {
  const problem = "Expected the name of a scenario. Send the content of a file as text.";
  if (isScenarioFile(scenario)) throw mistake(path, "value", problem).error;
}
