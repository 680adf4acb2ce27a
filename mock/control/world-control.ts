/** Everything that can be done with a world: in the mock's process, in a page, and over HTTP. */
import type { CurrentState } from "../../scenarios/limits.ts";
import type { ScenarioChoice } from "../../scenarios/load.ts";
import type { RelativeDates } from "../../scenarios/relative-dates.ts";
import type {
  Fault,
  Scenario,
  ScenarioSize,
  ShipRule,
  WrittenFault,
} from "../../scenarios/scenario.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import type { Order, WithStringIds } from "../../spec/interface/json.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import type { AnnotatedRequest, ExchangeDetails } from "./request-notes.ts";

/** An order with ids as strings of digits, which tests can print and compare. */
type ListEntry = WithStringIds<Order>;

export interface OrderEntry {
  /** Decimal digits; null if the order has no id. */
  readonly id: string | null;
  readonly state: CurrentState;
  readonly order: ListEntry;
  /** The order's relative dates as written: "+3d". */
  readonly dates?: RelativeDates;
}

/** Selects the orders in an {@link OrdersState}. */
export interface StatePart {
  /** Only orders in this state. */
  readonly state?: CurrentState | undefined;
  /** Only orders with these digits somewhere in their id. */
  readonly find?: string | undefined;
  /** How many of these orders to leave out at the beginning. Default: 0. */
  readonly offset?: number | undefined;
  /** Default: all. */
  readonly limit?: number | undefined;
}

export interface OrdersState {
  /** Name of the world; empty for the main one. */
  readonly world: string;
  readonly scenario: string;
  /** True if anything differs from the scenario. */
  readonly changed: boolean;
  /** One sentence: the scenario's description, or what the world contains if it has changed. */
  readonly description: string;
  /** Answers to open questions, without the default ones. */
  readonly answers: Partial<Answers>;
  readonly seed: number;
  readonly counts: Readonly<Record<CurrentState, number>>;
  /** Requests with a valid key since the last reset. */
  readonly calls: number;
  readonly faults: readonly Fault[];
  /** Shipments still to come. */
  readonly ships: readonly ShipRule[];
  readonly key?: { readonly expiresAfter: number };
  /** Answered lists, counted only while orders ship by themselves. */
  readonly lists: number;
  /** When the first list was answered, in ISO 8601; null before that. */
  readonly firstListAt: string | null;
  /** Number of selected orders. */
  readonly listed: number;
  readonly offset: number;
  /** In list order. */
  readonly orders: readonly OrderEntry[];
}

/** Values that replace those the mock was started with. */
export interface ResetOptions extends ScenarioSize {
  /**
   * A name, a YAML file, a scenario object, or a list: the orders of the first, and what goes wrong
   * in any of them. Default: the scenario that the mock was started with.
   */
  readonly scenario?: ScenarioChoice | undefined;
  /** The content of a scenario file, in YAML; `scenario` is then its name. */
  readonly text?: string | undefined;
}

/** A scenario to which a world can be reset by name. */
export interface KnownScenario {
  readonly name: string;
  readonly description: string;
  /** True if the scenario can be laid over another: `default+slow`. */
  readonly trouble?: true;
}

/** Name and description in a scenario file. */
export interface ScenarioTitle {
  /** One word. Default: the file's name. */
  readonly name?: string | undefined;
  /** Default: the scenario's description, or what the world contains if it has changed. */
  readonly description?: string | undefined;
}

/** An order to add, written as in a scenario. */
type AddedOrder = NonNullable<NonNullable<Scenario["orders"]>["list"]>[number] & {
  readonly id: OrderId | number;
};

export interface RestoreOptions {
  readonly keepLog?: boolean | undefined;
}

/**
 * The orders of one worker, test, story or tab, and what happened to them. All methods throw
 * UserErrors.
 */
