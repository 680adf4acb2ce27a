/** Which bad keys are tried on which operation. */
import type { OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS, type Operation } from "../../spec/interface/operations.ts";
import type { CredentialTiers } from "./credential.ts";
import { BAD_KEYS, type BadKey } from "./keys.ts";
import type { Table, Tier } from "./table.ts";

/** Returns the keys that are tried on the list or on an order, by tier. */
function keysOn(what: keyof CredentialTiers): Readonly<Record<Tier, readonly BadKey[]>> {
  const names = Object.keys(BAD_KEYS) as BadKey[];
  const ofTier = (tier: Tier) => names.filter((name) => BAD_KEYS[name][what] === tier);
  return { quiet: ofTier("quiet"), usual: ofTier("usual"), thorough: ofTier("thorough") };
}

const { quiet, ...further } = keysOn("list");

/** For operations on neither the list nor an order: what key checks of frameworks confuse. */
const FEW_KEYS = {
  quiet: ["wrong"],
  usual: ["truncated", "list", "basic-wrong"],
  thorough: [
    "empty",
    "first-character",
    "extended",
    "swapped-case",
    "undefined",
    "blank-header",
    "repeated",
    "list-first",
    "digest-wrong",
    "other-places-wrong",
  ],
} as const satisfies Partial<Record<Tier, readonly BadKey[]>>;

const fewKeysOn = ({ unauthorized }: Pick<Operation, "unauthorized">): Table<BadKey> => ({
  clauses: ["auth-key-exact", unauthorized.clause],
  shows: ["auth-error-body"],
  unit: "keys",
  ...FEW_KEYS,
});

/**
 * The keys that a step tries on each operation with `tryKeys`, on a call that succeeds with the
 * good key: only that shows whether another one is accepted.
 */
export const OPERATION_KEYS = {
  ...(Object.fromEntries(
    Object.values(OPERATIONS).map((operation) => [operation.id, fewKeysOn(operation)]),
  ) as Record<OperationId, Table<BadKey>>),
  listOrders: {
    clauses: ["auth-key-exact", "list-unauthorized"],
    shows: ["auth-error-body"],
    unit: "keys",
    quiet,
  },
  // On a pending order, or on an unknown one if none was provided.
  cancelOrder: {
    clauses: ["auth-key-exact", "cancel-unauthorized", "auth-no-effect"],
    shows: ["auth-error-body", "auth-first"],
    unit: "keys",
    ...keysOn("order"),
  },
} as const satisfies Readonly<Record<OperationId, Table<BadKey>>>;

/** Tried at the end of a run: a service may ban a client after so many. */
export const FURTHER_LIST_KEYS = {
  ...OPERATION_KEYS.listOrders,
  quiet: [],
  ...further,
} as const satisfies Table<BadKey>;

/**
 * Tried on the cancellation of a shipped order: 401 comes before 409. No service takes these for
 * the key.
 */
export const SHIPPED_KEYS: Table<BadKey> = {
  clauses: ["auth-first", "cancel-unauthorized"],
  unit: "keys",
  usual: ["none", "wrong"],
};

/**
 * The keys of one round of calls at the same moment: for a list, and for the cancellation of a
 * pending order.
 */
export interface KeyAndBadKey {
  readonly list: BadKey;
  readonly order: BadKey;
}

/** One pair for each round. Further rounds look for rare faults, not for further clauses. */
export const KEYS_TOGETHER: Table<KeyAndBadKey> = {
  clauses: [],
  unit: "keys",
  quiet: [{ list: "none", order: "wrong" }],
  thorough: [
    { list: "wrong", order: "middle-changed" },
    { list: "test", order: "jwt-unsigned" },
    { list: "admin", order: "pattern-any" },
    { list: "secret", order: "sql" },
    { list: "changeme", order: "test" },
  ],
};

/** Tried on the list once more, in the step once-more. */
export const LIST_KEYS_AGAIN: Table<BadKey> = {
  clauses: ["list-unauthorized"],
  unit: "keys",
  thorough: ["none", "truncated"],
};
