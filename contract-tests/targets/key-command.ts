/** `keyCommand` of a target: a command that prints the key, such as an OAuth token. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { describeFailure, runCommand } from "./shell-command.ts";
import type { Env } from "./target.ts";

export const KEY_COMMAND_BOUNDS = { ms: 30_000, bytes: 64 * 1024 };

/** The only line that the command prints. Throws a UserError, without what was printed. */
export async function keyFromCommand(
  command: string,
  env: Env,
  signal?: AbortSignal,
  bounds = KEY_COMMAND_BOUNDS,
): Promise<string> {
  const { failure, stdout, stderr } = await runCommand(command, env, bounds, signal);
  if (signal?.aborted) throw USER_ERRORS.interrupted();
  if (failure !== undefined) throw USER_ERRORS.keyCommandFailed(describeFailure(failure, stderr), command);
  const key = stdout.trim();
  if (key === "") throw USER_ERRORS.keyCommandOutput("nothing", command);
  const lines = key.split(/[\r\n]+/).length;
  if (lines > 1) throw USER_ERRORS.keyCommandOutput(`${lines} lines`, command);
  return key;
}
