/** From the name of a target to a client and the rules for it. */
import { dirname, relative, resolve } from "node:path";
import { usableKey } from "../../spec/errors/checks.ts";
import { suggest } from "../../spec/errors/suggest.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { credentialSecrets } from "../client/credentials.ts";
import type { Connection } from "../client/http/connector.ts";
import { httpClient } from "../client/http/http-client.ts";
import {
  isSearchable,
  keySecret,
  Redactor,
  type Secret,
  searchableRedactor,
} from "../client/redaction.ts";
import { badKeyVariableError, missingKeyError, unknownTargetError } from "../errors/targets.ts";
import type { OrderIds } from "../safety/policy.ts";
import { checkAddress, isAddress } from "./address.ts";
import { keyFromCommand, prepareOrders } from "./commands.ts";
import { openEmbedded } from "./embedded.ts";
import { findTargetsFile } from "./find-targets-file.ts";
import { openConnection } from "./open-connection.ts";
import { contradictionIn, type ExactOptions, exactIds } from "./order-ids.ts";
import { type ConnectionSettings, choicesOf, type TargetEntry } from "./settings.ts";
import { EMBEDDED, type Env, isEmbedded, type Target, type TargetOptions } from "./target.ts";
import { waitForTarget } from "./wait-for-target.ts";

const KEY_VARIABLE = "ORDERS_API_KEY";

/** `onWait` is called while the target is not up. Throws a UserError when it does not exist or is not completely configured. */
export async function openTarget(options: TargetOptions, onWait = () => {}): Promise<Target> {
  const { target = "mock" } = options;
  const ids = exactIds(options);
  if (!isEmbedded(target))
    return withTarget(target, { ...options, ...ids, onWait }, EMBEDDED, open);
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) throw contradiction;
  return openEmbedded(target, { ...options, ...ids });
}

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
type Found<Options> = Options &
  Entry & {
    readonly env: Env;
    readonly cwd: string;
    /** The folder of the file, in which commands run. */
    readonly folder: string;
  };

/** `others`: names that are targets without the file. What may be the key is masked in errors, before it is known which variable holds it. */
async function withTarget<Options extends LocateOptions, T>(
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
    throw unknownTargetError({ name, searched: found.missing, suggestion: suggest(name, others) });

  // Loaded on demand: an address needs no YAML parser.
  const { readTargetsFile } = await import("./targets-file.ts");
  const { file } = found;
  const entries = await readTargetsFile(file, cwd, env);
  const entry = entries.get(name);
  if (entry !== undefined) return { name, file, entry };
  throw unknownTargetError({
    name,
    searched: `it is not in ${file}`,
    suggestion: suggest(name, [...others, ...entries.keys()]),
  });
}

/** An error without the secrets that its texts may have: a user can write the key where an error shows it. */
export function maskError(error: unknown, secrets: readonly Secret[]): unknown {
  const redactor = searchableRedactor(secrets);
  if (error instanceof UserError) {
    const { code, message, exitCode } = error;
    return new UserError({ code, message: redactor.text(message), exitCode });
  }
  if (!(error instanceof Error)) return redactor.text(String(error));
  const masked = new Error(redactor.text(error.message));
  masked.stack = redactor.text(error.stack ?? "");
  return masked;
}

async function locate(found: Found<LocateOptions>): Promise<LocatedTarget> {
  const { name, file, entry, env, cwd } = found;
  const place = name === undefined ? undefined : `The url of ${name} in ${file}`;
  const baseUrl = checkAddress(entry.url, place);
  const connection = await openConnection(baseUrl, connectionSettings(entry, found), env, cwd);
  const read = await readKey(found);
  const { key } = read;
  const own = key === undefined ? [] : [keySecret(key), ...credentialSecrets(key)];
  const secrets = [...own, ...connection.secrets];
  return { ...(name !== undefined && { name }), baseUrl, ...read, connection, secrets };
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
    clientKey:
      options.clientKey ?? (options.clientCert === undefined ? entry.clientKey : undefined),
    ca: options.ca ?? entry.ca,
  };
}

