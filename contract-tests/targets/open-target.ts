import { httpClient } from "../client/http/http-client.ts";
import { isSearchable, Redactor } from "../client/redaction.ts";
import { targetError } from "../errors/targets.ts";
import type { KnownEntry } from "../report/known-entry.ts";
import type { OrderIds, Rules } from "../safety/rules.ts";
import { prepareOrders } from "./commands.ts";
import { openEmbedded, openMockWith } from "./embedded.ts";
import { knownFileBeside } from "./find-targets-file.ts";
import { type Found, missingKey, placeOf, withKey, withTarget } from "./locate-target.ts";
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
export function openTarget(options: OpenOptions): Promise<Target> {
  return opened(options, open);
}

/** A target that nobody asks: a mock of this process answers in its place. */
export interface StandIn extends Target {
  /** The orders of the mock that stand for those that `setup` would place. */
  readonly placed?: readonly bigint[];
  /** The names of the header fields that the target has for every call. */
  readonly headerNames?: readonly string[];
}

/** With the settings of the target, of which nothing is asked, run or read. Throws a UserError for a mistake in the options and the files. */
export function openStandIn(options: OpenOptions): Promise<StandIn> {
  return opened(options, standIn);
}

async function opened(
  options: OpenOptions,
  openFound: (found: Found<ExactOptions & OpenOptions>) => Promise<StandIn>,
): Promise<StandIn> {
  const { target } = options;
  // In programs without types, a variable of the environment may be undefined.
  if (!target) throw targetError("no-target", { command: "verify" });
  const ids = exactIds(options);
  if (!isEmbedded(target)) return withTarget(target, { ...options, ...ids }, EMBEDDED, openFound);
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) throw contradiction;
  const embedded = await openEmbedded(target, { ...options, ...ids });
  await options.onStart?.(target).catch(async (error: unknown) => {
    await embedded.close();
    throw error;
  });
  return embedded;
}

async function standIn(options: Found<ExactOptions & OpenOptions>): Promise<StandIn> {
  const { place, rules, ...settings } = await settingsOf(options);
  const { connection, ...located } = place;
  const isPlaced = options.entry.setup !== undefined && !rules.readOnly && !hasOrders(rules);
  const mock = await openMockWith(rules);
  return {
    ...mock,
    ...located,
    ...settings,
    secrets: connection.secrets,
    rules: isPlaced ? { ...rules, ...mock.own } : rules,
    ...(isPlaced && { placed: [...mock.own.pending, ...mock.own.shipped] }),
    headerNames: connection.headers.map(({ name }) => name),
  };
}

async function open(options: Found<ExactOptions & OpenOptions>): Promise<Target> {
  const { name, entry, onNote = () => {}, onWait = () => {}, signal } = options;
  const { place, rules, known, ...choices } = await settingsOf(options);
  const { connection, key, ...located } = await withKey(options, place);
  const { baseUrl, secrets, keyVariable } = located;
  const reason = options.accept?.reason ?? "";
  if (new Redactor(secrets).text(reason) !== reason) throw targetError("key-in-reason");
  if (key === undefined) throw missingKey(keyVariable);
  if (!isSearchable(key))
    onNote("The key is short, or a word of the reports themselves: they are not searched for it.");
  const { timeoutMs: firstByteMs } = choices;
  const limits = firstByteMs === undefined ? {} : { firstByteMs };
  const client = httpClient({ ...located, key, limits, connection });
  await options.onStart?.(name ?? baseUrl);

  // The setup may place its orders in the target: it does not run where nothing is up.
  const { waitMs = 0 } = choices;
  const notUp = await waitForTarget({ send: client.send, baseUrl, waitMs }, { onWait, signal });
  const redactor = new Redactor(secrets);
  const notUpText = notUp && redactor.shown(`Not up within ${waitMs / 1000} s. ${notUp.display}`);

  const prepared =
    rules.readOnly || notUp !== undefined
      ? undefined
      : await prepareOrders(entry, { ...options, redactor, onNote });
  const ids = providedIds(options, prepared);
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) {
    await prepared?.tearDown();
    throw contradiction;
  }

  const failed = notUpText ?? prepared?.failed;
  return {
    ...located,
    ...(options.file !== undefined && { file: options.file }),
    key,
    rules: { ...rules, ...ids },
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

/** What the options and the files say of a target, before anything of it is asked, run or read. Throws a UserError for a mistake in them. */
async function settingsOf(options: Found<ExactOptions & OpenOptions>) {
  const { entry } = options;
  const known = await knownOf(options);
  const place = await placeOf(options);
  const ids = providedIds(options);
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) throw contradiction;

  const choices = choicesOf(options, entry);
  const because = readOnlyBecause(options, place.baseUrl);
  const disposable = options.disposable ?? entry.disposable;
  if (because === "production" && (hasOrders(ids) || disposable || entry.setup !== undefined))
    options.onNote?.(
      `${place.name ?? place.baseUrl} is a production target, so the run is read-only. To cancel orders, add --allow-production-writes.`,
    );
  const { gentle } = choices;
  const rules: Rules = { readOnly: because !== undefined, ...ids, gentle, disposable };
  return { ...choices, known, place, rules };
}

function hasOrders({ pending, shipped }: Pick<OrderIds, "pending" | "shipped">): boolean {
  return pending.length + shipped.length > 0;
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
