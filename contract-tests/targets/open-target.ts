/** Opens a target: how calls get to it, what may be done to it, and how it ends. */
import { httpClient } from "../client/http/http-client.ts";
import { isSearchable, Redactor } from "../client/masking/redaction.ts";
import type { OrderIds, Rules } from "../safety/rules.ts";
import { prepareOrders } from "./commands.ts";
import { openEmbedded, openMockWith } from "./embedded.ts";
import { knownFileBeside } from "./file/find-targets-file.ts";
import type { KnownEntry } from "./file/known-entry.ts";
import type { Acceptance } from "./file/known-file.ts";
import { type CallContext, type FoundTarget, withTarget } from "./find-target.ts";
import { missingKey, targetPlace, withKey } from "./locate-target.ts";
import { contradictionIn } from "./order-ids.ts";
import { chooseIds, chooseSettings } from "./settings/choose-settings.ts";
import { readOptions } from "./settings/options.ts";
import type { SettingOptions } from "./settings/settings.ts";
import { EMBEDDED, isEmbedded, type Target } from "./target.ts";
import { targetError } from "./target-errors.ts";
import { waitForTarget } from "./wait-for-target.ts";

/** The options with which programs name a target. */
export interface TargetOptions extends SettingOptions, CallContext {
  /** `mock` (the embedded mock), `msw`, an address, or a name in orders-kit.yaml. */
  readonly target: string;
  /**
   * Adds the violations of the run to the known ones of the target, which must have a name in
   * orders-kit.yaml.
   */
  readonly accept?: Acceptance | undefined;
  /** Called with a sentence about how the target is treated. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export interface OpenOptions extends TargetOptions {
  /**
   * Called with the name or the address once the options and the files have no mistake, before
   * anything is sent or set up.
   */
  readonly onStart?: (target: string) => Promise<void>;
  /** Called while the target is not up. */
  readonly onWait?: () => void;
}

/** Throws a UserError if the target does not exist or is not completely configured. */
export function openTarget(options: OpenOptions): Promise<Target> {
  return opened(options, open);
}

/** A target to which nothing is sent: a mock in this process answers in its place. */
export interface StandIn extends Target {
  /** The orders of the mock that stand for those that `setup` would place. */
  readonly placed?: readonly bigint[];
  /** The names of the header fields that the target's settings add to every call. */
  readonly headerNames?: readonly string[];
}

/**
 * Opens a mock with the settings of the target. Sends nothing to the target, runs none of its
 * commands and reads no key. Throws a UserError for a mistake in the options and the files.
 */
export function openStandIn(options: OpenOptions): Promise<StandIn> {
  return opened(options, standIn);
}

async function opened(
  options: OpenOptions,
  openFound: (found: FoundTarget, options: OpenOptions) => Promise<StandIn>,
): Promise<StandIn> {
  const { target, onStart } = options;
  // In programs without types, an environment variable may be undefined.
  if (!target) throw targetError("no-target", { command: "verify" });
  if (!isEmbedded(target))
    return withTarget(target, options, EMBEDDED, (found) => openFound(found, options));
  const settings = chooseSettings({ linger: 0, ...readOptions(options) }, {});
  const contradiction = contradictionIn(chooseIds(settings, {}));
  if (contradiction !== undefined) throw contradiction;
  const embedded = await openEmbedded(target, settings);
  await onStart?.(target).catch(async (error: unknown) => {
    await embedded.close();
    throw error;
  });
  return embedded;
}

async function standIn(found: FoundTarget, { onNote }: OpenOptions): Promise<StandIn> {
  const { settings, entry } = found;
  const known = await knownOf(found, undefined);
  const { connection, ...place } = await targetPlace(found);
  const rules = rulesOf(found, place.baseUrl, onNote);
  const isPlaced = entry.setup !== undefined && !rules.readOnly && !hasOrders(rules);
  const mock = await openMockWith(rules);
  return {
    ...mock,
    ...place,
    settings,
    known,
    secrets: connection.secrets,
    rules: isPlaced ? { ...rules, ...mock.own } : rules,
    ...(isPlaced && { placed: [...mock.own.pending, ...mock.own.shipped] }),
    headerNames: connection.headers.map(({ name }) => name),
  };
}

