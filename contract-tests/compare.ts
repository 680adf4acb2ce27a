/** Two deployments, or a deployment and a profile, entry by entry: what differs in clauses, in silences and in what answers say. */
import { CLAUSES, type ClauseId, SILENCES } from "../spec/clauses/index.ts";
import type { Fields } from "../spec/kinds.ts";
import type { Profile, ProfileReply } from "../spec/profile-shape.ts";
import { SITUATIONS } from "../spec/situations.ts";
import type { Verdict } from "./check.ts";

export interface Side {
  /** A file's name, a target's name or its address. */
  readonly name: string;
  readonly profile: Profile;
  /** What a run found of the clauses; a file knows only which ones were violated. */
  readonly verdicts?: ReadonlyMap<ClauseId, Verdict>;
  /** By entry, why it is not in the profile, where that is known. */
  readonly left?: ReadonlyMap<string, string>;
}

export type Outcome = "same" | "differs" | "accepted" | "not compared";

export interface Entry {
  /** As a profile's `accepted` names it: `clauses.list-ok`, `answers.head`, `replies.key-missing.code`, `order.note`. */
  readonly id: string;
  /** The clause, the question, or what was asked. */
  readonly about: string;
  /** What each side does; undefined where that is not known. */
  readonly a: string | undefined;
  readonly b: string | undefined;
  readonly outcome: Outcome;
  /** Why it is accepted, or why it is not compared. */
  readonly why?: string;
}

export interface Comparison {
  readonly a: string;
  readonly b: string;
  readonly entries: readonly Entry[];
  /** What is accepted and does not differ any more. */
  readonly stale: readonly string[];
}

/** `a` is what is expected, `b` what came of it. Speed is no entry: it differs from one run to the next. */
export function compare(a: Side, b: Side): Comparison {
  const accepted = { ...a.profile.accepted, ...b.profile.accepted };
  const entries = [...clauseEntries(a, b), ...answerEntries(a, b), ...replyEntries(a, b), ...orderEntries(a, b)].map(
    (entry) => accept(entry, accepted),
  );
  const used = new Set(entries.flatMap(({ id, outcome }) => (outcome === "accepted" ? [coverOf(id, accepted)] : [])));
  return { a: a.name, b: b.name, entries, stale: Object.keys(accepted).filter((entry) => !used.has(entry)) };
}

function accept(entry: Entry, accepted: Profile["accepted"]): Entry {
  const cover = coverOf(entry.id, accepted);
  return entry.outcome === "differs" && cover !== undefined
    ? { ...entry, outcome: "accepted", why: accepted[cover] ?? "" }
    : entry;
}

/** The accepted entry that is this one, or that it begins with. */
function coverOf(id: string, accepted: Profile["accepted"]): string | undefined {
  return Object.keys(accepted).find((entry) => id === entry || id.startsWith(`${entry}.`));
}

function clauseEntries(a: Side, b: Side): Entry[] {
  return CLAUSES.map(({ id, statement }) => {
    const [verdictA, verdictB] = [verdictOf(a, id), verdictOf(b, id)];
    const broken = verdictA === "violated" || verdictB === "violated";
    const known = verdictA !== undefined && verdictB !== undefined;
    const outcome = broken ? (verdictA === verdictB ? "same" : "differs") : known ? "same" : "not compared";
    return {
      id: `clauses.${id}`,
      about: statement,
      a: verdictA,
      b: verdictB,
      outcome,
      ...(outcome === "not compared" && { why: "it was not proven on both sides" }),
    };
  });
}

/** A profile is learned from a deployment that broke nothing, but for the clauses that it names. */
function verdictOf({ profile, verdicts }: Side, id: ClauseId): string | undefined {
  if (verdicts === undefined) return profile.violates.includes(id) ? "violated" : "not violated";
  const verdict = verdicts.get(id);
  return verdict === "held" || verdict === "violated" ? verdict.replace("held", "not violated") : undefined;
}

function answerEntries(a: Side, b: Side): Entry[] {
  // Field by field says more.
  const fieldByField = [a, b].every(({ profile }) => Object.keys(profile.order).length > 0);
  return SILENCES.filter(({ id }) => id !== "order-fields" || !fieldByField).map(({ id, question }) =>
    entryOf(`answers.${id}`, question, a.profile.answers[id], b.profile.answers[id], a, b),
  );
}

function replyEntries(a: Side, b: Side): Entry[] {
  return SITUATIONS.flatMap(({ id, asked }) => {
    const [own, other] = [a.profile.replies[id], b.profile.replies[id]];
    if (own === undefined || other === undefined)
      return own === other ? [] : [entryOf(`replies.${id}`, asked, own && "observed", other && "observed", a, b)];
    return membersOf(own, other).map(([member, left, right]) =>
      entryOf(`replies.${id}.${member}`, asked, left, right, a, b),
    );
  });
}

/** What two replies to the same say, member by member; without what neither says. */
function membersOf(a: ProfileReply, b: ProfileReply): [member: string, a: string | undefined, b: string | undefined][] {
  const members: [string, string | undefined, string | undefined][] = [];
  for (const member of ["status", "body", "type", "code", "message", "text"] as const)
    members.push([member, a[member]?.toString(), b[member]?.toString()]);
  if (a.body === b.body) members.push(["fields", written(a.fields), written(b.fields)]);
  if (a.headers !== undefined && b.headers !== undefined)
    for (const name of new Set([...Object.keys(a.headers), ...Object.keys(b.headers)]))
      members.push([`headers.${name}`, a.headers[name] ?? NONE, b.headers[name] ?? NONE]);
  return members.filter(([, left, right]) => left !== undefined || right !== undefined);
}

const NONE = "none";

function written(fields: Fields = {}): string {
  const all = Object.entries(fields).map(([name, kinds]) => `${name}: ${kinds.join(" or ")}`);
  return all.length === 0 ? NONE : all.toSorted().join(", ");
}

function orderEntries(a: Side, b: Side): Entry[] {
  const [own, other] = [a.profile.order, b.profile.order];
  if (Object.keys(own).length === 0 || Object.keys(other).length === 0)
    return own === other || Object.keys(own).length === Object.keys(other).length
      ? []
      : [entryOf("order", "The fields of listed orders", undefined, undefined, a, b)];
  const names = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  return names.map((name) => {
    const [left, right] = [own[name] ?? ["absent"], other[name] ?? ["absent"]];
    return {
      id: `order.${name}`,
      about: `The field ${name} of listed orders`,
      a: left.join(" or "),
      b: right.join(" or "),
      // Which of its kinds a field shows depends on the orders of the day: only what was never seen before is news.
      outcome:
        right.every((kind) => (left as readonly string[]).includes(kind)) && isThere(left) === isThere(right)
          ? "same"
          : "differs",
    };
  });
}

function isThere(kinds: readonly string[]): boolean {
  return kinds.some((kind) => kind !== "absent");
}

function entryOf(
  id: string,
  about: string,
  left: string | undefined,
  right: string | undefined,
  a: Side,
  b: Side,
): Entry {
  if (left !== undefined && right !== undefined)
    return { id, about, a: left, b: right, outcome: left === right ? "same" : "differs" };
  const [silent, side] = left === undefined ? [a.left?.get(id), a.name] : [b.left?.get(id), b.name];
  return { id, about, a: left, b: right, outcome: "not compared", why: `${side}: ${silent ?? "not stated"}` };
}

/** Whether nothing differs but what was accepted. */
export function isSame({ entries }: Comparison): boolean {
  return entries.every(({ outcome }) => outcome !== "differs");
}
