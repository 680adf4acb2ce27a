/** The routes of the control API below /__admin: method, path and what they do with a world. */

import { parseFaults } from "../../scenarios/read-events.ts";
import { scenarios } from "../../scenarios/ready-made.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import { parseInt64, parseInteger } from "../../spec/schema/int64.ts";
import { type CurrentState, type OrderEntry, STATES } from "../service/order-store.ts";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import { getRequests, getState, listText, resetWorld, type StatePage } from "./commands.ts";
import { exchangeDetails } from "./exchange.ts";
import { parseOrder } from "./order-body.ts";
import { Problem } from "./problem.ts";
import { parseReset } from "./reset-body.ts";

export interface ControlCall {
  readonly service: Service;
  readonly world: World;
  readonly query: URLSearchParams;
  /** The value of `{id}` in the path. */
  readonly parameter: string;
  /** Empty if there is none. */
  readonly body: string;
}

/** JSON text; undefined for 204. */
export type ResponseBody = string | undefined;

export interface ControlRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /__admin/, with `{id}` for a parameter. */
  readonly path: string;
  readonly run: (call: ControlCall) => ResponseBody | Promise<ResponseBody>;
}

const DEFAULT_LIMIT = 1000;
const MAX_LIMIT = 10_000;

export const ROUTES: readonly ControlRoute[] = [
  { method: "GET", path: "health", run: () => stringifyJson({ ok: true }) },
  {
    method: "GET",
    path: "state",
    run: ({ service, world, query }) => {
      const [offset, limit] = [integerIn(query, "offset", 0), integerIn(query, "limit", DEFAULT_LIMIT, MAX_LIMIT)];
      return stateText(world, getState(service, world, { offset, limit, state: stateIn(query) }));
    },
  },
  {
    method: "POST",
    path: "reset",
    run: async ({ service, world, body }) => {
      await resetWorld(service, world, parseReset(body));
      return stateText(world, getState(service, world, { offset: 0, limit: 0 }));
    },
  },
  { method: "GET", path: "orders", run: ({ world }) => listText(world) },
  { method: "GET", path: "orders/{id}", run: ({ world, parameter }) => orderText(findOrder(world, parameter)) },
  {
    method: "PUT",
    path: "orders/{id}",
    run: ({ world, parameter, body }) => {
      const id = parseInt64(parameter);
      if (id === undefined) throw new Problem(400, USER_ERRORS.badId());
      const { order, state } = parseOrder(body, id);
      world.store.put(id, stringifyJson(order as Json), state);
      return orderText(findOrder(world, parameter));
    },
  },
  {
    method: "POST",
    path: "orders/{id}/ship",
    run: ({ world, parameter }) => {
      const { id } = findOrder(world, parameter);
      if (world.store.ship(id) === "cancelled-before") throw new Problem(409, USER_ERRORS.orderCancelled(id));
      return stringifyJson({ id: String(id), state: "shipped" });
    },
  },
  {
    method: "POST",
    path: "orders/{id}/cancel",
    run: ({ world, parameter }) => {
      const { id } = findOrder(world, parameter);
      if (world.store.cancel(id) === "shipped") throw new Problem(409, USER_ERRORS.orderShipped(id));
      return stringifyJson({ id: String(id), state: "cancelled" });
    },
  },
  { method: "GET", path: "faults", run: ({ world }) => faultsText(world) },
  {
    method: "PUT",
    path: "faults",
    run: ({ world, body }) => {
      world.setFaults(parseFaults(body, "body"));
      return faultsText(world);
    },
  },
  {
    method: "DELETE",
    path: "faults",
    run: ({ world }) => {
      world.setFaults([]);
      return faultsText(world);
    },
  },
  {
    method: "GET",
    path: "requests",
    run: ({ service, world, query }) =>
      stringifyJson({ requests: getRequests(service, world, integerIn(query, "after", 0)) as unknown as Json }),
  },
  {
    method: "GET",
    path: "requests/{id}",
    run: ({ service, world, parameter }) => {
      const request = world.log.get(Number(parameter));
      const details = request && exchangeDetails(request, service.apiKeys);
      if (details === undefined) throw new Problem(404, USER_ERRORS.unknownRequest(parameter));
      return stringifyJson(details as unknown as Json);
    },
  },
  {
    method: "GET",
    path: "worlds",
    run: ({ service: { worlds } }) =>
      stringifyJson({
        most: worlds.maxWorlds,
        worlds: worlds.all().map(({ name, calls, store, template }) => ({
          name,
          calls,
          changed: store.changed > 0,
          scenario: template.scenario.name,
        })),
      }),
  },
  {
    method: "DELETE",
    path: "worlds",
    run: ({ service, query }) => {
      const name = query.get("world") ?? "";
      if (name === "") throw new Problem(409, USER_ERRORS.mainWorld());
      service.worlds.close(name);
      return undefined;
    },
  },
  {
    method: "GET",
    path: "scenarios",
    run: ({ service: { template }, world }) => {
      const known = {
        ...scenarios,
        [template.scenario.name]: template.scenario,
        [world.template.scenario.name]: world.template.scenario,
      };
      return stringifyJson({
        current: world.template.scenario.name,
        scenarios: Object.values(known).map(({ name, description }) => ({ name, description })),
      });
    },
  },
];

function findOrder(world: World, parameter: string): OrderEntry & { readonly id: bigint } {
  const id = parseInt64(parameter);
  if (id === undefined) throw new Problem(400, USER_ERRORS.badId());
  const entry = world.store.entry(id);
  if (entry === undefined) throw new Problem(404, USER_ERRORS.unknownOrder(id));
  return { ...entry, id };
}

function orderText({ id, state, order }: OrderEntry): string {
  return `{"id":${id === undefined ? "null" : `"${id}"`},"state":"${state}","order":${order}}`;
}

function stateText(world: World, { entries, ...page }: StatePage): string {
  const head = stringifyJson({ ...page, faults: world.faults } as unknown as Json);
  return `${head.slice(0, -1)},"orders":[${entries.map(orderText).join(",")}]}`;
}

function faultsText(world: World): string {
  return stringifyJson({ faults: world.faults } as unknown as Json);
}

function integerIn(query: URLSearchParams, name: string, fallback: number, max = Number.MAX_SAFE_INTEGER): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = parseInteger(text);
  if (value === undefined || value < 0n || value > BigInt(max))
    throw new Problem(400, USER_ERRORS.badQuery(name, `an integer from 0 to ${max}`));
  return Number(value);
}

function stateIn(query: URLSearchParams): CurrentState | undefined {
  const requested = query.get("state");
  if (requested === null) return undefined;
  const found = STATES.find((state) => state === requested);
  if (found === undefined) throw new Problem(400, USER_ERRORS.badQuery("state", `one of ${STATES.join(", ")}`));
  return found;
}
