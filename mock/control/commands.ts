/** What can be done with one world from outside of the contract. Speaks plain data; knows neither HTTP nor a panel. */
import type { Scenario, ScenarioSize } from "../../scenarios/scenario.ts";
import { annotate, describeTrouble } from "../annotate.ts";
import type { Seen } from "../request-log.ts";
import { CANCELLED, PENDING, SHIPPED } from "../seed.ts";
import type { Service } from "../service.ts";
import type { Session } from "../session.ts";
import type { Row, State } from "../store.ts";

/** Orders with their hidden state, as many as were asked for. */
export interface StatePage {
  readonly world: string;
  readonly scenario: string;
  readonly seed: number;
  readonly counts: Readonly<Record<State, number>>;
  /** With a good key, since the last reset. */
  readonly calls: number;
  /** Orders that the page is cut from. */
  readonly listed: number;
  readonly offset: number;
  readonly rows: readonly Row[];
}

export interface PageOptions {
  readonly offset: number;
  readonly limit: number;
  readonly state?: State | undefined;
}

export function stateOf(service: Service, session: Session, { offset, limit, state }: PageOptions): StatePage {
  session.settle(service.now());
  const { world, stage } = session;
  const counts = {
    pending: world.countIn(PENDING),
    shipped: world.countIn(SHIPPED),
    cancelled: world.countIn(CANCELLED),
  };
  return {
    world: session.name,
    scenario: stage.scenario.name,
    seed: stage.seed,
    counts,
    calls: session.calls,
    listed: state === undefined ? stage.list.count : counts[state],
    offset,
    rows: limit === 0 ? [] : world.rows(offset, limit, state),
  };
}

/** What the call asks for instead of what the mock was started with. */
export interface ResetOptions extends ScenarioSize {
  readonly scenario?: string | Scenario | undefined;
}

/** Begins a world anew. Throws a UserError for an unknown scenario. */
export async function resetWorld(service: Service, session: Session, options: ResetOptions = {}): Promise<void> {
  const { scenario, seed, orders } = options;
  session.reset(await service.stageOf(scenario, { seed, orders }));
}

/** A logged call with what the contract says of it. */
export interface Annotated {
  readonly n: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** Below the base address, with the query; keys are left out. */
  readonly path: string;
  /** 0 where the connection broke before a status. */
  readonly status: number;
  readonly operation?: string;
  /** What the scenario did to it. */
  readonly fault?: string;
  readonly notes: readonly string[];
}

/** The calls of a world after the nth, oldest first. */
export function requestsOf(service: Service, session: Session, after = 0): Annotated[] {
  return session.log.after(after).map((seen) => annotated(service, seen));
}

export function annotated({ apiKeys }: Service, seen: Seen): Annotated {
  const { n, at, method, trouble } = seen;
  const { path, operation, notes } = annotate(seen, apiKeys);
  const broken = trouble?.fail === "reset" || trouble?.fail === "hang";
  return {
    n,
    at: new Date(at).toISOString(),
    method,
    path,
    status: broken ? 0 : seen.status,
    ...(operation !== undefined && { operation }),
    ...(trouble !== undefined && { fault: describeTrouble(trouble) }),
    notes,
  };
}
