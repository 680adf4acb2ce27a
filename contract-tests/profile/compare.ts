/** Compares two deployments, or a deployment with a profile: clauses, answers to silences, replies and the fields of orders. */
import { CLAUSES, type ClauseId, SILENCES } from "../../spec/clauses/index.ts";
import { SITUATIONS } from "../../spec/interface/situations.ts";
import type { Profile, ProfileReply } from "../../spec/profile/shape.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";
import type { Verdict } from "../assertions/finding.ts";

export interface Side {
  /** A file's name, a target's name or its address. */
  readonly name: string;
  readonly profile: Profile;
  /** Of a run. A file knows only the violated clauses. */
  readonly verdicts?: ReadonlyMap<ClauseId, Verdict>;
  /** Why an entry is not in the profile, where that is known. */
  readonly omitted?: ReadonlyMap<string, string>;
}

export type Outcome = "same" | "differs" | "accepted" | "not compared";

export interface Entry {
  /** As a profile's `accepted` names it: `clauses.list-ok`, `answers.head`, `replies.key-missing.code`, `order.note`. */
  readonly id: string;
  /** The clause, the question, or what was asked. */
  readonly about: string;
  /** Undefined where it is not known. */
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
  /** Accepted entries that do not differ. */
  readonly stale: readonly string[];
}

/** `a` is expected, `b` is compared with it. Latency is not compared: it differs from run to run. */
export function compare(a: Side, b: Side): Comparison {
  const accepted = { ...a.profile.accepted, ...b.profile.accepted };
  const pairs = [...answerPairs(a, b), ...replyPairs(a, b)].map((pair) => entryOf(pair, a, b));
  const entries = [...clauseEntries(a, b), ...pairs, ...orderEntries(a, b)].map((entry) => accept(entry, accepted));
  const used = new Set(
    entries.flatMap(({ id, outcome }) => (outcome === "accepted" ? [acceptedBy(id, accepted)] : [])),
  );
  return { a: a.name, b: b.name, entries, stale: Object.keys(accepted).filter((entry) => !used.has(entry)) };
}

function accept(entry: Entry, accepted: Profile["accepted"]): Entry {
  const acceptedEntry = acceptedBy(entry.id, accepted);
  return entry.outcome === "differs" && acceptedEntry !== undefined
    ? { ...entry, outcome: "accepted", why: accepted[acceptedEntry] ?? "" }
    : entry;
}

/** The accepted entry that is this one or a prefix of it. */
function acceptedBy(id: string, accepted: Profile["accepted"]): string | undefined {
  return Object.keys(accepted).find((entry) => id === entry || id.startsWith(`${entry}.`));
}

function clauseEntries(a: Side, b: Side): Entry[] {
  return CLAUSES.map(({ id, statement }) => {
    const [verdictA, verdictB] = [verdictOf(a, id), verdictOf(b, id)];
    const isViolated = verdictA === "violated" || verdictB === "violated";
    const isKnown = verdictA !== undefined && verdictB !== undefined;
    const outcome = isViolated ? (verdictA === verdictB ? "same" : "differs") : isKnown ? "same" : "not compared";
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

/** A profile names the clauses that its deployment violated; it violated no other. */
function verdictOf({ profile, verdicts }: Side, id: ClauseId): string | undefined {
  if (verdicts === undefined) return profile.violates.includes(id) ? "violated" : "not violated";
  const verdict = verdicts.get(id);
  return verdict === "held" || verdict === "violated" ? verdict.replace("held", "not violated") : undefined;
}

type Pair = Pick<Entry, "id" | "about" | "a" | "b">;

function entryOf(pair: Pair, a: Side, b: Side): Entry {
  if (pair.a !== undefined && pair.b !== undefined) return { ...pair, outcome: pair.a === pair.b ? "same" : "differs" };
  const side = pair.a === undefined ? a : b;
  const why = `${side.name}: ${side.omitted?.get(pair.id) ?? "not stated"}`;
  return { ...pair, outcome: "not compared", why };
}

function answerPairs(a: Side, b: Side): Pair[] {
  // The fields themselves are compared, which says more than the answer to order-fields.
  const areFieldsCompared = [a, b].every(({ profile }) => Object.keys(profile.order).length > 0);
  return SILENCES.filter(({ id }) => id !== "order-fields" || !areFieldsCompared).map(({ id, question }) => ({
    id: `answers.${id}`,
    about: question,
    a: a.profile.answers[id],
    b: b.profile.answers[id],
  }));
}

function replyPairs(a: Side, b: Side): Pair[] {
  return SITUATIONS.flatMap(({ id, request }): Pair[] => {
    const [left, right] = [a.profile.replies[id], b.profile.replies[id]];
    if (left !== undefined && right !== undefined)
      return membersOf(left, right).map((member) => ({ ...member, id: `replies.${id}.${member.id}`, about: request }));
    if (left === right) return [];
    return [{ id: `replies.${id}`, about: request, a: left && "observed", b: right && "observed" }];
  });
}

/** The members of two replies to the same situation, without those that neither has. */
function membersOf(a: ProfileReply, b: ProfileReply): Omit<Pair, "about">[] {
  const members: Omit<Pair, "about">[] = [];
  for (const id of ["status", "body", "type", "code", "message", "text"] as const)
    members.push({ id, a: a[id]?.toString(), b: b[id]?.toString() });
  if (a.body === b.body) members.push({ id: "fields", a: fieldsText(a.fields), b: fieldsText(b.fields) });
  if (a.headers !== undefined && b.headers !== undefined)
    for (const name of new Set([...Object.keys(a.headers), ...Object.keys(b.headers)]))
      members.push({ id: `headers.${name}`, a: a.headers[name] ?? NONE, b: b.headers[name] ?? NONE });
  return members.filter((member) => member.a !== undefined || member.b !== undefined);
}

const NONE = "none";

function fieldsText(fields: Fields = {}): string {
  const texts = Object.entries(fields).map(([name, kinds]) => `${name}: ${kinds.join(" or ")}`);
  return texts.length === 0 ? NONE : texts.toSorted().join(", ");
}

function orderEntries(a: Side, b: Side): Entry[] {
  const [own, other] = [a.profile.order, b.profile.order];
  const isKnown = [own, other].map((fields) => Object.keys(fields).length > 0);
  if (!isKnown[0] && !isKnown[1]) return [];
  if (!isKnown[0] || !isKnown[1])
    return [entryOf({ id: "order", about: "The fields of listed orders", a: undefined, b: undefined }, a, b)];
  const names = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  return names.map((name) => {
    const [left, right]: [readonly string[], readonly string[]] = [own[name] ?? ["absent"], other[name] ?? ["absent"]];
    return {
      id: `order.${name}`,
      about: `The field ${name} of listed orders`,
      a: left.join(" or "),
      b: right.join(" or "),
      // Which kinds of a field are observed depends on the orders that are listed: only a new kind is a difference.
      outcome: right.every((kind) => left.includes(kind)) && isPresent(left) === isPresent(right) ? "same" : "differs",
    };
  });
}

function isPresent(kinds: readonly string[]): boolean {
  return kinds.some((kind) => kind !== "absent");
}

/** Whether nothing differs that is not accepted. */
export function isSame({ entries }: Comparison): boolean {
  return entries.every(({ outcome }) => outcome !== "differs");
}
