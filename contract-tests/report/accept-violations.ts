/**
 * `verify --accept`: writes the violations of a run into orders-kit.known.yaml and removes entries
 * that are no longer needed.
 */
import { lstat, realpath, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isSeq } from "yaml";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { type Secret, withoutSecrets } from "../client/masking/redaction.ts";
import { placeText } from "../run/assertions/place.ts";
import type { KnownEntry } from "../targets/file/known-entry.ts";
import { type Acceptance, type KnownByTarget, readKnown } from "../targets/file/known-file.ts";
import { targetError } from "../targets/target-errors.ts";
import { excuses, isNeeded } from "./known.ts";
import type { Report } from "./schema.ts";
import { overwrite } from "./writers/write-files.ts";

/** The place of one target's entries. `file` is relative to `folder`. */
export interface KnownPlace {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

export interface AcceptResult {
  readonly file: string;
  readonly until: string;
  readonly added: number;
  readonly removed: number;
  /** All entries of the target that the file now has. */
  readonly known: readonly KnownEntry[];
}

/**
 * Writes the file if anything changes. Throws a UserError if that fails; the file then stays as it
 * was.
 */
export async function acceptViolations(
  report: Report,
  { file, folder, target }: KnownPlace,
  acceptance: Acceptance,
  secrets: readonly Secret[],
): Promise<AcceptResult> {
  const path = await realpath(resolve(folder, file)).catch(() => resolve(folder, file));
  const { until } = acceptance;
  try {
    // Another run may have written the file since this run read it.
    return await alone(path, async () => {
      const before = await readKnown(file, folder);
      const found = before[target] ?? [];
      const known = nextEntries(found, report, acceptance);
      const next = { ...before, [target]: known };
      const isNew = (one: KnownEntry) => !found.some((other) => isDeepStrictEqual(one, other));
      const isKept = (one: KnownEntry) => known.some((other) => excusesSame(one, other));
      const added = known.filter(isNew).length;
      const removed = found.filter((one) => !isKept(one)).length;
      if (added + removed > 0)
        await overwrite(path, withoutSecrets(knownFileText(next), secrets, file));
      return { file, until, added, removed, known };
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw targetError("known-not-written", { file, why: describeSystemError(error) });
  }
}

/**
 * Returns the next entries: drops clauses that are now held, adds one for each place of a new
 * violation, and renews expired ones.
 */
function nextEntries(
  found: readonly KnownEntry[],
  report: Report,
  acceptance: Acceptance,
): readonly KnownEntry[] {
  const expired = report.known.filter((entry) => entry.expired && isNeeded(entry));
  const fixed = report.known.filter(({ verdict }) => verdict === "held");
  const kept = found
    .filter((entry) => !fixed.some((other) => excusesSame(entry, other)))
    .map((entry) =>
      expired.some((other) => excusesSame(entry, other)) ? { ...entry, ...acceptance } : entry,
    );
  return [...kept, ...newEntries(report, kept, acceptance)];
}

/** Returns one entry for each place of a new violation that no entry excuses. */
function newEntries(
  { clauses, new: fresh }: Report,
  kept: readonly KnownEntry[],
  acceptance: Acceptance,
): KnownEntry[] {
  return clauses
    .filter(({ id }) => fresh.includes(id))
    .flatMap(({ id, places = [{}] }) => {
      const own = kept.filter(({ clause }) => clause === id);
      const others = places.filter((place) => !own.some((entry) => excuses(entry, place)));
      return [...new Set(others.map(placeText))].map((at) => ({
        clause: id,
        ...(at !== "" && { at }),
        ...acceptance,
      }));
    });
}

/** True if two entries excuse the same thing, whatever their reasons. */
function excusesSame(one: KnownEntry, other: KnownEntry): boolean {
  return (
    one.clause === other.clause &&
    one.at === other.at &&
    one.pointer === other.pointer &&
    one.unproven === other.unproven
  );
}

const HEADER = ` Violations that are accepted for a while. orders-kit verify TARGET --accept REASON writes this file as a whole: it adds what is
 violated, and removes what is held now. Reasons and dates may be edited; other comments are not kept.`;

/** Sorts targets and entries for readable diffs, one entry per line. */
function knownFileText(known: KnownByTarget): string {
  const targets = Object.entries(known)
    .filter(([, entries]) => entries.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entries]) => [name, entries.map(inOrder).toSorted(byPlace)] as const);
  const document = new Document(Object.fromEntries(targets));
  document.commentBefore = HEADER;
  for (const { value } of isMap(document.contents) ? document.contents.items : [])
    for (const entry of isSeq(value) ? value.items : []) if (isMap(entry)) entry.flow = true;
  return document.toString({ lineWidth: 0 });
}

function inOrder({ clause, at, pointer, unproven, reason, until }: KnownEntry): KnownEntry {
  return {
    clause,
    ...(at !== undefined && { at }),
    ...(pointer !== undefined && { pointer }),
    ...(unproven !== undefined && { unproven }),
    reason,
    ...(until !== undefined && { until }),
  };
}

function byPlace(a: KnownEntry, b: KnownEntry): number {
  const keyOf = ({ clause, at = "", pointer = "" }: KnownEntry) => [clause, at, pointer].join("\n");
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

/**
 * In milliseconds: the age at which a lock must be from a killed process, and the time between
 * attempts to take it.
 */
const STALE_MS = 10_000;
const RETRY_MS = 20;

/** Runs `use` while no other process has the lock of the file. */
async function alone<T>(path: string, use: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  while (!(await take(lock))) await setTimeout(RETRY_MS);
  try {
    return await use();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Returns false if another process has the lock. */
async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const { mtimeMs = Date.now() } = (await lstat(lock).catch(() => undefined)) ?? {};
    // The clock of another machine may have set a time in the future.
    if (Math.abs(Date.now() - mtimeMs) > STALE_MS) await rm(lock, { force: true });
    return false;
  }
}
