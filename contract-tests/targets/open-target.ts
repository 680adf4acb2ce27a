/** From the name of a target to a client and the rules for it. */
import { USER_ERRORS, type UserError } from "../../spec/errors/user-errors.ts";
import type { Connection } from "../client/connection.ts";
import { httpClient } from "../client/http/http-client.ts";
import { isSearchable, keySecret, Redactor, type Secret } from "../client/redaction.ts";
import type { Rules } from "../safety/policy.ts";
import {
  checkAddress,
  checkKey,
  isAddress,
  KEY_VARIABLE,
  keyInVariable,
  keyVariableOf,
  TARGETS_FILE,
} from "./address.ts";
import { openEmbedded } from "./embedded.ts";
import { keyFromCommand } from "./key-command.ts";
import { maskError, secretsIn } from "./mask-error.ts";
import { openConnection } from "./open-connection.ts";
import type { ConnectionSettings, TargetEntry } from "./settings.ts";
import { prepareOrders } from "./setup-command.ts";
import { EMBEDDED, type Env, type Target, type TargetOptions } from "./target.ts";

/** Throws a UserError when the target does not exist or is not completely configured. */
export async function openTarget(options: TargetOptions): Promise<Target> {
  const { target = "mock", env = process.env, cwd = process.cwd() } = options;
  const embedded = EMBEDDED.find((name) => name === target);
  if (embedded !== undefined) return openEmbedded(embedded, options);
  if (isAddress(target)) return openAddress({ url: target }, options, env, cwd);
  const entries = await readTargetsFile(cwd, env);
  const entry = entries?.get(target);
  if (entry === undefined)
    throw USER_ERRORS.unknownTarget(target, [...EMBEDDED, ...(entries?.keys() ?? [])], TARGETS_FILE);
  return openAddress(entry, options, env, cwd, target);
}

/** Loaded on demand: an address needs no YAML parser. */
async function readTargetsFile(cwd: string, env: Env): Promise<Map<string, TargetEntry> | undefined> {
  const file = await import("./targets-file.ts");
  return file.readTargetsFile(cwd, env);
}

export interface LocatedTarget {
  readonly name?: string;
  readonly baseUrl: string;
  readonly key?: string;
  readonly keyVariable?: string;
  readonly connection: Connection;
  readonly secrets: readonly Secret[];
}

type LocateOptions = ConnectionSettings & Pick<TargetOptions, "apiKeyEnv" | "env" | "cwd">;

/** The address of a target, for a proxy in front of it. The key is optional. Throws a UserError. */
export async function locateTarget(target: string, options: LocateOptions): Promise<LocatedTarget> {
  const { env = process.env, cwd = process.cwd() } = options;
  const entries = isAddress(target) ? undefined : await readTargetsFile(cwd, env);
  const entry: TargetEntry | undefined = isAddress(target) ? { url: target } : entries?.get(target);
  if (entry === undefined) throw USER_ERRORS.unknownTarget(target, [...(entries?.keys() ?? [])], TARGETS_FILE);
  return locateEntry(entry, options, env, cwd, isAddress(target) ? undefined : target).catch((error: unknown) => {
    throw maskError(error, keysOf(entry, options, env));
  });
}

async function locateEntry(
  entry: TargetEntry,
  options: LocateOptions,
  env: Env,
  cwd: string,
  name: string | undefined,
): Promise<LocatedTarget> {
  const { apiKeyEnv } = options;
  const baseUrl = checkAddress(entry.url, name);
  const connection = await openConnection(baseUrl, settingsOf(entry, options), env, cwd);
  const isGiven = apiKeyEnv !== undefined || entry.keyCommand !== undefined;
  const variable = keyVariableOf(apiKeyEnv, entry.keyEnv, name);
  const read = isGiven || env[variable] ? await readKey(entry, options, env, name) : { keyVariable: variable };
  return {
    ...(name !== undefined && { name }),
    baseUrl,
    ...read,
    connection,
    secrets: [...("key" in read ? [keySecret(read.key)] : []), ...connection.secrets],
  };
}

/** The settings of the options replace those of the file; of the headers, those of the same name. */
function settingsOf(entry: TargetEntry, options: ConnectionSettings): ConnectionSettings {
  const own = new Set(Object.keys(options.headers ?? {}).map((name) => name.toLowerCase()));
  const kept = Object.entries(entry.headers ?? {}).filter(([name]) => !own.has(name.toLowerCase()));
  const hasOwnCertificate = options.clientCert !== undefined;
  return {
    headers: { ...Object.fromEntries(kept), ...options.headers },
    clientCert: options.clientCert ?? entry.clientCert,
    clientKey: options.clientKey ?? (hasOwnCertificate ? undefined : entry.clientKey),
    ca: options.ca ?? entry.ca,
    connectTo: options.connectTo ?? entry.connectTo,
  };
}