export interface WorldControl {
  /**
   * Resets the world, optionally to another scenario, seed or number of orders. A scenario is a
   * name, a YAML file such as `./mine.yaml`, or an object with the same content; `["./mine.yaml",
   * "slow"]` has the orders of the first, and what goes wrong in both. The faults become the
   * scenario's.
   */
  reset(options?: ResetOptions): Promise<void>;
  /** The scenarios for a reset: the ready-made ones, the mock's, and the world's own. */
  scenarios(): Promise<readonly KnownScenario[]>;
  /** The orders that the app would list now. Does not count as a request. */
  list(): Promise<readonly ListEntry[]>;
  /**
   * All orders, or some of them, with their hidden state, including cancelled ones; and the events
   * still to come.
   */
  state(part?: StatePart): Promise<OrdersState>;
  /** An order with its hidden state. Throws if the order is unknown. */
  order(id: OrderId): Promise<OrderEntry>;
  /** The ids of all orders in a state, in list order. */
  ids(state: CurrentState): Promise<string[]>;
  /**
   * Ships a pending order, for example after the app has listed it: cancelling it then gets 409. If
   * the scenario ships the order, this shipment happens now, with the changes the scenario gives.
   * With `afterSeconds` or `afterLists` the order ships that much later, counted from the first
   * list if there was none yet; with `beforeCancel: 1` just before it is cancelled. Throws if the
   * order is unknown or cancelled.
   */
  ship(
    id: OrderId,
    when?: Pick<ShipRule, "afterSeconds" | "afterLists" | "beforeCancel">,
  ): Promise<void>;
  /**
   * Cancels a pending order, as another client would. Throws if the order is unknown or shipped.
   */
  cancel(id: OrderId): Promise<void>;
  /**
   * Adds an order, or replaces the one with this id; `new: true` throws if there is one. The order
   * has only the given fields, and is pending unless `state` says otherwise.
   */
  add(order: AddedOrder, options?: { readonly new?: boolean | undefined }): Promise<void>;
  /** Removes an order, as if it had never existed. Throws if the order is unknown. */
  remove(id: OrderId): Promise<void>;
  /** Adds faults; the other faults keep their counts. Without arguments, removes all faults. */
  fault(...faults: readonly WrittenFault[]): Promise<void>;
  /** Replaces all faults. */
  faults(faults: readonly WrittenFault[]): Promise<void>;
  /**
   * Removes one fault by its place in `state()`, counted from 1. The other faults keep their
   * counts.
   */
  removeFault(place: number): Promise<void>;
  /** Moves the clock forward for events some seconds after the first list: due orders ship. */
  advance(time: { readonly seconds: number }): Promise<void>;
  /**
   * Returns the world as a scenario file, in YAML: its orders with their states, its faults, and
   * the shipments still to come. `mock --scenario`, `reset` and `parseScenario` take the file.
   * Relative dates, such as "+3d", stay relative.
   */
  toScenario(title?: ScenarioTitle): Promise<string>;
  /**
   * Changes parts of the scenario and keeps the orders. `ships` replaces the shipments still to
   * come: their seconds and lists count from the first list. The answers and the key, whose time
   * counts from now, are laid over the scenario, as `demo+answers`, and replace those of an earlier
   * update.
   */
  update(part: Pick<Scenario, "answers" | "key" | "ships">): Promise<void>;
  /** Returns a mark of the current world for `restore`, as text that can be stored. */
  save(): Promise<string>;
  /**
   * Restores a mark of this world, or of one with the same start. Empties the request log, unless
   * `keepLog` is true.
   */
  restore(mark: string, options?: RestoreOptions): Promise<void>;
  /**
   * The app's last 200 requests since the last reset, or those after the nth, with notes on what
   * the contract says about them.
   */
  requests(after?: number): Promise<readonly AnnotatedRequest[]>;
  /** The nth request in full, with its response. Throws if the log no longer has it. */
  exchange(n: number): Promise<ExchangeDetails>;
  /**
   * Throws with the notes if the app has sent a request that the contract does not have, such as a
   * query, an unknown path, or an id rounded by JSON.parse; also if it has sent none since the last
   * reset.
   */
  expectSound(): Promise<void>;
}
