/** Finds where a target is, how it is reached, and its key. */
import { usableKey } from "../../spec/errors/checks.ts";
import type { UserError } from "../../spec/errors/user-error.ts";
import type { Connection } from "../client/http/connector.ts";
import { credentialSecrets } from "../client/key-credentials.ts";
import { keySecret, type Secret } from "../client/masking/redaction.ts";
import { checkAddress } from "./address.ts";
import { keyFromCommand } from "./commands.ts";
import { type CallContext, type FoundTarget, withTarget } from "./find-target.ts";
import { openConnection } from "./open-connection.ts";
import type { SettingOptions } from "./settings/settings.ts";
import type { DeploymentAddress, Env } from "./target.ts";
import { targetError } from "./target-errors.ts";

/** A deployment whose key we have looked for. */
export interface LocatedTarget extends DeploymentAddress {
  readonly connection: Connection;
  readonly secrets: readonly Secret[];
}

export type TargetPlace = Pick<LocatedTarget, "name" | "baseUrl" | "connection">;

/**
 * Finds the target of a proxy that stands in front of it. The key is optional. Throws a UserError.
 */
export function locateTarget(
  target: string,
  options: SettingOptions & CallContext,
): Promise<LocatedTarget> {
  return withTarget(target, options, [], async (found) => withKey(found, await targetPlace(found)));
}

/** Does not read the key, but finds a mistake in the name of its variable. Throws a UserError. */
export async function targetPlace(found: FoundTarget): Promise<TargetPlace> {
  const { name, file, entry, settings, env, cwd } = found;
  const place = name === undefined ? undefined : `The url of ${name} in ${file}`;
  const baseUrl = checkAddress(entry.url, place);
  const connection = await openConnection(baseUrl, settings, env, cwd);
  keyVariableOf(found);
  return { ...(name !== undefined && { name }), baseUrl, connection };
}

export async function withKey(found: FoundTarget, place: TargetPlace): Promise<LocatedTarget> {
  const read = await readKey(found);
  const { key, keyVariable } = read;
  const own = key === undefined ? [] : [keySecret(key, keyVariable), ...credentialSecrets(key)];
  return { ...place, ...read, secrets: [...own, ...place.connection.secrets] };
}

/**
 * Reads the key. `keyVariable` is undefined for a key that a command prints. Throws a UserError,
 * which does not show the key.
 */
async function readKey(found: FoundTarget): Promise<Pick<LocatedTarget, "key" | "keyVariable">> {
  const { settings, call, env } = found;
  const { keyCommand } = settings;
  if (keyCommand !== undefined)
    return { key: usableKey(await keyFromCommand(keyCommand, found), "What keyCommand prints") };
  const keyVariable = keyVariableOf(found);
  const key = env[keyVariable];
  if (key) return { key: usableKey(key, `$${keyVariable}`), keyVariable };
  if (call.apiKeyEnv === undefined) return { keyVariable };
  throw missingKey(found.called, settings.apiKeyEnv);
}

/**
 * Throws a UserError if the setting is not the name of a variable, without showing it: users may
 * have given the key itself.
 */
function keyVariableOf({ settings, call, name, file }: FoundTarget): string {
  const source = call.apiKeyEnv === undefined ? `apiKeyEnv of ${name} in ${file}` : "--api-key-env";
  return checkVariable(settings.apiKeyEnv, source);
}

/**
 * Returns the key in a variable; undefined if the variable is not set. `source` says where the
 * variable is named. Throws a UserError.
 */
export function keyIn(variable: string, source: string, env: Env): string | undefined {
  const key = env[checkVariable(variable, source)];
  return key ? usableKey(key, `$${variable}`) : undefined;
}

function checkVariable(variable: string, source: string): string {
  if (/^[A-Za-z_]\w*$/.test(variable)) return variable;
  throw targetError("bad-key-variable", { source });
}

/** `owner`: whose key it is. */
export function missingKey(owner: string, variable: string): UserError {
  const shown = /^[A-Z_0-9]+$/.test(variable) ? variable : "the variable that was named";
  return targetError("missing-key", { owner, variable: shown });
}
