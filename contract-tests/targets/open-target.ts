/** From the name of a target to a client and the rules for it. */
import { USER_ERRORS, UserError } from "../../spec/errors/user-errors.ts";
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
import { keyFromCommand, prepareOrders } from "./commands.ts";
import { openEmbedded } from "./embedded.ts";
import { openConnection } from "./open-connection.ts";
import type { ConnectionSettings, TargetEntry } from "./settings.ts";
import { EMBEDDED, type Env, type Target, type TargetOptions } from "./target.ts";

/** Throws a UserError when the target does not exist or is not completely configured. */
export async function openTarget(options: TargetOptions): Promise<Target> {
  const { target = "mock" } = options;
  const embedded = EMBEDDED.find((name) => name === target);
  if (embedded !== undefined) return openEmbedded(embedded, options);
  const found = await findTarget(target, options, EMBEDDED);
  return withoutSecrets(found, options, () => open(found, options));
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
  const { apiKeyEnv } = options;
  const found = await findTarget(target, options, []);
  return withoutSecrets(found, options, async () => {
    const { entry, env, name } = found;
    const { baseUrl, connection } = await connect(found, options);
    const keyVariable = keyVariableOf(apiKeyEnv, entry.keyEnv, name);
    const isGiven = apiKeyEnv !== undefined || entry.keyCommand !== undefined || env[keyVariable];
    const read = isGiven ? await readKey(found, options) : undefined;
    return {
      ...(name !== undefined && { name }),
      baseUrl,
      ...(read ?? { keyVariable }),
      connection,
      secrets: [...(read === undefined ? [] : [keySecret(read.key)]), ...connection.secrets],
    };
  });
}

interface FoundTarget {
  /** Undefined for an address. */
  readonly name?: string;
  readonly entry: TargetEntry;
  readonly env: Env;
  readonly cwd: string;
}

/** `others`: names that are targets without the file. */
async function findTarget(
  target: string,
  { env = process.env, cwd = process.cwd() }: Pick<TargetOptions, "env" | "cwd">,
  others: readonly string[],
): Promise<FoundTarget> {
  if (isAddress(target)) return { entry: { url: target }, env, cwd };
  // Loaded on demand: an address needs no YAML parser.
  const { readTargetsFile } = await import("./targets-file.ts");
  const entries = await readTargetsFile(cwd, env);
  const entry = entries?.get(target);
  if (entry === undefined)
    throw USER_ERRORS.unknownTarget(target, [...others, ...(entries?.keys() ?? [])], TARGETS_FILE);
  return { name: target, entry, env, cwd };
}

/** Errors without what may be the key, before it is known which variable holds it. */
async function withoutSecrets<T>(
  { entry, env }: FoundTarget,
  { apiKeyEnv }: Pick<TargetOptions, "apiKeyEnv">,
  use: () => Promise<T>,
): Promise<T> {
  const secrets = [apiKeyEnv, entry.keyEnv, KEY_VARIABLE].flatMap((name) => {
    const text = name === undefined ? undefined : env[name];
    return text ? [{ text, replacement: `\${${name}}` }] : [];
  });
  return use().catch((error: unknown) => {
    throw maskError(error, secrets);
  });
}

/** An error without the secrets that its texts may have: a user can write the key where an error shows it. */
export function maskError(error: unknown, secrets: readonly Secret[]): unknown {
  const redactor = new Redactor(secrets.filter(({ text }) => isSearchable(text)));
  if (error instanceof UserError) return new UserError(error.code, redactor.text(error.message), error.exitCode);
  if (!(error instanceof Error)) return redactor.text(String(error));
  const masked = new Error(redactor.text(error.message));
  masked.stack = redactor.text(error.stack ?? "");
  return masked;
}

