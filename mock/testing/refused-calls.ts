/** Calls that every kind of world control refuses, with the same error. */
import { UserError } from "../../spec/errors/user-error.ts";
import type { WorldControl } from "../control/world-control.ts";

const MISSING = "999999";

/** JavaScript programs may pass anything. */
type Untyped = Record<keyof WorldControl, (...given: unknown[]) => Promise<unknown>>;

/** Cannot be converted to a string. */
const ODD = { toString: null };

const CALLS: readonly ((world: Untyped) => Promise<unknown>)[] = [
  ...[MISSING, "1e3", "", "..", 2 ** 53, [5], null, undefined, ODD].flatMap((id) => [
    (world: Untyped) => world.order(id),
    (world: Untyped) => world.ship(id),
    (world: Untyped) => world.cancel(id),
    (world: Untyped) => world.remove(id),
  ]),
  (world) => world.cancel("3"),
  ...[null, 0, "", 5, 2 ** 53, { afterSeconds: -1 }, { after: 1 }].map(
    (when) => (world: Untyped) => world.ship("2", when),
  ),
  ...[null, 5, [], { id: "1e3" }, { id: "30", shipDate: "tomorrow" }, { id: 30, state: ODD }].map(
    (order) => (world: Untyped) => world.add(order),
  ),
  (world) => world.add({ id: "30", petId: 2 ** 53 }),
  (world) => world.add({ id: "2" }, { new: true }),
  ...[{ sttus: 503 }, { on: "listOrders" }, { faults: 5 }, 5, null, [{ on: ODD }]].flatMap(
    (one) => [
      (world: Untyped) => world.fault(one),
      (world: Untyped) => world.faults(one),
      (world: Untyped) => world.fault({ status: 503 }, one),
    ],
  ),
  ...[9, 0, -1, "a/b", "../worlds?world="].map(
    (place) => (world: Untyped) => world.removeFault(place),
  ),
  ...[null, 7, 2 ** 60, {}, { seconds: "1" }, { seconds: -1 }].map(
    (time) => (world: Untyped) => world.advance(time),
  ),
  ...[null, 5, "x", [], { seeds: 1 }, { seed: -1 }, { orders: { toString: "" } }].map(
    (options) => (world: Untyped) => world.reset(options),
  ),
  ...["defualt", "./none.yaml", 5, [5], { faults: 5 }, ["default", { faults: [{}] }]].map(
    (scenario) => (world: Untyped) => world.reset({ scenario }),
  ),
  (world) => world.reset({ text: "orders:\n  cuont: 3", scenario: "mine.yaml" }),
  (world) => world.reset({ text: ODD }),
  (world) => world.reset({ text: "seed: 1", scenario: {} }),
  ...["{}", "no mark", "", null, {}, ODD].map((mark) => (world: Untyped) => world.restore(mark)),
  (world) => world.state({ limit: -1 }),
  (world) => world.state({ offset: 0.5 }),
  (world) => world.ids("lost"),
  (world) => world.requests(-1),
  (world) => world.exchange(1),
  (world) => world.exchange("x"),
  (world) => world.expectSound(),
];

/**
 * Returns the code and the message of each refusal. Throws if a call is not refused, or fails with
 * an internal error of the mock.
 */
export async function refusalsOf(world: WorldControl): Promise<string[]> {
  const refusals: string[] = [];
  for (const [nth, call] of CALLS.entries()) {
    const outcome = await call(world as unknown as Untyped).catch((error: unknown) => error);
    if (!(outcome instanceof UserError)) throw new Error(`${nth}: ${call}: ${String(outcome)}`);
    refusals.push(`${nth}: ${outcome.display}`);
  }
  return refusals;
}
