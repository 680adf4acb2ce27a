/** Where a target is, by its address or by its name in orders-kit.yaml: its address, its connection and its key. */
import { dirname, relative, resolve } from "node:path";
import { usableKey } from "../../spec/errors/checks.ts";
import { suggest } from "../../spec/errors/suggest.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import type { Connection } from "../client/http/connector.ts";
import { credentialSecrets } from "../client/key-credentials.ts";
import { keySecret, Redactor, type Secret } from "../client/redaction.ts";
import { targetError } from "../errors/targets.ts";
import { checkAddress, isAddress } from "./address.ts";
import { keyFromCommand } from "./commands.ts";
import { findTargetsFile } from "./find-targets-file.ts";
import { openConnection } from "./open-connection.ts";
import type { ConnectionSettings, TargetEntry } from "./settings.ts";
import type { Env, Target, TargetOptions } from "./target.ts";

const KEY_VARIABLE = "ORDERS_API_KEY";

export interface LocatedTarget
  extends Pick<Target, "name" | "baseUrl" | "keyVariable" | "secrets"> {
  readonly key?: string;
  readonly connection: Connection;
}

type LocateOptions = ConnectionSettings &
  Pick<TargetOptions, "apiKeyEnv" | "config" | "env" | "cwd" | "signal">;

/** The address of a target, for a proxy in front of it. The key is optional. Throws a UserError. */
export function locateTarget(target: string, options: LocateOptions): Promise<LocatedTarget> {
  return withTarget(target, options, [], locate);
}

/** A target by its address, or by its name in a file, which is relative to the current folder. */
type Entry =
  | { readonly entry: TargetEntry; readonly name?: never; readonly file?: never }
  | { readonly entry: TargetEntry; readonly name: string; readonly file: string };

/** The options of a target, with what the file says of it. */
export type Found<Options> = Options &
  Entry & {
    readonly env: Env;
    readonly cwd: string;
    /** The folder of the file, in which commands run. */
    readonly folder: string;
  };

/** `others`: names that are targets without the file. What may be the key is masked in errors, before it is known which variable holds it. */
export async function withTarget<Options extends LocateOptions, T>(
  target: string,
  options: Options,
  others: readonly string[],
  use: (found: Found<Options>) => Promise<T>,
): Promise<T> {
  const { apiKeyEnv, config, env = process.env } = options;
  const cwd = resolve(options.cwd ?? ".");
  const found: Entry = isAddress(target)
    ? { entry: { url: target } }
    : await namedEntry(target, { config, env, cwd }, others);
  const names = [apiKeyEnv, found.entry.apiKeyEnv, KEY_VARIABLE].filter(
    (name) => name !== undefined,
  );
  const secrets = names.map((name) => ({ text: env[name] ?? "", replacement: `\${${name}}` }));
  const folder = resolve(cwd, dirname(found.file ?? ""));
  return use({ ...options, ...found, env, cwd, folder }).catch((error: unknown) => {
    throw maskError(error, secrets);
  });
}

async function namedEntry(
  name: string,
  {
    config,
    env,
    cwd,
  }: { readonly config: string | undefined; readonly env: Env; readonly cwd: string },
  others: readonly string[],
): Promise<Entry> {
  const found =
    config === undefined ? findTargetsFile(cwd) : { file: relative(cwd, resolve(cwd, config)) };
  if ("missing" in found)
    throw targetError("unknown-target", {
      name,
      searched: found.missing,
      suggestion: suggest(name, others),
    });

  // Loaded on demand: an address needs no YAML parser.
  const { readTarget } = await import("./targets-file.ts");
  const { file } = found;
  const { entry, names } = await readTarget(name, file, cwd, env);
  if (entry !== undefined) return { name, file, entry };
  throw targetError("unknown-target", {
    name,
    searched: `it is not in ${file}`,
    suggestion: suggest(name, [...others, ...names]),
  });
}