/** What may be the key, before it is known which one is. */
function keysOf({ keyEnv }: TargetEntry, { apiKeyEnv }: Pick<TargetOptions, "apiKeyEnv">, env: Env): Secret[] {
  return secretsIn(env, [apiKeyEnv, keyEnv, KEY_VARIABLE]);
}

interface ReadKey {
  readonly key: string;
  /** Undefined for a key that a command prints. */
  readonly keyVariable?: string;
}

/** Throws a UserError, which does not show the key. */
async function readKey(
  { keyEnv, keyCommand }: TargetEntry,
  { apiKeyEnv, signal }: Pick<TargetOptions, "apiKeyEnv" | "signal">,
  env: Env,
  name: string | undefined,
): Promise<ReadKey> {
  if (apiKeyEnv === undefined && keyCommand !== undefined)
    return { key: checkKey(await keyFromCommand(keyCommand, env, signal), "What keyCommand prints") };
  const keyVariable = keyVariableOf(apiKeyEnv, keyEnv, name);
  return { key: keyInVariable(env[keyVariable], keyVariable), keyVariable };
}

async function openAddress(
  entry: TargetEntry,
  options: TargetOptions,
  env: Env,
  cwd: string,
  name?: string,
): Promise<Target> {
  return openEntry(entry, options, env, cwd, name).catch((error: unknown) => {
    throw maskError(error, keysOf(entry, options, env));
  });
}

async function openEntry(
  entry: TargetEntry,
  options: TargetOptions,
  env: Env,
  cwd: string,
  name: string | undefined,
): Promise<Target> {
  const { timeoutMs, onNote = () => {}, signal } = options;
  const baseUrl = checkAddress(entry.url, name);
  const connection = await openConnection(baseUrl, settingsOf(entry, options), env, cwd);
  const { key, ...read } = await readKey(entry, options, env, name);
  const secrets = [keySecret(key), ...connection.secrets];
  if (!isSearchable(key))
    onNote("The key is short, or a word of the reports themselves: they are not searched for it.");
  const limits = timeoutMs === undefined ? {} : { firstByteMs: timeoutMs };
  const client = httpClient({ baseUrl, key, ...read, limits, connection });
  const isProduction = entry.production ?? [name ?? "", new URL(baseUrl).hostname].some(looksLikeProduction);
  const writesRefused = isProduction && options.allowProductionWrites !== true;
  const readOnlyRequested = options.readOnly === true || entry.readOnly === true;
  const prepared =
    readOnlyRequested || writesRefused
      ? undefined
      : await prepareOrders(entry, env, new Redactor(secrets), onNote, signal);
  const [pending, shipped, absent] = (["pending", "shipped", "absent"] as const).map((state) =>
    provided(state, options, entry, prepared),
  ) as [bigint[], bigint[], bigint[]];
  const contradiction = contradictionIn({ pending, shipped, absent });
  if (contradiction !== undefined) {
    await prepared?.tearDown();
    throw contradiction;
  }
  const hasOrders = pending.length + shipped.length > 0;
  const disposable = options.disposable ?? entry.disposable;
  if (writesRefused && !readOnlyRequested && (hasOrders || disposable || entry.setup !== undefined))
    onNote(
      `${name ?? baseUrl} is a production target, so the run is read-only. To cancel orders, add --allow-production-writes.`,
    );
  return {
    ...(name !== undefined && { name }),
    baseUrl,
    key,
    secrets,
    ...read,
    rules: {
      readOnly: readOnlyRequested || writesRefused || (!hasOrders && disposable !== true),
      pending,
      shipped,
      absent,
      gentle: options.gentle ?? entry.gentle,
      disposable,
    },
    send: client.send,
    close: async () => {
      await client.close();
      await prepared?.tearDown();
    },
  };
}

function contradictionIn({
  pending,
  shipped,
  absent,
}: Pick<Rules, "pending" | "shipped" | "absent">): UserError | undefined {
  const both = pending.find((id) => shipped.includes(id));
  if (both !== undefined) return USER_ERRORS.bothPendingAndShipped(both);
  const order = [...pending, ...shipped].find((id) => absent.includes(id));
  return order === undefined
    ? undefined
    : USER_ERRORS.absentOrder(order, pending.includes(order) ? "pending" : "shipped");
}

/** Ids in the options replace those of the targets file and its setup command. */
function provided(
  state: "pending" | "shipped" | "absent",
  options: TargetOptions,
  entry: TargetEntry,
  prepared: Partial<Record<typeof state, readonly bigint[]>> | undefined,
): readonly bigint[] {
  const given = options[state] ?? [];
  return given.length > 0 ? given : [...(entry[state] ?? []), ...(prepared?.[state] ?? [])];
}

/** "prod" as in prod-eu or api.production, not as in product. */
function looksLikeProduction(name: string): boolean {
  return /prod(?!uct(?!ion))/i.test(name);
}
