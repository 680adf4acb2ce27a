/**
 * Writes entries of `known` into orders-kit.yaml. What the user has written stays as it is, byte for byte: lines are inserted, and the reason
 * and the last day of an entry that has expired are replaced.
 */
import { readFile, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isMap, isNode, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { placeText } from "../assertions/place.ts";
import { knownNotWrittenError } from "../errors/targets.ts";
import type { KnownEntry } from "../report/known.ts";
import type { Report } from "../report/report.ts";
import { writeWhole } from "../report/write-files.ts";

/** The additions to each entry: a text, and the last day on which it is accepted (`2027-03-31`). */
export interface Acceptance {
  readonly reason: string;
  readonly expires: string;
}

/** Where the entries go. */
interface KnownFile {
  /** The path of orders-kit.yaml, relative to the folder. */
  readonly file: string;
  readonly folder: string;
  /** The name of the target. */
  readonly name: string;
  readonly acceptance: Acceptance;
}

/** A part of a text, in UTF-16 units, and what takes its place. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Adds the entries that a run of the target needs, and renews those that have expired. Returns how many there are. Throws a UserError, with the
 * entries to paste, where the file cannot be changed in this way.
 */
export async function updateKnown(
  report: Report,
  { file, folder, name, acceptance }: KnownFile,
): Promise<number> {
  const entries = entriesFor(report, acceptance);
  const expired = report.known.filter((entry) => entry.expired);
  if (entries.length + expired.length === 0) return 0;

  const fail = (why: string): never => {
    const lines = [...entries, ...expired.map((entry) => renewed(entry, acceptance))].map(textOf);
    throw knownNotWrittenError({
      file,
      why,
      entries: lines.map((line) => `  - ${line}`).join("\n"),
    });
  };
  try {
    const path = await realpath(resolve(folder, file));
    const bytes = await readFile(path);
    const text = bytes.toString();
    if (!bytes.equals(Buffer.from(text))) fail("it is not UTF-8");
    const edits = editsOf(text, name, { entries, expired, acceptance });
    const after = edited(text, edits ?? []);
    const expected = (knownIn(text, name) ?? 0) + entries.length;
    if (edits === undefined || knownIn(after, name) !== expected)
      fail("an alias, a merge key or an unusual form stands there");
    await writeWhole(path, after);
  } catch (error) {
    if (error instanceof UserError) throw error;
    fail(describeSystemError(error));
  }
  return entries.length + expired.length;
}

/** How many entries a target has, with those that it takes over from another one; undefined for a text that is not YAML. */
function knownIn(text: string, name: string): number | undefined {
  const document = parseDocument(text, { merge: true });
  if (document.errors.length > 0) return undefined;
  const { targets } = document.toJS() as { targets: Record<string, { known?: unknown[] }> };
  return targets[name]?.known?.length ?? 0;
}

/** One for each place of a new violation that no entry names yet. */
function entriesFor({ clauses, known, new: fresh }: Report, acceptance: Acceptance): KnownEntry[] {
  return clauses
    .filter(({ id }) => fresh.includes(id))
    .flatMap(({ id, places = [] }) => {
      const texts = [...new Set(places.map(placeText))];
      const isNamed = (at: string) =>
        known.some(
          (entry) =>
            entry.clause === id &&
            entry.pointer === undefined &&
            (entry.at === undefined || at === entry.at || at.startsWith(`${entry.at} `)),
        );
      return (texts.length === 0 ? [""] : texts)
        .filter((at) => !isNamed(at))
        .map((at) => ({ clause: id, ...(at !== "" && { at }), ...acceptance }));
    });
}

function renewed({ expired: _expired, ...entry }: Report["known"][number], acceptance: Acceptance) {
  return { ...entry, ...acceptance };
}

/** `{ clause: error-status, at: cancelOrder 404, reason: "ORD-123", expires: 2027-03-31 }` */
function textOf({ reason, ...entry }: KnownEntry): string {
  const { expires, ...place } = entry;
  const fields = { ...place, reason: JSON.stringify(reason), expires };
  const parts = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  return `{ ${parts.join(", ")} }`;
}

/** Returns undefined for a file in which the lines would stand elsewhere than a person expects them. */
function editsOf(
  text: string,
  name: string,
  {
    entries,
    expired,
    acceptance,
  }: {
    readonly entries: readonly KnownEntry[];
    readonly expired: Report["known"];
    readonly acceptance: Acceptance;
  },
): Edit[] | undefined {
  const target = parseDocument(text).getIn(["targets", name], true);
  if (!isMap(target)) return undefined;
  const known = target.get("known", true);
  const lines = entries.map(textOf);

  const renewals = expired.map((entry) => renewalOf(entry, known, acceptance));
  const insertion = isSeq(known) ? appendTo(known, lines, text) : addKnown(target, lines, text);
  const edits = [...renewals, lines.length === 0 ? [] : insertion];
  return edits.some((one) => one === undefined) ? undefined : edits.flatMap((one) => one ?? []);
}

/** Replaces the reason and the day of an entry. */
function renewalOf(
  { expired: _expired, ...entry }: Report["known"][number],
  known: unknown,
  { reason, expires }: Acceptance,
): Edit[] | undefined {
  const nodes = isSeq(known) ? known.items.filter(isMap) : [];
  const node = nodes.find((one) => isDeepStrictEqual(one.toJSON(), entry));
  const edits = Object.entries({ reason: JSON.stringify(reason), expires }).map(([key, value]) => {
    const scalar = node?.get(key, true);
    const [start, end] = (isScalar(scalar) && scalar.range) || [];
    return start === undefined || end === undefined ? undefined : { start, end, text: value };
  });
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
}

/** Further elements of a list. */
function appendTo(known: YAMLSeq, entries: readonly string[], text: string): Edit[] | undefined {
  const end = known.range?.[1] ?? 0;
  if (known.flow) {
    const comma = known.items.length > 0 ? ", " : "";
    return [{ start: end - 1, end: end - 1, text: `${comma}${entries.join(", ")}` }];
  }
  const [first] = known.items;
  if (!isNode(first) || !first.range) return undefined;
  const mark = lineBefore(text, first.range[0]);
  if (!/^\s*- +$/.test(mark)) return undefined;
  const lines = entries.map((one) => mark + one);
  return [insertLines(text, end, lines)];
}

/** A list, below the other settings of the target. */
function addKnown(target: YAMLMap, entries: readonly string[], text: string): Edit[] | undefined {
  if (target.flow) {
    const end = (target.range?.[1] ?? 1) - 1;
    return [{ start: end, end, text: `, known: [${entries.join(", ")}] ` }];
  }
  const [first] = target.items;
  if (!isScalar(first?.key) || !first.key.range) return undefined;
  const indent = lineBefore(text, first.key.range[0]);
  if (/\S/.test(indent)) return undefined;
  const last = target.items.at(-1);
  const end = isNode(last?.value) ? (last.value.range?.[1] ?? 0) : 0;
  const lines = [`${indent}known:`, ...entries.map((one) => `${indent}  - ${one}`)];
  return end === 0 ? undefined : [insertLines(text, end, lines)];
}

/** The line of a place, up to it. */
function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
}

/** Inserts lines below the one in which a value ends. */
function insertLines(text: string, end: number, lines: readonly string[]): Edit {
  const lineFeed = text.includes("\r\n") ? "\r\n" : "\n";
  const next = text[end - 1] === "\n" ? end : text.indexOf("\n", end) + 1;
  const isAtEnd = next === 0;
  const at = isAtEnd ? text.length : next;
  const inserted = lines.map((line) => (isAtEnd ? `${lineFeed}${line}` : `${line}${lineFeed}`));
  return { start: at, end: at, text: inserted.join("") };
}

function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (done, { start, end, text: part }) => done.slice(0, start) + part + done.slice(end),
      text,
    );
}