/**
 * `keyVariable` is undefined for a key that a command prints. Throws a UserError, which shows neither the key nor what is not the name
 * of a variable: users may have given the key itself.
 */
async function readKey({
  entry: { apiKeyEnv: keyEnv, keyCommand },
  env,
  folder,
  name,
  file,
  apiKeyEnv,
  signal,
}: Found<LocateOptions>): Promise<Pick<LocatedTarget, "key" | "keyVariable">> {
  if (apiKeyEnv === undefined && keyCommand !== undefined)
    return {
      key: usableKey(
        await keyFromCommand(keyCommand, { env, folder, signal }),
        "What keyCommand prints",
      ),
    };
  const keyVariable = apiKeyEnv ?? keyEnv ?? KEY_VARIABLE;
  if (!/^[A-Za-z_]\w*$/.test(keyVariable))
    throw badKeyVariableError({
      source: apiKeyEnv === undefined ? `keyEnv of ${name} in ${file}` : "--api-key-env",
    });
  const key = env[keyVariable];
  if (key) return { key: usableKey(key, `$${keyVariable}`), keyVariable };
  if (apiKeyEnv === undefined) return { keyVariable };
  throw missingKey(keyVariable);
}

function missingKey(variable = KEY_VARIABLE): UserError {
  return missingKeyError({
    variable: /^[A-Z_0-9]+$/.test(variable) ? variable : "the variable that was named",
  });
}

async function open(
  options: Found<ExactOptions & { readonly onWait: () => void }>,
): Promise<Target> {
  const { name, entry, env, folder, onNote = () => {}, onWait, signal } = options;
  const { connection, key, ...located } = await locate(options);
  const { baseUrl, secrets, keyVariable } = located;
  if (key === undefined) throw missingKey(keyVariable);
  if (!isSearchable(key))
    onNote("The key is short, or a word of the reports themselves: they are not searched for it.");
  const choices = choicesOf(options, entry);
  const { timeoutMs: firstByteMs, gentle } = choices;
  const limits = firstByteMs === undefined ? {} : { firstByteMs };
  const client = httpClient({ ...located, key, limits, connection });

  // The setup may place its orders in the target.
  const { waitMs } = choices;
  await waitForTarget({ send: client.send, baseUrl, waitMs }, { onWait, signal });

  const isProduction =
    entry.production ?? [name ?? "", new URL(baseUrl).hostname].some(looksLikeProduction);
  const writesRefused = isProduction && options.allowProductionWrites !== true;
  const readOnlyRequested = options.readOnly === true || entry.readOnly === true;
  const prepared =
    readOnlyRequested || writesRefused
      ? undefined
      : await prepareOrders(entry, {
          env,
          folder,
          redactor: new Redactor(secrets),
          onNote,
          signal,
        });
  /** Ids in the options replace those of the targets file and its setup command. */
  const provided = (state: keyof OrderIds): readonly bigint[] => {
    const given = options[state];
    return given.length > 0 ? given : [...(entry[state] ?? []), ...(prepared?.[state] ?? [])];
  };
  const ids = {
    pending: provided("pending"),
    shipped: provided("shipped"),
    absent: provided("absent"),
  };
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
    ...located,
    ...(options.file !== undefined && { file: resolve(options.cwd, options.file) }),
    key,
    rules: {
      readOnly: readOnlyRequested || writesRefused,
      ...ids,
      gentle,
      disposable,
    },
    ...choices,
    ...(prepared?.failed !== undefined && { failed: prepared.failed }),
    send: client.send,
    close: async () => {
      await client.close();
      await prepared?.tearDown();
    },
  };
}

/** "prod" as in prod-eu or api.production, not as in product. */
function looksLikeProduction(name: string): boolean {
  return /prod(?!uct(?!ion))/i.test(name);
}
