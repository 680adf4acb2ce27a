/** The commands of a target: `setup` prepares orders and hands them over, `teardown` cleans up behind them. */
import { spawn } from "node:child_process";
import { isInt64 } from "../spec/int64.ts";
import { type Json, type JsonObject, parseJson } from "../spec/json.ts";
import { PROBLEMS } from "../spec/problems.ts";
import { KEY_MARK, Mask } from "./secrets.ts";
import type { TargetEntry } from "./targets-file.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface Prepared {
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
  /** Runs `teardown`; never rejects for its sake. */
  undo(): Promise<void>;
}

const SUCCESS = "exit code 0";

/** Longer than any preparation of five orders should take. */
const COMMAND_MS = 5 * 60_000;

/** Runs `setup` with the environment of the user. Throws a UserError, after `teardown`, when it fails or prints something else. */
export async function prepareOrders(
  { setup, teardown }: TargetEntry,
  env: Env,
  key: string,
  onNote: (note: string) => void,
): Promise<Prepared> {
  const undo = async (): Promise<void> => {
    if (teardown === undefined) return;
    const { status } = await runCommand(teardown, env);
    if (status !== SUCCESS) onNote(`The teardown command failed (${status}): ${teardown}`);
  };
  if (setup === undefined) return { pending: [], shipped: [], undo };
  const { status, stdout, stderr } = await runCommand(setup, env);
  try {
    const said = new Mask([{ text: key, mark: KEY_MARK }]).text(stderr.trim().split("\n").at(-1) ?? "");
    if (status !== SUCCESS) throw PROBLEMS.setupFailed(setup, said === "" ? status : `${status}: ${said}`);
    return { ...readOrders(stdout, setup), undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** `{"pending":[…],"shipped":[…]}`, either left out or not; ids as integers or as strings of digits. */
function readOrders(stdout: string, setup: string): Pick<Prepared, "pending" | "shipped"> {
  const wanted = () => PROBLEMS.setupOutput(setup);
  let value: Json;
  try {
    value = parseJson(stdout.trim());
  } catch {
    throw wanted();
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wanted();
  const ids = (list: Json | undefined): bigint[] => {
    if (list === undefined) return [];
    if (!Array.isArray(list)) throw wanted();
    return list.map((id) => {
      const exact =
        typeof id === "number" || typeof id === "bigint" || /^-?\d{1,20}$/.test(String(id))
          ? BigInt(String(id))
          : undefined;
      if (exact === undefined || !isInt64(exact)) throw wanted();
      return exact;
    });
  };
  const { pending, shipped } = value as JsonObject;
  return { pending: ids(pending), shipped: ids(shipped) };
}

function runCommand(command: string, env: Env): Promise<{ status: string; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      env: { ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: COMMAND_MS,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk;
    });
    child.once("error", (error) => resolve({ status: error.message, stdout, stderr }));
    child.once("close", (code, signal) =>
      resolve({ status: code === null ? `${signal}` : `exit code ${code}`, stdout, stderr }),
    );
  });
}