async function open(
  found: FoundTarget,
  { accept, onNote = () => {}, onStart, onWait = () => {} }: OpenOptions,
): Promise<Target> {
  const { file, entry, call, settings, signal } = found;
  // We find mistakes in the files before we run anything.
  const known = await knownOf(found, accept);
  const place = await targetPlace(found);
  const { baseUrl } = place;
  const rules = rulesOf(found, baseUrl, onNote);

  const { connection, key, ...located } = await withKey(found, place);
  const { secrets } = located;
  const redactor = new Redactor(secrets);
  const reason = accept?.reason ?? "";
  if (redactor.text(reason) !== reason) throw targetError("key-in-reason");
  if (key === undefined) throw missingKey(found.called, settings.apiKeyEnv);
  if (!isSearchable(key))
    onNote("The key is short, or a word of the reports themselves: they are not searched for it.");
  const { timeout, wait } = settings;
  const limits = { firstByteMs: timeout * 1000 };
  const client = httpClient({ ...located, key, limits, connection });
  await onStart?.(place.name ?? baseUrl);

  // The setup may place its orders in the target, so it does not run if the target is not up.
  const waiting = { send: client.send, baseUrl, waitMs: wait * 1000 };
  const notUp = await waitForTarget(waiting, { onWait, signal });
  const notUpText = notUp && redactor.shown(`Not up within ${wait} s. ${notUp.display}`);
  const isIdle = rules.readOnly || notUp !== undefined;
  const prepared = isIdle ? undefined : await prepareOrders(entry, { ...found, redactor, onNote });
  const close = async (): Promise<void> => {
    await client.close();
    await prepared?.tearDown();
  };

  const ids = chooseIds(call, entry, prepared);
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) {
    await close();
    throw contradiction;
  }

  const failed = notUpText ?? prepared?.failed;
  return {
    ...located,
    ...(file !== undefined && { file }),
    key,
    settings,
    rules: { ...rules, ...ids },
    known,
    ...(failed !== undefined && { failed }),
    send: client.send,
    close,
  };
}

/** Throws a UserError if an id is given as two things. */
function rulesOf(
  { name, call, entry, settings }: FoundTarget,
  baseUrl: string,
  onNote: OpenOptions["onNote"],
): Rules {
  const ids = chooseIds(call, entry);
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) throw contradiction;
  const { gentle, disposable, setup } = settings;
  const isAsked = settings.readOnly === true;
  const isProduction =
    settings.production ?? [name ?? "", new URL(baseUrl).hostname].some(looksLikeProduction);
  const isProtected = isProduction && settings.allowProductionWrites !== true;
  if (!isAsked && isProtected && (hasOrders(ids) || disposable || setup !== undefined))
    onNote?.(
      `${name ?? baseUrl} is a production target, so the run is read-only. To cancel orders, add --allow-production-writes.`,
    );
  return { readOnly: isAsked || isProtected, ...ids, gentle, disposable };
}

function hasOrders({ pending, shipped }: Pick<OrderIds, "pending" | "shipped">): boolean {
  return pending.length + shipped.length > 0;
}

/** Matches "prod" as in prod-eu or api.production, but not product or produce. */
export function looksLikeProduction(name: string): boolean {
  return /prod(?!uce|uct(?!ion))/i.test(name);
}

/**
 * Returns the known violations of a target with a name. Throws a UserError if they cannot be read,
 * or are to be written and cannot.
 */
async function knownOf(
  { name, file, cwd }: FoundTarget,
  accept: Acceptance | undefined,
): Promise<readonly KnownEntry[]> {
  if (name === undefined || file === undefined) return [];
  // Loaded on demand: an address needs no YAML parser.
  const { checkWritable, readKnown } = await import("./file/known-file.ts");
  const knownFile = knownFileBeside(file);
  const known = await readKnown(knownFile, cwd);
  if (accept !== undefined) await checkWritable({ file: knownFile, folder: cwd });
  return known[name] ?? [];
}
