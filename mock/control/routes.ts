/** The routes of the control API below /__admin: method, path and what they do with a world. */

import { type CurrentState, MAX_ORDERS, STATES } from "../../scenarios/limits.ts";
import { scenarios } from "../../scenarios/load.ts";
import { parseFaults } from "../../scenarios/parse.ts";
import { withDates } from "../../scenarios/relative-dates.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import { parseInt64, parseInteger } from "../../spec/schema/integers.ts";
import { controlError } from "../errors/control.ts";
import type { OrderEntry } from "../service/order-store.ts";
import { DEFAULT_KEY, type Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import { parseOrder, parseReset, parseSeconds, parseShip } from "./bodies.ts";
import { type Commit, entryText, resetWorld, restoreWorld, stateText } from "./commands.ts";
import { annotate, detailsOf } from "./request-notes.ts";
import { worldScenario } from "./world-scenario.ts";

export interface ControlCall {
  readonly service: Service;
  readonly world: World;
  readonly query: URLSearchParams;
  /** The value of `{id}` in the path. */
  readonly parameter: string;
  /** Empty if there is none. */
  readonly body: string;
  /** Lets a reset take effect. Default: at once. */
  readonly commit?: Commit;
}

/** Resolves with JSON text, but for a scenario; undefined for 204. Throws a UserError. */
type Run = (call: ControlCall) => string | undefined | Promise<string | undefined>;

export interface ControlRoute {
  /** The method and the path below /__admin/, with `{id}` for a parameter. */
  readonly line: string;
  readonly method: string;
  readonly path: string;
  /** The media type of the text that it resolves with. */
  readonly type: string;
  readonly run: Run;
}

/** The routes of a path, each with its parameter, which is empty if it has none. */
export function routesOf(
  target: string,
): { readonly route: ControlRoute; readonly parameter: string }[] {
  return ROUTES.flatMap((route) => {
    const found = new RegExp(`^${route.path.replace("{id}", "([^/]+)")}$`).exec(target);
    return found === null ? [] : [{ route, parameter: found[1] ?? "" }];
  });
}

/** The world that a call names, which may create it, with the shipments made that are due. Throws a UserError. */
export function worldOf({ worlds, now }: Service, query: URLSearchParams): World {
  const world = worlds.open(query.get("world") ?? "");
  if (world === undefined) throw controlError("bad-world");
  world.shipDue(now());
  return world;
}

/** How the control reaches worlds: those of this process, or those that replicas share. */
export interface WorldAccess {
  /** Runs a route on its world. */
  run(route: ControlRoute, call: ControlCall): ReturnType<Run>;
  /** Brings a watched world up to date: shipments that are due, and what other replicas have done. */
  refresh(world: World): Promise<void>;
}

/** The worlds of this process. */
export function directAccess({ now }: Service): WorldAccess {
  return { run: (route, call) => route.run(call), refresh: async (world) => world.shipDue(now()) };
}

const DEFAULT_LIMIT = 1000;

const RUNS: Readonly<Record<string, Run>> = {
  "GET health": () => stringifyJson({ ok: true }),
  "GET state": ({ world, query }) => {
    const limit = integerIn(query, "limit", DEFAULT_LIMIT, MAX_ORDERS);
    return stateText(world, limit, integerIn(query, "offset", 0), stateIn(query));
  },
  "POST reset": async ({ service, world, body, commit }) => {
    await resetWorld(service, world, parseReset(body), commit);
    return stateText(world, 0);
  },
  // As the service would list them now. Does not count as a request.
  "GET orders": ({ world }) => new TextDecoder().decode(world.store.peek()),
  "GET orders/{id}": ({ world, parameter }) => entryText(findOrder(world, parameter)),
  "PUT orders/{id}": ({ service, world, query, parameter, body }) => {
    const id = parseId(parameter);
    const isNew = query.get("new") === "true";
    if (isNew && world.store.entry(id) !== undefined) throw controlError("order-exists", { id });
    const { state, id: _, ...fields } = parseOrder(body);
    const order = withDates({ id, ...fields }, service.now());
    world.store.put(id, stringifyJson(order), state);
    return entryText(findOrder(world, parameter));
  },
  "POST orders/{id}/ship": ({ service, world, parameter, body }) => {
    const afterSeconds = parseShip(body);
    const { id, state } = findOrder(world, parameter);
    if (state === "cancelled") throw controlError("order-cancelled", { id });
    if (afterSeconds === undefined) world.events.shipNow(world.store, id, service.now());
    else if (state === "pending") world.shipLater(id, afterSeconds, service.now());
    return changed(id, afterSeconds === undefined ? "shipped" : state);
  },
  "POST orders/{id}/cancel": ({ world, parameter }) => {
    const { id } = findOrder(world, parameter);
    if (world.store.change(id, "cancelled") === "shipped")
      throw controlError("order-shipped", { id });
    return changed(id, "cancelled");
  },
  "GET faults": ({ world }) => faultsText(world),
  "POST faults": ({ world, body }) => {
    world.setFaults([...world.faults, ...parseFaults(body, "body")]);
    return faultsText(world);
  },
  "PUT faults": ({ world, body }) => {
    world.setFaults(parseFaults(body, "body"));
    return faultsText(world);
  },
  "DELETE faults/{id}": ({ world, parameter }) => {
    const left = world.faults.filter((_, at) => String(at + 1) !== parameter);
    if (left.length === world.faults.length)
      throw controlError("unknown-fault", { number: parameter });
    world.setFaults(left);
    return faultsText(world);
  },
  "DELETE faults": ({ world }) => {
    world.setFaults([]);
    return faultsText(world);
  },
  "GET requests": ({ service: { apiKeys }, world, query }) => {
    const logged = world.log.after(integerIn(query, "after", 0));
    const requests = logged.map((request) => annotate(request, apiKeys, world.store.table));
    return stringifyJson({ requests: requests as unknown as Json });
  },
  "GET requests/{id}": ({ service, world, parameter }) => {
    const exchange = world.log.get(Number(parameter))?.exchange;
    if (exchange === undefined) throw controlError("unknown-request", { number: parameter });
    return stringifyJson(detailsOf(exchange, service.apiKeys) as unknown as Json);
  },
  // YAML.
  "GET scenario": ({ service, world }) => worldScenario(world, service.now()),
  "POST marks": ({ service, world }) => world.document(undefined, undefined, service.now()),
  "PUT marks": async ({ service, world, body, commit }) => {
    await restoreWorld(service, world, body, commit);
    return stateText(world, 0);
  },
  "POST clock": ({ service, world, body }) => {
    world.advance(parseSeconds(body), service.now());
    return stateText(world, 0);
  },
  "GET worlds": ({ service: { worlds, isShared, apiKeys } }) => {
    const all = worlds.all().map(({ name, calls, template }) => {
      return { name, calls, scenario: template.scenario.name };
    });
    // Any other key may be one of a real service.
    const key = apiKeys.includes(DEFAULT_KEY) ? DEFAULT_KEY : `\${ORDERS_API_KEY}`;
    return stringifyJson({ most: worlds.maxWorlds, shared: isShared, key, worlds: all });
  },
  "DELETE worlds": ({ service, query }) => {
    const name = query.get("world") ?? "";
    if (name === "") throw controlError("main-world");
    service.worlds.close(name);
    return undefined;
  },
  "GET scenarios": ({ service, world }) => {
    const [initial, current] = [service.template.scenario, world.template.scenario];
    const known = { ...scenarios, [initial.name]: initial, [current.name]: current };
    return stringifyJson({
      current: current.name,
      scenarios: Object.values(known).map(({ name, description }) => {
        const { faults, key, ships, orders } = known[name]!;
        // Shipments of its own orders concern no others.
        const isTrouble =
          Object.hasOwn(scenarios, name) &&
          orders.list.length === 0 &&
          (faults ?? key ?? ships) !== undefined;
        return { name, description, ...(isTrouble && { trouble: true }) };
      }),
    });
  },
};

export const ROUTES: readonly ControlRoute[] = Object.entries(RUNS).map(([line, run]) => {
  const [method = "", path = ""] = line.split(" ");
  const type = path === "scenario" ? "application/yaml" : "application/json";
  return { line, method, path, type, run };
});

function changed(id: bigint, state: CurrentState): string {
  return stringifyJson({ id: String(id), state });
}

function findOrder(world: World, parameter: string): OrderEntry & { readonly id: bigint } {
  const id = parseId(parameter);
  const entry = world.store.entry(id);
  if (entry === undefined) throw controlError("unknown-order", { id });
  return { ...entry, id };
}

function parseId(parameter: string): bigint {
  const id = parseInt64(parameter);
  if (id === undefined) throw controlError("bad-id");
  return id;
}

function faultsText({ faults }: World): string {
  return stringifyJson({ faults });
}

function integerIn(
  query: URLSearchParams,
  name: string,
  fallback: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = parseInteger(text);
  if (value === undefined || value < 0n || value > BigInt(max))
    throw controlError("bad-query", { name, expected: `an integer from 0 to ${max}` });
  return Number(value);
}

function stateIn(query: URLSearchParams): CurrentState | undefined {
  const requested = query.get("state");
  if (requested === null) return undefined;
  const found = STATES.find((state) => state === requested);
  if (found === undefined)
    throw controlError("bad-query", { name: "state", expected: `one of ${STATES.join(", ")}` });
  return found;
}
