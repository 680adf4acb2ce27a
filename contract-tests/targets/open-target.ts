import { httpClient } from "../client/http/http-client.ts";
import { isSearchable, Redactor } from "../client/redaction.ts";
import { targetError } from "../errors/targets.ts";
import type { KnownEntry } from "../report/known.ts";
import type { OrderIds } from "../safety/rules.ts";
import { prepareOrders } from "./commands.ts";
import { openEmbedded } from "./embedded.ts";
import { knownFileBeside } from "./find-targets-file.ts";
import { type Found, locate, missingKey, withTarget } from "./locate-target.ts";
import { contradictionIn, type ExactOptions, exactIds } from "./order-ids.ts";
import { choicesOf } from "./settings-table.ts";
import { EMBEDDED, isEmbedded, type Target, type TargetOptions } from "./target.ts";
import { waitForTarget } from "./wait-for-target.ts";

export interface OpenOptions extends TargetOptions {
  /** Called with the name or the address, before anything is sent or set up, once nothing in the options and the files is wrong. */
  readonly onStart?: (target: string) => Promise<void>;
  /** Called while the target is not up. */
  readonly onWait?: () => void;
}

/** Throws a UserError when the target does not exist or is not completely configured. */
export async function openTarget(options: OpenOptions): Promise<Target> {
  const { target } = options;
  // In programs without types, a variable of the environment may be undefined.
  if (!target) throw targetError("no-target", { command: "verify" });
  const ids = exactIds(options);
  if (!isEmbedded(target)) return withTarget(target, { ...options, ...ids }, EMBEDDED, open);
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) throw contradiction;
  const embedded = await openEmbedded(target, { ...options, ...ids });
  await options.onStart?.(target).catch(async (error: unknown) => {
    await embedded.close();
    throw error;
  });
  return embedded;
}

async function open(options: Found<ExactOptions & OpenOptions>): Promise<Target> {
  const { name, entry, env, folder, onNote = () => {}, onWait = () => {}, signal } = options;
  const known = await knownOf(options);
  const { connection, key, ...located } = await locate(options);
  const { baseUrl, secrets, keyVariable } = located;
  const reason = options.accept?.reason ?? "";
  if (new Redactor(secrets).text(reason) !== reason) throw targetError("key-in-reason");
  if (key === undefined) throw missingKey(keyVariable);
  if (!isSearchable(key))
    onNote("The key is short, or a word of the reports themselves: they are not searched for it.");
  const choices = choicesOf(options, entry);
  const { timeoutMs: firstByteMs, gentle } = choices;
  const limits = firstByteMs === undefined ? {} : { firstByteMs };
  const client = httpClient({ ...located, key, limits, connection });

  const mistaken = contradictionIn(providedIds(options));
  if (mistaken !== undefined) throw mistaken;
  await options.onStart?.(name ?? baseUrl);

  // The setup may place its orders in the target: it does not run where nothing is up.
  const { waitMs = 0 } = choices;
  const notUp = await waitForTarget({ send: client.send, baseUrl, waitMs }, { onWait, signal });
  const redactor = new Redactor(secrets);
  const notUpText = notUp && redactor.shown(`Not up within ${waitMs / 1000} s. ${notUp.display}`);

  const readOnly = readOnlyBecause(options, baseUrl);
  const prepared =
    readOnly !== undefined || notUp !== undefined
      ? undefined
      : await prepareOrders(entry, { env, folder, redactor, onNote, signal });
  const ids = providedIds(options, prepared);
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) {
    await prepared?.tearDown();
    throw contradiction;
  }

  const hasOrders = ids.pending.length + ids.shipped.length > 0;
  const disposable = options.disposable ?? entry.disposable;
  if (readOnly === "production" && (hasOrders || disposable || entry.setup !== undefined))
    onNote(
      `${name ?? baseUrl} is a production target, so the run is read-only. To cancel orders, add --allow-production-writes.`,
    );

  const failed = notUpText ?? prepared?.failed;
  return {
    ...located,
    ...(options.file !== undefined && { file: options.file }),
    key,
    rules: {
      readOnly: readOnly !== undefined,
      ...ids,
      gentle,
      disposable,
    },
    ...choices,
    known,
    ...(failed !== undefined && { failed }),
    send: client.send,
    close: async () => {
      await client.close();
      await prepared?.tearDown();
    },
  };
}

/** The known violations of a target with a name. Throws a UserError where they cannot be read, or are to be written and cannot. */
async function knownOf({
  name,
  file,
  cwd,
  accept,
}: Found<ExactOptions>): Promise<readonly KnownEntry[]> {
  if (file === undefined) return [];
  // Loaded on demand: an address needs no YAML parser.
  const { readKnown } = await import("./known-file.ts");
  const knownFile = knownFileBeside(file);
  const known = await readKnown(knownFile, cwd);
  if (accept !== undefined) {
    const { checkWritable } = await import("./accept-violations.ts");
    await checkWritable({ file: knownFile, folder: cwd });
  }
  return known[name] ?? [];
}

/** Returns undefined for a target whose orders may be cancelled. */
function readOnlyBecause(
  { name, entry, readOnly, allowProductionWrites }: Found<ExactOptions>,
  baseUrl: string,
): "asked for" | "production" | undefined {
  if (readOnly === true || entry.readOnly === true) return "asked for";
  const isProduction =
    entry.production ?? [name ?? "", new URL(baseUrl).hostname].some(looksLikeProduction);
  return isProduction && allowProductionWrites !== true ? "production" : undefined;
}

/** Ids in the options replace those of the targets file and its setup command. */
function providedIds(options: Found<ExactOptions>, prepared?: Partial<OrderIds>): OrderIds {
  const provided = (state: keyof OrderIds): readonly bigint[] => {
    const given = options[state];
    return given.length > 0
      ? given
      : [...(options.entry[state] ?? []), ...(prepared?.[state] ?? [])];
  };
  return {
    pending: provided("pending"),
    shipped: provided("shipped"),
    absent: provided("absent"),
  };
}

/** "prod" as in prod-eu or api.production, not as in product or produce. */
export function looksLikeProduction(name: string): boolean {
  return /prod(?!uce|uct(?!ion))/i.test(name);
}
