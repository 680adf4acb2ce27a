/** The control's calls: a method and a path below /__admin, and what they do with one world. */

import { parseFaults } from "../../scenarios/read-troubles.ts";
import { scenarios } from "../../scenarios/ready-made.ts";
import { parseInt64, parseInteger } from "../../spec/int64.ts";
import { type Json, stringifyJson } from "../../spec/json.ts";
import { PROBLEMS } from "../../spec/problems.ts";
import type { Service } from "../service.ts";
import type { Session } from "../session.ts";
import { type Row, STATES, type State } from "../store.ts";
import { parseReset } from "./bodies.ts";
import { requestsOf, resetWorld, type StatePage, stateOf } from "./commands.ts";
import { Problem } from "./problem.ts";

interface ControlCall {
  readonly service: Service;
  readonly session: Session;
  readonly query: URLSearchParams;
  /** Of the path's `{id}`. */
  readonly parameter: string;
  /** Empty where the call brings none. */
  readonly body: string;
}

/** JSON text; undefined for 204. */
type Answer = string | undefined;

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /__admin/, with `{id}` for a parameter. */
  readonly path: string;
  readonly run: (call: ControlCall) => Answer | Promise<Answer>;
}

/** Orders of a page, unless it is asked for more or fewer. */
const PAGE = 1000;
const MOST_PAGE = 10_000;

export const ROUTES: readonly Route[] = [
  { method: "GET", path: "health", run: () => stringifyJson({ ok: true }) },
  {
    method: "GET",
    path: "state",
    run: ({ service, session, query }) => {
      const [offset, limit] = [count(query, "offset", 0), count(query, "limit", PAGE, MOST_PAGE)];
      return stateText(session, stateOf(service, session, { offset, limit, state: stateIn(query) }));
    },
  },
  {
    method: "POST",
    path: "reset",
    run: async ({ service, session, body }) => {
      await resetWorld(service, session, parseReset(body));
      return stateText(session, stateOf(service, session, { offset: 0, limit: 0 }));
    },
  },
  { method: "GET", path: "orders/{id}", run: ({ session, parameter }) => rowText(rowOf(session, parameter)) },
  {
    method: "POST",
    path: "orders/{id}/ship",
    run: ({ session, parameter }) => {
      const { id } = rowOf(session, parameter);
      if (session.world.ship(id) === "cancelled-before") throw new Problem(409, PROBLEMS.orderCancelled(id));
      return stringifyJson({ id: String(id), state: "shipped" });
    },
  },
  {
    method: "POST",
    path: "orders/{id}/cancel",
    run: ({ session, parameter }) => {
      const { id } = rowOf(session, parameter);
      if (session.world.cancel(id) === "shipped") throw new Problem(409, PROBLEMS.orderShipped(id));
      return stringifyJson({ id: String(id), state: "cancelled" });
    },
  },
  { method: "GET", path: "faults", run: ({ session }) => faultsText(session) },
  {
    method: "PUT",
    path: "faults",
    run: ({ session, body }) => {
      session.setFaults(parseFaults(body, "body"));
      return faultsText(session);
    },
  },
  {
    method: "DELETE",
    path: "faults",
    run: ({ session }) => {
      session.setFaults([]);
      return faultsText(session);
    },
  },
  {
    method: "GET",
    path: "requests",
    run: ({ service, session, query }) =>
      stringifyJson({ requests: requestsOf(service, session, count(query, "after", 0)) as unknown as Json }),
  },
  {
    method: "GET",
    path: "worlds",
    run: ({ service: { worlds } }) =>
      stringifyJson({
        most: worlds.most,
        worlds: worlds.all().map(({ name, calls, world, stage }) => ({
          name,
          calls,
          changed: world.changed > 0,
          scenario: stage.scenario.name,
        })),
      }),
  },
  {
    method: "DELETE",
    path: "worlds",
    run: ({ service, query }) => {
      const name = query.get("world") ?? "";
      if (name === "") throw new Problem(409, PROBLEMS.mainWorld());
      service.worlds.close(name);
      return undefined;
    },
  },
  {
    method: "GET",
    path: "scenarios",
    run: ({ service: { stage }, session }) => {
      const known = { ...scenarios, [stage.scenario.name]: stage.scenario };
      return stringifyJson({
        current: session.stage.scenario.name,
        scenarios: Object.values(known).map(({ name, description }) => ({ name, description })),
      });
    },
  },
];

function rowOf(session: Session, parameter: string): Row & { readonly id: bigint } {
  const id = parseInt64(parameter);
  if (id === undefined) throw new Problem(400, PROBLEMS.badId());
  const row = session.world.row(id);
  if (row === undefined) throw new Problem(404, PROBLEMS.unknownOrder(id));
  return { ...row, id };
}

function rowText({ id, state, order }: Row): string {
  return `{"id":${id === undefined ? "null" : `"${id}"`},"state":"${state}","order":${order}}`;
}

function stateText(session: Session, { rows, ...page }: StatePage): string {
  const head = stringifyJson({ ...page, faults: session.faults } as unknown as Json);
  return `${head.slice(0, -1)},"orders":[${rows.map(rowText).join(",")}]}`;
}

function faultsText(session: Session): string {
  return stringifyJson({ faults: session.faults } as unknown as Json);
}

function count(query: URLSearchParams, name: string, fallback: number, most = Number.MAX_SAFE_INTEGER): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = parseInteger(text);
  if (value === undefined || value < 0n || value > BigInt(most))
    throw new Problem(400, PROBLEMS.badQuery(name, `an integer from 0 to ${most}`));
  return Number(value);
}

function stateIn(query: URLSearchParams): State | undefined {
  const wanted = query.get("state");
  if (wanted === null) return undefined;
  const found = STATES.find((state) => state === wanted);
  if (found === undefined) throw new Problem(400, PROBLEMS.badQuery("state", `one of ${STATES.join(", ")}`));
  return found;
}
