/** Which answers to silences the checks saw a deployment give. */
import type { SilenceId } from "../spec/clauses/index.ts";
import type { Fields } from "../spec/kinds.ts";
import { ORDER_KINDS } from "../spec/profile-shape.ts";
import { SITUATIONS, type Situation, type SituationId } from "../spec/situations.ts";
import type { CheckResult } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import type { Seen } from "./seen.ts";

export interface AnswerSeen {
  readonly silence: SilenceId;
  /** One of the ledger's, or a phrase for any other. */
  readonly answer: string;
  readonly at: number;
  readonly how: string;
}

export function answersSeen(
  results: readonly CheckResult[],
  seen: readonly Seen[],
  order: Fields,
  at: number,
): AnswerSeen[] {
  return [...byReply(seen), ...byCheck(results, at), ...byFields(order, at), ...byCode(seen)];
}

/** Silences that one reply answers: what it says is what the gate's report says of it, with the request that showed it. */
function byReply(seen: readonly Seen[]): AnswerSeen[] {
  return seen.flatMap((one) => {
    const situation: Situation | undefined = SITUATIONS.find(({ id }) => id === one.situation);
    const { status = 0, headers = {} } = one.reply;
    const found: AnswerSeen[] = [];
    const add = (silence: SilenceId, answer: string): void => {
      found.push({ silence, answer, at: one.at, how: `${one.how}: ${situation?.asked}` });
    };
    if (situation?.answers !== undefined && situation.silence !== undefined)
      add(situation.silence, situation.answers[status] ?? String(status));
    const more = MORE[one.situation];
    more?.(one, headers, add);
    return found;
  });
}

type Add = (silence: SilenceId, answer: string) => void;
type Headers = Readonly<Record<string, string>>;

/** What a reply says besides its status. */
const MORE: { readonly [Id in SituationId]?: (seen: Seen, headers: Headers, add: Add) => void } = {
  "order-shipped": ({ reply }, _, add) => add("conflict-body", String(reply.body)),
  "other-path": ({ reply }, _, add) =>
    add(
      "other-paths",
      reply.status === 404 && reply.body === "none"
        ? "empty"
        : reply.status === 404
          ? String(reply.body)
          : String(reply.status),
    ),
  "key-wrong": (_, headers, add) => add("challenge", challengeOf(headers["WWW-Authenticate"])),
  pets: (_, { Deprecation, Sunset }, add) => {
    const announced = Deprecation === undefined ? "none" : "deprecation";
    add("deprecation-headers", Sunset === undefined ? announced : Deprecation === undefined ? "sunset" : "both");
  },
  "rate-limited": (_, __, add) => add("rate-limits", "limited"),
};

function challengeOf(value: string | undefined): string {
  if (value === undefined) return "none";
  return /^bearer\s*$/i.test(value) ? "bare" : /^bearer\s/i.test(value) ? "rfc6750" : value;
}

/** Silences that take more than one answer to find out: the checks do. */
const BY_CHECK: readonly SilenceId[] = [
  "cancelled-in-list",
  "scheme-case",
  "list-order",
  "ship-date-form",
  "cors",
  "other-paths-key",
  "trailing-slash",
  "path-case",
  "request-body",
];
const AS_ANSWER: Readonly<Record<string, string>> = { neither: "shuffled" };

function byCheck(results: readonly CheckResult[], at: number): AnswerSeen[] {
  return results.flatMap(({ check, findings }) =>
    findings.flatMap((finding) =>
      finding.kind === "observed" && BY_CHECK.includes(finding.silence) && finding.observed !== "unknown"
        ? [
            {
              silence: finding.silence,
              answer: AS_ANSWER[finding.observed] ?? finding.observed,
              at: finding.at ?? at,
              how: `${check}: ${CHECKS.find(({ id }) => id === check)?.title ?? check}`,
            },
          ]
        : [],
    ),
  );
}

function byFields(order: Fields, at: number): AnswerSeen[] {
  const names = Object.keys(order);
  if (names.length === 0) return [];
  const some = Object.keys(ORDER_KINDS).some((field) => order[field]?.includes("absent"));
  const extra = names.some((field) => !(field in ORDER_KINDS));
  const answer = some ? (extra ? "some-and-extra" : "some") : extra ? "extra" : "all";
  return [{ silence: "order-fields", answer, at, how: "the listed orders" }];
}

/** How the codes of all Errors are spelt; one answer, or none where they are spelt in several ways. */
function byCode(seen: readonly Seen[]): AnswerSeen[] {
  const coded = seen.filter(({ reply }) => reply.code !== undefined);
  const [first] = coded;
  if (first === undefined) return [];
  const spellings = new Set(coded.map(({ reply }) => spelling(String(reply.code), reply.status ?? 0)));
  const [answer = ""] = spellings;
  return [
    { silence: "error-codes", answer: spellings.size === 1 ? answer : "in several ways", at: first.at, how: first.how },
  ];
}

function spelling(code: string, status: number): string {
  if (code === String(status)) return "digits";
  if (/^[A-Z][A-Z0-9_]*$/.test(code)) return "capitals";
  return /^[a-z][a-z0-9_]*$/.test(code) ? "words" : "otherwise";
}
