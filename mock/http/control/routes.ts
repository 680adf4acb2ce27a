/**
 * The control API below /__admin: maps HTTP requests to a world's methods, and returns the text of
 * the answer. openapi.yaml describes it.
 */
import { jsonSource } from "../../../scenarios/source/json-source.ts";
import { inputError } from "../../../spec/errors/inputs.ts";
import { percentDecoded } from "../../../spec/interface/match.ts";
import { type Json, stringifyJson } from "../../../spec/json/json.ts";
import { parseInteger } from "../../../spec/schema/integers.ts";
import { findOrder, localWorld } from "../../control/local-world.ts";
import { NO_FILE, namesFile } from "../../control/open-document.ts";
import { actOn, listWorlds, type OpenWorlds } from "../../control/open-world.ts";
import type { ResetOptions, StatePart, WorldControl } from "../../control/world-control.ts";
import { entryText, listText, scenariosOf, stateText } from "../../control/world-state.ts";
import { controlError } from "../../errors/control-errors.ts";
import type { Service } from "../../service/service.ts";
import type { World } from "../../service/world.ts";

/** A request that may use the control API, with what it addresses. */
interface ControlCall {
  readonly service: Service;
  readonly worlds: OpenWorlds;
  readonly query: URLSearchParams;
  /** The value of `{id}` in the path. */
  readonly id: string;
  /** Empty if there is none. */
  readonly body: string;
  /** The control of the world named in the query. */
  readonly control: WorldControl;
  /** Returns the parsed body, unchecked: the method that takes it checks it. */
  readonly given: () => never;
}

/** Resolves with the text of the answer, or undefined for 204. Throws a UserError. */
type Run = (call: ControlCall) => Promise<string | undefined>;

/**
 * Writes part of the call's world as text, because its orders are stored as text and may be
 * millions.
 */
type TextOf = (world: World, call: ControlCall) => string;

const read =
  (textOf: TextOf): Run =>
  (call) =>
    actOn(openWorld(call), (world) => textOf(world, call));

/** Makes a change and then answers with a text. */
const after = (change: (call: ControlCall) => Promise<void>, textOf: TextOf): Run => {
  const answer = read(textOf);
  return async (call) => {
    await change(call);
    return answer(call);
  };
};

const DEFAULT_LIMIT = "1000";

/** The world without its orders. */
const summary: TextOf = (world) => stateText(world, { limit: 0 });
const entry: TextOf = (world, { id }) => entryText(findOrder(world, id));
const faults: TextOf = ({ faults }) => json({ faults });
const changed: TextOf = (world, call) => {
  const { id, state } = findOrder(world, call.id);
  return json({ id: String(id), state });
};

/** Routes by method and path, with `{id}` for a parameter. */
export const ROUTES: Readonly<Record<string, Run>> = {
  "GET health": async ({ worlds }) => {
    // Fails if the store does not answer.
    await worlds.open("").run(() => {});
    return json({ ok: true });
  },
  "GET state": read((world, { query }) =>
    stateText(world, {
      state: (query.get("state") ?? undefined) as StatePart["state"],
      find: query.get("find") ?? undefined,
      offset: integerOf(query.get("offset") ?? "0"),
      limit: integerOf(query.get("limit") ?? DEFAULT_LIMIT),
    }),
  ),
  "POST reset": after(({ control, given }) => control.reset(withoutFile(given())), summary),
  // The list as the service would answer it now. Does not count as a request.
  "GET orders": read(listText),
  "GET orders/{id}": read(entry),
  "PUT orders/{id}": after(
    ({ control, given, id, query }) =>
      control.add(withId(given(), id), { new: query.get("new") === "true" }),
    entry,
  ),
  "DELETE orders/{id}": async ({ control, id }) => {
    await control.remove(id);
    return undefined;
  },
  "POST orders/{id}/ship": after(({ control, id, given }) => control.ship(id, given()), changed),
  "POST orders/{id}/cancel": after(({ control, id }) => control.cancel(id), changed),
  "GET faults": read(faults),
  "POST faults": after(({ control, given }) => control.fault(given()), faults),
  "PUT faults": after(({ control, given }) => control.faults(given()), faults),
  "DELETE faults": after(({ control }) => control.fault(), faults),
  "DELETE faults/{id}": after(({ control, id }) => control.removeFault(integerOf(id)), faults),
  "GET requests": async ({ control, query }) => {
    const after = integerOf(query.get("after") ?? "0");
    return json({ requests: await control.requests(after) });
  },
  "GET requests/{id}": async ({ control, id }) => json(await control.exchange(integerOf(id))),
  "GET scenario": ({ control, query }) =>
    control.toScenario({
      name: query.get("name") ?? undefined,
      description: query.get("description") ?? undefined,
    }),
  "PATCH scenario": after(({ control, given }) => control.update(given()), summary),
  "POST marks": ({ control }) => control.save(),
  "PUT marks": after(
    ({ control, body, query }) =>
      control.restore(body, { keepLog: query.get("keepLog") === "true" }),
    summary,
  ),
  "POST clock": after(({ control, given }) => control.advance(given()), summary),
  "GET worlds": async ({ service }) => json(listWorlds(service)),
  "DELETE worlds": async ({ worlds, query }) => {
    const name = query.get("world") ?? "";
    if (name === "") throw controlError("main-world");
    await worlds.delete(name);
    return undefined;
  },
  "GET scenarios": read((world, { service }) =>
    json({ current: world.template.scenario.name, scenarios: scenariosOf(world, service) }),
  ),
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Returns the methods of a path (none if it is unknown), and what answers a request to it. */
export function routesOf(path: string) {
  const [room = "", id = "", ...rest] = path.split("/");
  const pattern = id === "" ? path : [room, "{id}", ...rest].join("/");
  return {
    methods: METHODS.filter((method) => Object.hasOwn(ROUTES, `${method} ${pattern}`)),
    answer: (method: string, request: Omit<ControlCall, "id" | "control" | "given">) =>
      ROUTES[`${method} ${pattern}`]!({
        ...request,
        id: percentDecoded(id) ?? id,
        control: localWorld(() => openWorld(request)),
        given: () => jsonSource(request.body, "body").value as never,
      }),
  };
}

/** Opened only when needed, because opening may create the world. */
function openWorld({ worlds, query }: Pick<ControlCall, "worlds" | "query">) {
  return worlds.open(query.get("world") ?? "");
}

const json = (value: object): string => stringifyJson(value as Json);

/** A client must not make the mock read files on its machine. */
function withoutFile(options: ResetOptions = {}): ResetOptions {
  const { text, scenario }: ResetOptions = Object(options);
  if (text === undefined && namesFile(scenario))
    throw inputError("bad-object", { place: "scenario", problem: NO_FILE });
  return options;
}

/** Combines an order's fields from the body with the id from the path. */
function withId(fields: object = {}, id: string) {
  if (fields instanceof Object && !Array.isArray(fields)) return { ...fields, id };
  const problem = "Expected a mapping with the fields of an order.";
  throw inputError("bad-object", { place: "body", problem });
}

/** Leaves text that is no integer as it is, so that the method's own error shows it. */
function integerOf(text: string): number {
  return parseInteger(text) === undefined ? (text as unknown as number) : Number(text);
}
