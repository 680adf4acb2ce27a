/**
 * Finds a target by its address, or by its name in orders-kit.yaml, with the settings of the call
 * and of the file.
 */
import { dirname, relative, resolve } from "node:path";
import { suggest } from "../../spec/errors/suggest.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { Redactor, type Secret } from "../client/masking/redaction.ts";
import { isAddress } from "./address.ts";
import { findTargetsFile } from "./file/find-targets-file.ts";
import { chooseSettings } from "./settings/choose-settings.ts";
import { readOptions } from "./settings/options.ts";
import {
  type ChosenSettings,
  DEFAULTS,
  type SettingOptions,
  type Settings,
  type TargetEntry,
} from "./settings/settings.ts";
import type { Env } from "./target.ts";
import { targetError } from "./target-errors.ts";

/** Where a call is made, and how it is stopped. */
export interface CallContext {
  /** Default: the environment of the process. */
  readonly env?: Env | undefined;
  /**
   * Relative paths start from this folder, and we look for orders-kit.yaml here first. Default: the
   * current folder.
   */
  readonly cwd?: string | undefined;
  /**
   * Aborting the signal ends the run early, also during `setup`: `teardown` runs, and the findings
   * so far are reported.
   */
  readonly signal?: AbortSignal | undefined;
}

export interface FoundTarget {
  /** How errors name the target: its name, or its address. */
  readonly called: string;
  readonly name?: string;
  /** The path of the file that has the target, relative to the current folder. */
  readonly file?: string;
  /** The settings in the file. */
  readonly entry: TargetEntry;
  /** The settings in the call. */
  readonly call: Settings;
  /** The settings that apply. */
  readonly settings: ChosenSettings;
  readonly env: Env;
  readonly cwd: string;
  /** The folder of the file, in which commands run. */
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Finds a target and calls `use` with it. Throws a UserError for a mistake in the options or the
 * file, and if there is no such target. `others`: names that are targets without the file. Masks
 * what may be the key in errors of `use`, before it is known which variable holds the key.
 */
export async function withTarget<T>(
  called: string,
  { env = process.env, cwd: given = ".", signal, ...options }: SettingOptions & CallContext,
  others: readonly string[],
  use: (found: FoundTarget) => Promise<T>,
): Promise<T> {
  const cwd = resolve(given);
  const call = readOptions(options);
  const found = isAddress(called)
    ? { entry: { url: called } }
    : await namedEntry(called, call.config, env, cwd, others);
  const folder = resolve(cwd, dirname(found.file ?? ""));
  const settings = chooseSettings(call, found.entry);
  const names = [call.apiKeyEnv, found.entry.apiKeyEnv, DEFAULTS.apiKeyEnv];
  const secrets = names.flatMap((name) =>
    name === undefined ? [] : [{ text: env[name] ?? "", replacement: `\${${name}}` }],
  );
  return use({ ...found, called, call, settings, env, cwd, folder, signal }).catch(
    (error: unknown) => {
      throw maskError(error, secrets);
    },
  );
}

interface NamedEntry extends Pick<FoundTarget, "entry" | "name" | "file"> {}

async function namedEntry(
  name: string,
  config: string | undefined,
  env: Env,
  cwd: string,
  others: readonly string[],
): Promise<NamedEntry> {
  const found =
    config === undefined ? findTargetsFile(cwd) : { file: relative(cwd, resolve(cwd, config)) };
  if ("missing" in found)
    throw targetError("unknown-target", {
      name,
      searched: found.missing,
      suggestion: suggest(name, others),
    });

  // Loaded on demand: an address needs no YAML parser.
  const { readTarget } = await import("./file/targets-file.ts");
  const { file } = found;
  const { entry, names } = await readTarget(name, file, cwd, env);
  if (entry !== undefined) return { name, file, entry };
  throw targetError("unknown-target", {
    name,
    searched: `it is not in ${file}`,
    suggestion: suggest(name, [...others, ...names]),
  });
}

/**
 * Returns the error without the secrets in its texts: a user can write the key where an error shows
 * it.
 */
export function maskError(error: unknown, secrets: readonly Secret[]): unknown {
  const redactor = new Redactor(secrets);
  if (error instanceof UserError) {
    const { code, message, exitCode } = error;
    return new UserError({ code, message: redactor.shown(message), exitCode });
  }
  if (!(error instanceof Error)) return redactor.shown(String(error));
  const masked = new Error(redactor.shown(error.message));
  masked.stack = redactor.shown(error.stack ?? "");
  return masked;
}
