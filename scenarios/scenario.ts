/**
 * A scenario: the orders a world starts with, its events, and the mock's answers to open questions.
 */
import type * as v from "valibot";
import type { faultSchema, shipSchema } from "./event-schemas.ts";
import type { scenarioSchema } from "./scenario-schema.ts";

export type ReadonlyDeep<T> = T extends object
  ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
  : T;

/**
 * A scenario as people write it, the same in YAML, JSON and JavaScript. Every field is optional;
 * scenarios/README.md describes them.
 */
export interface Scenario extends ReadonlyDeep<v.InferInput<typeof scenarioSchema>> {}

/** A scenario that has been read, with all defaults. It is also a valid {@link Scenario}. */
export interface LoadedScenario extends ReadonlyDeep<v.InferOutput<typeof scenarioSchema>> {
  /** One word; by default a scenario file's name without the extension. */
  readonly name: string;
}

/** A seed and a number of orders that replace the scenario's. */
export interface ScenarioSize {
  readonly seed?: number | undefined;
  readonly orders?: number | undefined;
}

/**
 * A fault affects some requests. Each fault counts the requests to its operations in one world,
 * from 1. All given conditions must hold. If several faults affect a request, their delays add up,
 * and the first with a status or a failure applies. Faults with `times` take turns: only the first
 * of those that could affect a request does.
 */
export interface Fault extends ReadonlyDeep<v.InferOutput<typeof faultSchema>> {}
/** A fault as people write it. */
export interface WrittenFault extends ReadonlyDeep<v.InferInput<typeof faultSchema>> {}

/**
 * Orders that ship by themselves. Exactly one of `afterSeconds`, `afterLists` and `beforeCancel` is
 * given.
 */
export interface ShipRule extends ReadonlyDeep<v.InferOutput<typeof shipSchema>> {}

/** The events of a world, as plain data that survives JSON. */
export type ScenarioEvents = Pick<LoadedScenario, "ships" | "key" | "faults">;
