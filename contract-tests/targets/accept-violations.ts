/** `verify --accept`: writes the violations of a run into orders-kit.known.yaml, and removes what is mended. */
import { constants } from "node:fs";
import { access, lstat, realpath, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isSeq } from "yaml";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { type Secret, withoutSecrets } from "../client/masking/redaction.ts";
import { targetError } from "../errors/targets.ts";
import { excuses } from "../report/known.ts";
import type { KnownEntry } from "../report/known-entry.ts";
import type { Report } from "../report/schema.ts";
import { overwrite } from "../report/writers/write-files.ts";
import { placeText } from "../run/assertions/place.ts";
import { type KnownByTarget, readKnown } from "./file/known-file.ts";

/** What each accepted violation gets. */
export interface Acceptance {
  /** Why it is accepted. */
  readonly reason: string;
  /** The last day on which it is, in UTC: `2027-03-31`. */
  readonly until: string;
}

/** The entries of one target in the file, which is relative to the folder. */
export interface KnownPlace {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

/** What was written. */
export interface Accepted {
  readonly file: string;
  readonly until: string;
  readonly added: number;
  readonly removed: number;
  /** All entries of the target, as the file has them now. */
  readonly known: readonly KnownEntry[];
}

/** Throws a UserError, before the run, where the file or its folder cannot be written. Creates nothing. */
export async function checkWritable({ file, folder }: Omit<KnownPlace, "target">): Promise<void> {
  const path = resolve(folder, file);
  try {
    const exists = await lstat(path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return false;
        throw error;
      },
    );
    // A link that leads nowhere is an error here, too.
    if (exists) await access(path, constants.W_OK);
    // The lock of a run that writes stands beside the file.
    await access(dirname(await realpath(path).catch(() => path)), constants.W_OK);
  } catch (error) {
    throw targetError("known-not-written", { file, why: describeSystemError(error) });
  }
}

/** Writes the file, unless nothing changes. Throws a UserError where it cannot be written; it then is as it was. */
export async function acceptViolations(
  report: Report,
  { file, folder, target }: KnownPlace,
  acceptance: Acceptance,
  secrets: readonly Secret[],
): Promise<Accepted> {
  const path = await realpath(resolve(folder, file)).catch(() => resolve(folder, file));
  const { until } = acceptance;
  try {
    // Another run may have written since this one has read.
    return await alone(path, async () => {
      const before = await readKnown(file, folder);
      const found = before[target] ?? [];
      const known = nextEntries(found, report, acceptance);
      const next = { ...before, [target]: known };
      const isNew = (one: KnownEntry) => !found.some((other) => isDeepStrictEqual(one, other));
      const isKept = (one: KnownEntry) => known.some((other) => isSame(one, other));
      const added = known.filter(isNew).length;
      const removed = found.filter((one) => !isKept(one)).length;
      if (added + removed > 0) await overwrite(path, withoutSecrets(textOf(next), secrets, file));
      return { file, until, added, removed, known };
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw targetError("known-not-written", { file, why: describeSystemError(error) });
  }
}

/** Without what is mended, with an entry for each place of a new violation, and a new day for what has expired. */
function nextEntries(
  found: readonly KnownEntry[],
  report: Report,
  acceptance: Acceptance,
): readonly KnownEntry[] {
  const expired = report.known.filter((entry) => entry.expired);
  const kept = found
    .filter((entry) => !report.mended.some((other) => isSame(entry, other)))
    .map((entry) =>
      expired.some((other) => isSame(entry, other)) ? { ...entry, ...acceptance } : entry,
    );
  return [...kept, ...newEntries(report, kept, acceptance)];
}

/** One for each place of a new violation that no entry excuses. */
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

/** True if two entries excuse the same, whatever their reasons are. */
function isSame(one: KnownEntry, other: KnownEntry): boolean {
  return (
    one.clause === other.clause &&
    one.at === other.at &&
    one.pointer === other.pointer &&
    one.unproven === other.unproven
  );
}

const HEADER = ` Violations that are accepted for a while. orders-kit verify TARGET --accept REASON writes this file as a whole: it adds what is
 violated, and removes what is mended. Reasons and dates may be edited; other comments are not kept.`;

/** Sorted, so that a diff shows what has changed. Each entry is on one line. */
function textOf(known: KnownByTarget): string {
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

/** Milliseconds after which a lock is that of a process that was killed, and between two looks for it. */
const STALE_MS = 10_000;
const RETRY_MS = 20;

/** Runs while no other process has the lock of the file. */
async function alone<T>(path: string, use: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  while (!(await take(lock))) await setTimeout(RETRY_MS);
  try {
    return await use();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Returns false where another process has it. */
async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const { mtimeMs = Date.now() } = (await stat(lock).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > STALE_MS) await rm(lock, { force: true });
    return false;
  }
}
