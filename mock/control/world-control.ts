/** What can be done with a world: the same in the process of the mock, in a page, and over HTTP. */
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

/** An order with its ids as strings of digits, as tests print and compare them. */
type ListedOrder = WithStringIds<Order>;

export interface OrderEntry {
  /** Decimal digits; null for an order without an id. */
  readonly id: string | null;
  readonly state: CurrentState;
  readonly order: ListedOrder;
  /** Those of its dates that are relative, as they were written: "+3d". */
  readonly dates?: RelativeDates;
}

/** Which orders are in an {@link OrdersState}. */
export interface StatePart {
  /** Only orders in this state. */
  readonly state?: CurrentState | undefined;
  /** Only orders with these digits somewhere in their id. */
  readonly find?: string | undefined;
  /** How many of them are left out at the beginning. Default: 0. */
  readonly offset?: number | undefined;
  /** Default: all. */
  readonly limit?: number | undefined;
}

export interface OrdersState {
  /** The name of the world; empty for the main one. */
  readonly world: string;
  readonly scenario: string;
  /** True if something differs from that scenario. */
  readonly changed: boolean;
  /** One sentence: that of the scenario, or what the world has if it is changed. */
  readonly description: string;
  /** The answers to silences that are not the default ones. */
  readonly answers: Partial<Answers>;
  readonly seed: number;
  readonly counts: Readonly<Record<CurrentState, number>>;
  /** Requests with a valid key since the last reset. */
  readonly calls: number;
  readonly faults: readonly Fault[];
  /** The shipments that are left. */
  readonly ships: readonly ShipRule[];
  readonly key?: { readonly expiresAfter: number };
  /** Lists that have been answered, counted only where orders ship by themselves. */
  readonly lists: number;
  /** ISO 8601; null before the first of them. */
  readonly firstListAt: string | null;
  /** The number of orders that were chosen. */
  readonly listed: number;
  readonly offset: number;
  /** In list order. */
  readonly orders: readonly OrderEntry[];
}

/** Replacements of the values that the mock was started with. */
export interface ResetOptions extends ScenarioSize {
  /**
   * A name, a YAML file, a scenario itself, or a list: the orders of the first, and what goes wrong in all of them.
   * Default: the scenario that the mock was started with.
   */
  readonly scenario?: ScenarioChoice | undefined;
  /** The content of a scenario file, in YAML; `scenario` is then its name. */
  readonly text?: string | undefined;
}

/** A scenario that a world can be reset to by its name. */
export interface KnownScenario {
  readonly name: string;
  readonly description: string;
  /** True if it can be laid over another: `default+slow`. */
  readonly trouble?: true;
}

/** What a scenario file says of itself. */
export interface ScenarioTitle {
  /** One word. Default: the name of the file. */
  readonly name?: string | undefined;
  /** Default: that of the scenario, or what the world has if it is changed. */
  readonly description?: string | undefined;
}

/** An order that is added, as in a scenario. */
type AddedOrder = NonNullable<NonNullable<Scenario["orders"]>["list"]>[number] & {
  readonly id: OrderId | number;
};

export interface RestoreOptions {
  readonly keepLog?: boolean | undefined;
}

/** The orders of one worker, test, story or tab, and what happened to them. All methods throw UserErrors. */
export interface WorldControl {
  /**
   * Resets the world, to another scenario, seed or number of orders if given. A scenario is a name, a YAML file such as
   * `./mine.yaml`, or an object that says what a file would; `["./mine.yaml", "slow"]` has the orders of the first, and what goes
   * wrong in both. Faults are those of the scenario.
   */
  reset(options?: ResetOptions): Promise<void>;
  /** The scenarios that it can be reset to: the ready-made ones, that of the mock and its own. */
  scenarios(): Promise<readonly KnownScenario[]>;
  /** The orders that the app would list now. Does not count as a request. */
  list(): Promise<readonly ListedOrder[]>;
  /** All orders with their hidden state, including cancelled ones, or a part of them; and what is still to happen. */
  state(part?: StatePart): Promise<OrdersState>;
  /** An order with its hidden state. Throws for an unknown one. */
  order(id: OrderId): Promise<OrderEntry>;
  /** The ids of all orders in a state, in list order. */
  ids(state: CurrentState): Promise<string[]>;
  /**
   * Ships a pending order, for example after the app has listed it: cancelling it is then answered with 409. Where the scenario ships
   * it, it ships now and as that says. With `afterSeconds` or `afterLists` it ships so much later, counted from the first list if there
   * was none; with `beforeCancel: 1` just before it is cancelled. Throws for an unknown or cancelled order.
   */
  ship(
    id: OrderId,
    when?: Pick<ShipRule, "afterSeconds" | "afterLists" | "beforeCancel">,
  ): Promise<void>;
  /** Cancels a pending order, as another client would. Throws for an unknown or shipped order. */
  cancel(id: OrderId): Promise<void>;
  /**
   * Adds an order, or replaces the one with this id, but with `new: true`, which throws if there is one. Fields that are left out are
   * missing from it; it is pending unless `state` says otherwise.
   */
  add(order: AddedOrder, options?: { readonly new?: boolean | undefined }): Promise<void>;
  /** Removes an order: to the app it is as if it had never been. Throws for an unknown one. */
  remove(id: OrderId): Promise<void>;
  /** Adds faults; what the others have counted stays. Without arguments it removes all. */
  fault(...faults: readonly WrittenFault[]): Promise<void>;
  /** Replaces all faults. */
  faults(faults: readonly WrittenFault[]): Promise<void>;
  /** Removes one fault, by its place among those of `state()`, from 1. What the others have counted stays. */
  removeFault(place: number): Promise<void>;
  /** Lets time go by for what happens some seconds after the first list: orders that are due then ship. */
  advance(time: { readonly seconds: number }): Promise<void>;
  /**
   * The world as the text of a scenario file, in YAML: its orders with their states, the faults and the shipments that are left.
   * `mock --scenario` takes the file, and so do `reset` and `parseScenario`. Dates that were relative, such as "+3d", stay so.
   */
  toScenario(title?: ScenarioTitle): Promise<string>;
  /**
   * Changes what a scenario says, and goes on with the orders. `ships` replaces the shipments that are left: their seconds and lists count
   * from the first list. The answers and the key, which counts from now, are laid over the scenario, as `demo+answers`, in place of those
   * that were so before.
   */
  update(part: Pick<Scenario, "answers" | "key" | "ships">): Promise<void>;
  /** A mark of what the world is now, for `restore`. It is a text that can be kept. */
  save(): Promise<string>;
  /** Goes back to a mark of this world, or of one that has started alike. Its request log is empty then, but with `keepLog: true`. */
  restore(mark: string, options?: RestoreOptions): Promise<void>;
  /** The app's last 200 requests since the last reset, with notes on what the contract says about them; or those after the nth. */
  requests(after?: number): Promise<readonly AnnotatedRequest[]>;
  /** The nth request in full, with its response. Throws once it is no longer kept. */
  exchange(n: number): Promise<ExchangeDetails>;
  /**
   * Throws with the notes if the app has sent a request that the contract does not have, such as a query, an
   * unknown path, or an id that JSON.parse has rounded; also if it has sent none since the last reset.
   */
  expectSound(): Promise<void>;
}
