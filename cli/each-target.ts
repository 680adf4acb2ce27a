/** Runs a command for its targets, one after the other. */
import { UserError } from "../spec/errors/user-error.ts";
import { type CommandIo, printError } from "./command.ts";

/** Exit codes, the most serious first. */
const BY_WEIGHT = [2, 1, 3, 4, 0];

/**
 * Resolves with the most serious exit code of all targets. With several targets, a mistake in one
 * is printed and the others still run.
 */
export async function eachTarget(
  targets: readonly string[],
  { io, argv }: { readonly io: CommandIo; readonly argv: readonly string[] },
  act: (target: string, at: number) => Promise<number>,
  onMistake: (target: string) => void,
): Promise<number> {
  const codes: number[] = [];
  for (const [at, target] of targets.entries())
    codes.push(
      await act(target, at).catch((error: unknown) => {
        if (targets.length === 1 || !(error instanceof UserError)) throw error;
        onMistake(target);
        return printError(error, argv, io);
      }),
    );
  return BY_WEIGHT.find((code) => codes.includes(code)) ?? 0;
}
