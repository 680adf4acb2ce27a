/** The commands of a target: `setup` creates orders and prints their ids, `teardown` runs after the checks. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { type Json, type JsonObject, parseJson } from "../../spec/json/json.ts";
import { isInt64 } from "../../spec/schema/int64.ts";
import type { Redactor } from "../client/redaction.ts";
import type { Rules } from "../safety/policy.ts";
import type { TargetEntry } from "./settings.ts";
import { describeFailure, runCommand } from "./shell-command.ts";
import type { Env } from "./target.ts";

export interface PreparedOrders extends Pick<Rules, "pending" | "shipped" | "absent"> {
  /** Runs `teardown`. When it fails, a note is given; never rejects. */
  tearDown(): Promise<void>;
}

export const SETUP_BOUNDS = { ms: 5 * 60_000, bytes: 16 * 1024 * 1024 };

/**
 * Runs `setup`. `redactor` masks its error output. Throws a UserError, after `teardown`, when it fails, does not print ids, or
 * `signal` is aborted.
 */
export async function prepareOrders(
  { setup, teardown }: TargetEntry,
  env: Env,
  redactor: Redactor,
  onNote: (note: string) => void,
  signal?: AbortSignal,
): Promise<PreparedOrders> {
  const tearDown = async (): Promise<void> => {
    if (teardown === undefined) return;
    const { failure } = await runCommand(teardown, env, SETUP_BOUNDS);
    if (failure !== undefined) onNote(`The teardown command failed (${failure}): ${teardown}`);
  };
  if (setup === undefined) return { pending: [], shipped: [], absent: [], tearDown };
  const { failure, stdout, stderr } = await runCommand(setup, env, SETUP_BOUNDS, signal);
  try {
    if (signal?.aborted) throw USER_ERRORS.interrupted();
    if (failure !== undefined) throw USER_ERRORS.setupFailed(redactor.text(describeFailure(failure, stderr)), setup);
    return { ...readOrders(stdout, setup), tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}

/** `{"pending":[…],"shipped":[…],"absent":[…]}`, each optional, with ids as integers or strings of digits. */
function readOrders(stdout: string, setup: string): Omit<PreparedOrders, "tearDown"> {
  const invalidOutput = () => USER_ERRORS.setupOutput(setup);
  let value: Json;
  try {
    value = parseJson(stdout.trim());
  } catch {
    throw invalidOutput();
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalidOutput();
  const ids = (list: Json | undefined): bigint[] => {
    if (list === undefined) return [];
    if (!Array.isArray(list)) throw invalidOutput();
    return list.map((id) => {
      const exact =
        typeof id === "number" || typeof id === "bigint" || /^-?\d{1,20}$/.test(String(id))
          ? BigInt(String(id))
          : undefined;
      if (exact === undefined || !isInt64(exact)) throw invalidOutput();
      return exact;
    });
  };
  const { pending, shipped, absent } = value as JsonObject;
  return { pending: ids(pending), shipped: ids(shipped), absent: ids(absent) };
}
