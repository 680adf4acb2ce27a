/** What a run gives its Playwright workers: where the relay is, and what the checks may use. Nothing in it is secret but the relay's token. */
import type { ClauseId } from "../spec/clauses/index.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../spec/json.ts";
import type { Setting } from "./check.ts";

/** The environment variable in which it crosses to the workers. */
export const RUN_VARIABLE = "ORDERS_KIT_RUN";

export interface Run {
  readonly relayUrl: string;
  /** The target's name, where it has one besides its address. */
  readonly name?: string;
  /** Clauses to which the run is narrowed. */
  readonly only?: readonly ClauseId[];
  readonly setting: Setting;
}

export function writeRun({ setting, ...run }: Run): string {
  return stringifyJson({
    ...run,
    setting: { ...setting, pending: [...setting.pending], shipped: [...setting.shipped] },
  } as JsonObject);
}

/** Throws when the text was not written by {@link writeRun}. */
export function readRun(text: string): Run {
  const { setting, ...run } = parseJson(text) as JsonObject & { setting: JsonObject };
  return {
    ...run,
    setting: { ...setting, pending: ids(setting.pending), shipped: ids(setting.shipped) },
  } as unknown as Run;
}

const ids = (list: Json | undefined): bigint[] => (list as (number | bigint)[]).map(BigInt);