/** The settings of the options replace those of the file; of the headers, those of the same name. */
async function connect(
  { entry, name, env, cwd }: FoundTarget,
  options: ConnectionSettings,
): Promise<{ readonly baseUrl: string; readonly connection: Connection }> {
  const baseUrl = checkAddress(entry.url, name);
  const own = new Set(Object.keys(options.headers ?? {}).map((header) => header.toLowerCase()));
  const kept = Object.entries(entry.headers ?? {}).filter(([header]) => !own.has(header.toLowerCase()));
  const settings = {
    headers: { ...Object.fromEntries(kept), ...options.headers },
    clientCert: options.clientCert ?? entry.clientCert,
    clientKey: options.clientKey ?? (options.clientCert === undefined ? entry.clientKey : undefined),
    ca: options.ca ?? entry.ca,
    connectTo: options.connectTo ?? entry.connectTo,
  };
  return { baseUrl, connection: await openConnection(baseUrl, settings, env, cwd) };
}

/** `keyVariable` is undefined for a key that a command prints. Throws a UserError, which does not show the key. */
async function readKey(
  { entry: { keyEnv, keyCommand }, env, name }: FoundTarget,
  { apiKeyEnv, signal }: Pick<TargetOptions, "apiKeyEnv" | "signal">,
): Promise<{ readonly key: string; readonly keyVariable?: string }> {
  if (apiKeyEnv === undefined && keyCommand !== undefined)
    return { key: checkKey(await keyFromCommand(keyCommand, env, signal), "What keyCommand prints") };
  const keyVariable = keyVariableOf(apiKeyEnv, keyEnv, name);
  return { key: keyInVariable(env[keyVariable], keyVariable), keyVariable };
}

async function open(found: FoundTarget, options: TargetOptions): Promise<Target> {
  const { name, entry, env } = found;
  const { timeoutMs, onNote = () => {}, signal } = options;
  const { baseUrl, connection } = await connect(found, options);
  const read = await readKey(found, options);
  const secrets = [keySecret(read.key), ...connection.secrets];
  if (!isSearchable(read.key))
    onNote("The key is short, or a word of the reports themselves: they are not searched for it.");
  const limits = timeoutMs === undefined ? {} : { firstByteMs: timeoutMs };
  const client = httpClient({ baseUrl, ...read, limits, connection });
  const isProduction = entry.production ?? [name ?? "", new URL(baseUrl).hostname].some(looksLikeProduction);
  const writesRefused = isProduction && options.allowProductionWrites !== true;
  const readOnlyRequested = options.readOnly === true || entry.readOnly === true;
  const prepared =
    readOnlyRequested || writesRefused
      ? undefined
      : await prepareOrders(entry, env, new Redactor(secrets), onNote, signal);
  /** Ids in the options replace those of the targets file and its setup command. */
  const provided = (state: "pending" | "shipped" | "absent"): readonly bigint[] => {
    const given = options[state] ?? [];
    return given.length > 0 ? given : [...(entry[state] ?? []), ...(prepared?.[state] ?? [])];
  };
  const ids = { pending: provided("pending"), shipped: provided("shipped"), absent: provided("absent") };
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) {
    await prepared?.tearDown();
    throw contradiction;
  }
  const hasOrders = ids.pending.length + ids.shipped.length > 0;
  const disposable = options.disposable ?? entry.disposable;
  if (writesRefused && !readOnlyRequested && (hasOrders || disposable || entry.setup !== undefined))
    onNote(
      `${name ?? baseUrl} is a production target, so the run is read-only. To cancel orders, add --allow-production-writes.`,
    );
  return {
    ...(name !== undefined && { name }),
    baseUrl,
    ...read,
    secrets,
    rules: {
      readOnly: readOnlyRequested || writesRefused || (!hasOrders && disposable !== true),
      ...ids,
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

type Ids = Pick<Rules, "pending" | "shipped" | "absent">;

function contradictionIn({ pending, shipped, absent }: Ids): UserError | undefined {
  const both = pending.find((id) => shipped.includes(id));
  if (both !== undefined) return USER_ERRORS.bothPendingAndShipped(both);
  const order = [...pending, ...shipped].find((id) => absent.includes(id));
  if (order === undefined) return undefined;
  return USER_ERRORS.absentOrder(order, pending.includes(order) ? "pending" : "shipped");
}

/** "prod" as in prod-eu or api.production, not as in product. */
function looksLikeProduction(name: string): boolean {
  return /prod(?!uct(?!ion))/i.test(name);
}