/** An error without the secrets that its texts may have: a user can write the key where an error shows it. */
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

async function locate(found: Found<LocateOptions>): Promise<LocatedTarget> {
  return withKey(found, await placeOf(found));
}

type Place = Pick<LocatedTarget, "name" | "baseUrl" | "connection">;

/** Where a target is and how it is reached. Its key is not read, but a mistake in the name of its variable is found. Throws a UserError. */
export async function placeOf(found: Found<LocateOptions>): Promise<Place> {
  const { name, file, entry, env, cwd } = found;
  const place = name === undefined ? undefined : `The url of ${name} in ${file}`;
  const baseUrl = checkAddress(entry.url, place);
  const connection = await openConnection(baseUrl, connectionSettings(entry, found), env, cwd);
  keySource(found);
  return { ...(name !== undefined && { name }), baseUrl, connection };
}

export async function withKey(found: Found<LocateOptions>, place: Place): Promise<LocatedTarget> {
  const read = await readKey(found);
  const { key, keyVariable } = read;
  const own = key === undefined ? [] : [keySecret(key, keyVariable), ...credentialSecrets(key)];
  return { ...place, ...read, secrets: [...own, ...place.connection.secrets] };
}

/** The settings of the options replace those of the file; of the headers, those of the same name. */
function connectionSettings(entry: TargetEntry, options: ConnectionSettings): ConnectionSettings {
  const own = new Set(Object.keys(options.headers ?? {}).map((header) => header.toLowerCase()));
  const kept = Object.entries(entry.headers ?? {}).filter(
    ([header]) => !own.has(header.toLowerCase()),
  );
  return {
    headers: { ...Object.fromEntries(kept), ...options.headers },
    clientCert: options.clientCert ?? entry.clientCert,
    ca: options.ca ?? entry.ca,
  };
}

/** `keyVariable` is undefined for a key that a command prints. Throws a UserError, which does not show the key. */
async function readKey(
  found: Found<LocateOptions>,
): Promise<Pick<LocatedTarget, "key" | "keyVariable">> {
  const { keyCommand, keyVariable } = keySource(found);
  const { env, apiKeyEnv } = found;
  if (keyCommand !== undefined)
    return { key: usableKey(await keyFromCommand(keyCommand, found), "What keyCommand prints") };
  const key = env[keyVariable];
  if (key) return { key: usableKey(key, `$${keyVariable}`), keyVariable };
  if (apiKeyEnv === undefined) return { keyVariable };
  throw missingKey(keyVariable);
}

type KeySource =
  | { readonly keyCommand: string; readonly keyVariable?: undefined }
  | { readonly keyVariable: string; readonly keyCommand?: undefined };

/** Throws a UserError, which does not show what is not the name of a variable: users may have given the key itself. */
function keySource({ entry, name, file, apiKeyEnv }: Found<LocateOptions>): KeySource {
  const { keyCommand, apiKeyEnv: keyEnv } = entry;
  if (apiKeyEnv === undefined && keyCommand !== undefined) return { keyCommand };
  const source = apiKeyEnv === undefined ? `apiKeyEnv of ${name} in ${file}` : "--api-key-env";
  return { keyVariable: checkVariable(apiKeyEnv ?? keyEnv ?? KEY_VARIABLE, source) };
}

/** The key in a variable; undefined where it is not set. `source` has named the variable. Throws a UserError. */
export function keyIn(variable: string, source: string, env: Env): string | undefined {
  const key = env[checkVariable(variable, source)];
  return key ? usableKey(key, `$${variable}`) : undefined;
}

function checkVariable(variable: string, source: string): string {
  if (/^[A-Za-z_]\w*$/.test(variable)) return variable;
  throw targetError("bad-key-variable", { source });
}

export function missingKey(variable = KEY_VARIABLE): UserError {
  return targetError("missing-key", {
    variable: /^[A-Z_0-9]+$/.test(variable) ? variable : "the variable that was named",
  });
}
