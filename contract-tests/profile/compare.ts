/** Compares two deployments, or a deployment with a profile: clauses, answers to silences, replies and the fields of orders. */
import { CLAUSES, type ClauseId, SILENCES } from "../../spec/clauses/index.ts";
import { SITUATIONS, type Situation } from "../../spec/interface/situations.ts";
import { type Profile, type ProfileReply, REPLY_VALUES } from "../../spec/profile/shape.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";
import type { Verdict } from "../assertions/finding.ts";
import { type AskedReplies, NOT_IMITATED, REQUESTS } from "./requests.ts";

export interface Side {
  /** A file's name, a target's name or its address. */
  readonly name: string;
  readonly profile: Profile;
  /** Of a run. A file knows only the violated clauses. */
  readonly verdicts?: ReadonlyMap<ClauseId, Verdict>;
  /** Why an entry is not in the profile, where that is known. */
  readonly omitted?: ReadonlyMap<string, string>;
  /** Its answers to the requests that both sides are asked. */
  readonly asked?: AskedReplies | undefined;
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
  const accepted = Object.entries({ ...a.profile.accepted, ...b.profile.accepted });
  const used = new Set<string>();
  // A run has verdicts. For a file, the mock has answered.
  const notImitated = [a, b].some(({ verdicts }) => verdicts === undefined)
    ? Object.entries(NOT_IMITATED)
    : [];
  const known = [
    ...clauseEntries(a, b),
    ...answerEntries(a, b),
    ...replyEntries(a, b),
    ...orderEntries(a, b),
  ];
  const entries = [...known, ...requestEntries(a, b, known)].map((entry): Entry => {
    const reasons = [...accepted, ...notImitated];
    const [name, why = ""] =
      reasons.find(([prefix]) => `${entry.id}.`.startsWith(`${prefix}.`)) ?? [];
    if (name === undefined || entry.outcome !== "differs") return entry;
    used.add(name);
    return { ...entry, outcome: "accepted", why };
  });
  const stale = accepted.map(([name]) => name).filter((name) => !used.has(name));
  return { a: a.name, b: b.name, entries, stale };
}

function clauseEntries(a: Side, b: Side): Entry[] {
  return CLAUSES.map(({ id, statement }) => {
    const pair = {
      id: `clauses.${id}`,
      about: statement,
      a: verdictOf(a, id),
      b: verdictOf(b, id),
    };
    if (pair.a !== pair.b && [pair.a, pair.b].includes("violated"))
      return { ...pair, outcome: "differs" };
    if (pair.a !== undefined && pair.b !== undefined) return { ...pair, outcome: "same" };
    return { ...pair, outcome: "not compared", why: "it was not proven on both sides" };
  });
}

/** A profile names the clauses that its deployment violated; it violated no other. */
function verdictOf({ profile, verdicts }: Side, id: ClauseId): string | undefined {
  if (verdicts === undefined) return profile.violates.includes(id) ? "violated" : "not violated";
  const verdict = verdicts.get(id);
  return verdict === "held" || verdict === "violated"
    ? verdict.replace("held", "not violated")
    : undefined;
}

type Pair = Pick<Entry, "id" | "about" | "a" | "b">;

function entryOf(pair: Pair, a: Side, b: Side): Entry {
  if (pair.a !== undefined && pair.b !== undefined)
    return { ...pair, outcome: pair.a === pair.b ? "same" : "differs" };
  const side = pair.a === undefined ? a : b;
  const why = `${side.name}: ${side.omitted?.get(pair.id) ?? "not stated"}`;
  return { ...pair, outcome: "not compared", why };
}

function answerEntries(a: Side, b: Side): Entry[] {
  // The fields themselves are compared, which says more than the answer to order-fields.
  const areFieldsCompared = [a, b].every(({ profile }) => Object.keys(profile.order).length > 0);
  return SILENCES.filter(({ id }) => id !== "order-fields" || !areFieldsCompared).map(
    ({ id, question }) =>
      entryOf(
        {
          id: `answers.${id}`,
          about: question,
          a: a.profile.answers[id],
          b: b.profile.answers[id],
        },
        a,
        b,
      ),
  );
}

function replyEntries(a: Side, b: Side): Entry[] {
  return SITUATIONS.flatMap(({ id, request: about }) => {
    const [left, right] = [a.profile.replies[id], b.profile.replies[id]];
    const entry = `replies.${id}`;
    if (left === undefined && right === undefined) return [];
    if (left === undefined || right === undefined)
      return [entryOf({ id: entry, about, a: left && "observed", b: right && "observed" }, a, b)];
    const members = membersOf(left, right).filter(
      (member) => member.a !== undefined || member.b !== undefined,
    );
    return members.map(({ member, ...texts }) =>
      entryOf({ id: `${entry}.${member}`, about, ...texts }, a, b),
    );
  });
}

interface Member extends Pick<Entry, "a" | "b"> {
  /** As an entry has it: `status`, `headers.Allow`. */
  readonly member: string;
}

