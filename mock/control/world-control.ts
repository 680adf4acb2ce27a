/** The methods by which a test controls a world: the same in the process of the mock, in a page, and over HTTP. */
import type { CurrentState } from "../../scenarios/limits.ts";
import type { Scenario, WrittenFault } from "../../scenarios/scenario.ts";
import type { UserError } from "../../spec/errors/user-error.ts";
import type { Order, WithStringIds } from "../../spec/interface/json.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import { mockError } from "../errors/mock.ts";
import type { ResetOptions } from "./commands.ts";
import type { AnnotatedRequest } from "./request-notes.ts";

/** An order with its ids as strings of digits, as tests print and compare them. */
type ListedOrder = WithStringIds<Order>;

export interface OrdersState {
  readonly scenario: string;
  readonly seed: number;
  readonly counts: Readonly<Record<CurrentState, number>>;
  /** In list order. */
  readonly orders: readonly {
    /** Decimal digits; null for an order without an id. */
    readonly id: string | null;
    readonly state: CurrentState;
    readonly order: ListedOrder;
  }[];
}

/** An order that is added, as in a scenario. */
type AddedOrder = NonNullable<NonNullable<Scenario["orders"]>["list"]>[number] & {
  readonly id: OrderId | number;
};

/** The orders of one worker, test, story or tab, and what happened to them. */
export interface WorldControl {
  /**
   * Resets the world, to another scenario, seed or number of orders if given. A scenario is a name, a YAML file such as
   * `./mine.yaml`, or an object that says what a file would; `["./mine.yaml", "slow"]` has the orders of the first, and what goes
   * wrong in both. Faults are those of the scenario.
   */
  reset(options?: ResetOptions): Promise<void>;
  /** The orders that the app would list now. Does not count as a request. */
  list(): Promise<readonly ListedOrder[]>;
  /** All orders with their hidden state, including cancelled ones. */
  state(): Promise<OrdersState>;
  /** The ids of all orders in a state, in list order. */
  ids(state: CurrentState): Promise<string[]>;
  /**
   * Ships a pending order, for example after the app has listed it: cancelling it is then answered with 409. Where the scenario ships
   * it, it ships now and as that says. With `afterSeconds` it ships so
   * much later, counted from the first list if there was none. Throws a UserError for an unknown or cancelled order.
   */
  ship(id: OrderId, when?: { readonly afterSeconds: number }): Promise<void>;
  /** Cancels a pending order, as another client would. Throws a UserError for an unknown or shipped order. */
  cancel(id: OrderId): Promise<void>;
  /** Adds an order, or replaces the one with this id. Fields that are left out are missing from it; it is pending unless `state` says otherwise. */
  add(order: AddedOrder): Promise<void>;
  /** Adds faults; what the others have counted stays. Without arguments it removes all. */
  fault(...faults: readonly WrittenFault[]): Promise<void>;
  /** Replaces all faults. */
  faults(faults: readonly WrittenFault[]): Promise<void>;
  /** Lets time go by for what happens some seconds after the first list: orders that are due then ship. */
  advance(time: { readonly seconds: number }): Promise<void>;
  /**
   * The world as the text of a scenario file, in YAML: its orders with their states, the faults and the shipments that are left.
   * `mock --scenario` takes the file, and so do `reset` and `parseScenario`.
   */
  toScenario(): Promise<string>;
  /** A mark of what the world is now, for `restore`. It is a text that can be kept. */
  save(): Promise<string>;
  /** Goes back to a mark of this world, or of one that has started alike. Its request log is empty then. */
  restore(mark: string): Promise<void>;
  /** The app's last 200 requests since the last reset, with notes on what the contract says about them. */
  requests(): Promise<readonly AnnotatedRequest[]>;
  /**
   * Throws a UserError with the notes if the app has sent a request that the contract does not have, such as a query, an
   * unknown path, or an id that JSON.parse has rounded; also if it has sent none since the last reset.
   */
  expectSound(): Promise<void>;
}

/**
 * Makes {@link WorldControl.expectSound} of a function that reads the requests. The stack of its errors begins at the line that called
 * it: after the requests are read, that line would be gone from it.
 */
export function soundnessCheck(read: WorldControl["requests"]): WorldControl["expectSound"] {
  return async function expectSound() {
    const call = new Error();
    // Some browsers do not have it: there the first line is this function.
    Error.captureStackTrace?.(call, expectSound);
    const error = unsoundness(await read());
    if (error === undefined) return;
    // A stack begins with name and message in V8, and with the first line of code in other engines.
    error.stack = `${error.name}: ${error.message}\n${call.stack?.replace(/^Error.*\n/, "")}`;
    throw error;
  };
}

function unsoundness(requests: readonly AnnotatedRequest[]): UserError | undefined {
  if (requests.length === 0) return mockError("no-requests");
  const wrong = requests.filter(({ mistakes }) => mistakes.length > 0);
  if (wrong.length === 0) return undefined;
  const lines = wrong.map(
    ({ method, path, mistakes }) => `  ${method} ${path}: ${mistakes.join("; ")}`,
  );
  return mockError("unsound-requests", { requests: lines.join("\n") });
}
