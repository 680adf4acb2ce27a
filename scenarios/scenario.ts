/** A scenario: the orders that a world starts with, its events, and how the mock answers where the contract is silent. */
import type * as v from "valibot";
import type { faultSchema, shipSchema } from "./event-schemas.ts";
import type { scenarioSchema } from "./scenario-schema.ts";

export type ReadonlyDeep<T> = T extends object
  ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
  : T;

/**
 * A scenario as people write it: the same in YAML, in JSON and in JavaScript. All of it may be left out. scenarios/README.md describes
 * the fields.
 */
export interface Scenario extends ReadonlyDeep<v.InferInput<typeof scenarioSchema>> {}

/** A scenario that has been read, with the defaults of what it leaves out. It is a {@link Scenario}, too. */
export interface LoadedScenario extends ReadonlyDeep<v.InferOutput<typeof scenarioSchema>> {
  /** One word; for a scenario file its name without the extension. */
  readonly name: string;
}

/** A seed and a number of orders that replace those of the scenario. */
export interface ScenarioSize {
  readonly seed?: number | undefined;
  readonly orders?: number | undefined;
}

/**
 * A fault affects some requests. Each fault counts the requests to its operations in one world, from 1. All conditions that
 * are given must hold. Where several faults affect a request, their delays add up, and the first with a status or a failure applies. Faults
 * with `times` take turns: of those that could affect a request, only the first one does.
 */
export interface Fault extends ReadonlyDeep<v.InferOutput<typeof faultSchema>> {}
/** A fault as people write it. */
export interface WrittenFault extends ReadonlyDeep<v.InferInput<typeof faultSchema>> {}

/** Orders that ship by themselves. Exactly one of `afterSeconds`, `afterLists` and `beforeCancel` is given. */
export interface ShipRule extends ReadonlyDeep<v.InferOutput<typeof shipSchema>> {}

/** The events of a world: plain data, which JSON keeps. */
export type ScenarioEvents = Pick<LoadedScenario, "ships" | "key" | "faults">;