/** The members of two replies to the same situation or request. */
function membersOf(a: ProfileReply, b: ProfileReply): Member[] {
  const [ownHeaders = {}, otherHeaders = {}] = [a.headers, b.headers];
  const areHeadersKnown = a.headers !== undefined && b.headers !== undefined;
  const headers = areHeadersKnown
    ? new Set([...Object.keys(ownHeaders), ...Object.keys(otherHeaders)])
    : [];
  return [
    ...REPLY_VALUES.map((member) => ({
      member,
      a: a[member]?.toString(),
      b: b[member]?.toString(),
    })),
    ...(a.body === b.body
      ? [{ member: "fields", a: fieldsText(a.fields), b: fieldsText(b.fields) }]
      : []),
    ...[...headers].map((name) => {
      const [own, other] = [ownHeaders, otherHeaders].map((headers) =>
        comparable(name, headers[name] ?? NONE),
      );
      return { member: `headers.${name}`, a: own, b: other };
    }),
  ];
}

const NONE = "none";
/** Header fields whose elements have no order: some programs send them in another one after each start. */
const SETS = /^(?:Allow|Cache-Control|Vary|Access-Control-(?:Allow|Expose)-(?:Headers|Methods))$/;

function comparable(name: string, value: string): string {
  return SETS.test(name)
    ? [...new Set(value.toLowerCase().split(/\s*,\s*/))].toSorted().join(", ")
    : value;
}

function fieldsText(fields: Fields = {}): string {
  const texts = Object.entries(fields).map(([name, kinds]) => `${name}: ${kinds.join(" or ")}`);
  return texts.length === 0 ? NONE : texts.toSorted().join(", ");
}

function orderEntries(a: Side, b: Side): Entry[] {
  const [own, other] = [a.profile.order, b.profile.order];
  const isKnown = [own, other].map((fields) => Object.keys(fields).length > 0);
  if (!isKnown[0] && !isKnown[1]) return [];
  if (!isKnown[0] || !isKnown[1])
    return [
      entryOf(
        { id: "order", about: "The fields of listed orders", a: undefined, b: undefined },
        a,
        b,
      ),
    ];
  const names = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  return names.map((name) => {
    const [left, right]: [readonly string[], readonly string[]] = [
      own[name] ?? ["absent"],
      other[name] ?? ["absent"],
    ];
    return {
      id: `order.${name}`,
      about: `The field ${name} of listed orders`,
      a: left.join(" or "),
      b: right.join(" or "),
      // Which kinds of a field are observed depends on the orders that are listed: only a new kind is a difference.
      outcome:
        right.every((kind) => left.includes(kind)) && isPresent(left) === isPresent(right)
          ? "same"
          : "differs",
    };
  });
}

function isPresent(kinds: readonly string[]): boolean {
  return kinds.some((kind) => kind !== "absent");
}

/** Those of the requests that both sides were asked: one for each, or one for each difference. */
function requestEntries(a: Side, b: Side, known: readonly Entry[]): Entry[] {
  if (a.asked === undefined || b.asked === undefined) return [];
  const differing = known.filter(({ outcome }) => outcome === "differs");
  return REQUESTS.flatMap(({ id, about }): Entry[] => {
    const [left = "", right = ""] = [a.asked?.get(id), b.asked?.get(id)];
    const entry = { id: `requests.${id}`, about };
    if (typeof left === "string" || typeof right === "string") {
      const why = typeof left === "string" ? `${a.name}: ${left}` : `${b.name}: ${right}`;
      return [{ ...entry, a: undefined, b: undefined, outcome: "not compared", why }];
    }
    const status = left.reply.status?.toString();
    const differences = differingMembers(left.reply, right.reply);
    if (differences.length === 0) return [{ ...entry, a: status, b: status, outcome: "same" }];
    return differences
      .filter(
        (difference) => !follows(difference, [...left.situations, ...right.situations], differing),
      )
      .map(({ member, ...pair }) => ({
        ...entry,
        ...pair,
        id: `${entry.id}.${member}`,
        outcome: "differs",
      }));
  });
}

/** Another status has another body, and another form of body other texts. */
function differingMembers(left: ProfileReply, right: ProfileReply): Required<Member>[] {
  const all = membersOf(left, right)
    .map(({ member, a = NONE, b = NONE }) => ({ member, a, b }))
    .filter(({ a, b }) => a !== b);
  const first = all.filter(({ member }) => member === "status" || member === "body").slice(0, 1);
  return first.length > 0 ? first : all;
}

/** Whether an entry that differs says it already: the same situation in the same member, or the same change in any situation. */
function follows(
  { member, a, b }: Member,
  situations: readonly Situation[],
  differing: readonly Entry[],
): boolean {
  return differing.some((entry) => {
    const [part, name, ...rest] = entry.id.split(".");
    if (part === "answers") return situations.some(({ silence }) => silence === name);
    if (part !== "replies") return false;
    if (situations.some(({ id }) => id === name))
      return ["status", "body", member].includes(rest.join("."));
    return rest.join(".") === member && entry.a === a && entry.b === b;
  });
}

/** Whether nothing differs that is not accepted. */
export function isSame({ entries }: Comparison): boolean {
  return entries.every(({ outcome }) => outcome !== "differs");
}
