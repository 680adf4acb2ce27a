/**
 * Chooses where a value comes from: the call (an option or a flag), else orders-kit.yaml, else a
 * default. The environment has only the key, in the variable that `apiKeyEnv` names, and the
 * variables that the file names as `${NAME}`.
 */
import type { OrderIds } from "../../safety/rules.ts";
import { type ChosenSettings, DEFAULTS, type Settings, type TargetEntry } from "./settings.ts";

export function chooseSettings(call: Settings, entry: Partial<TargetEntry>): ChosenSettings {
  const { keyCommand, ...others } = entry;
  // A variable that the call names also replaces the command of the file.
  const command = call.apiKeyEnv === undefined && keyCommand !== undefined ? { keyCommand } : {};
  return {
    ...DEFAULTS,
    ...others,
    ...command,
    ...call,
    ...chooseIds(call, entry),
    headers: chooseHeaders(call.headers, entry.headers),
    // If one of the two protects the orders, the other cannot lift that.
    readOnly: call.readOnly === true || entry.readOnly === true,
  };
}

/** Ids of the call replace those of the file and of its setup command. */
export function chooseIds(
  call: Settings,
  entry: Partial<TargetEntry>,
  prepared: Partial<OrderIds> = {},
): OrderIds {
  const idsOf = (state: keyof OrderIds): readonly bigint[] => {
    const given = call[state] ?? [];
    return given.length > 0 ? given : [...(entry[state] ?? []), ...(prepared[state] ?? [])];
  };
  return { pending: idsOf("pending"), shipped: idsOf("shipped"), absent: idsOf("absent") };
}

/** If both have a header field of the same name, the call's is used. */
function chooseHeaders(call: Settings["headers"] = {}, entry: Settings["headers"] = {}) {
  const own = new Set(Object.keys(call).map((name) => name.toLowerCase()));
  const others = Object.entries(entry).filter(([name]) => !own.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...call };
}
