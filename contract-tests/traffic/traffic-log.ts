/** The log of what was found in traffic: one entry for each kind of finding, with a count, and the report of all. */
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import type { Note } from "../../spec/interface/request-notes.ts";
import { shorten } from "../../spec/shorten.ts";
import { bodyLimit } from "../client/body-limit.ts";
import { queryOf } from "../client/calls.ts";
import type { Exchange, Failure } from "../client/exchange.ts";
import type { Redactor } from "../client/masking/redaction.ts";
import { foundByPrismAlone, type PrismFinding } from "../prism/findings.ts";
import { answerCounter } from "../report/answers.ts";
import { proofEvidence } from "../report/evidence.ts";
import { maskTexts } from "../report/redact-report.ts";
import { assembleReport } from "../report/report.ts";
import type { Remark, Report } from "../report/schema.ts";
import { type Finding, lastOf, type Proof } from "../run/assertions/finding.ts";
import { foundPlace, placeIn } from "../run/assertions/place.ts";
import type { Judgement } from "./judge-exchange.ts";
import type { Observed } from "./observe.ts";

export interface LogEntry {
  readonly kind: "violated" | "advice" | "app-fault" | "failed" | "unknown";
  /** Identifies a clause, an advice, a note on the request, or a kind of failure. */
  readonly id: string;
  /** The finding as it was first seen. */
  readonly why: string;
  /** `GET /store/orders → 200`, and the place in the body. */
  readonly where: string;
  readonly times: number;
}

/** The kinds that are remarks in the report. */
const REMARK_TITLES = {
  "app-fault": "Faults of the app",
  failed: "Requests without a complete response",
  unknown: "Reports of Prism that match no clause",
} as const;

/** The statement of the clause of an entry. */
export function statementOf({ kind, id }: LogEntry): string | undefined {
  return kind === "violated" ? CLAUSES.find((clause) => clause.id === id)?.statement : undefined;
}

const UNPROVEN =
  "The exchanges of an app, each by itself, do not show it. orders-kit verify asks for it.";

/** How many answers to silences are kept: they may repeat texts of the deployment. */
const MAX_FACTS = 1_000;

/** Mistakes of one kind that are told apart. */
const MAX_ALIKE = 5;

/** An entry that is added. */
interface Added extends Omit<LogEntry, "times"> {
  /** The exchanges that show it; undefined for a request that was passed on only. */
  readonly proof?: Proof;
  /** The finding on the deployment. */
  readonly finding?: Extract<Finding, { readonly proof: Proof }>;
}

type Kept = Added & LogEntry;

/** `epoch`: milliseconds since 1970 at which the clock of the exchanges was 0. `redactor` masks what is kept. */
export function createTrafficLog(epoch: number, redactor: Redactor) {
  const log = new Map<string, Kept>();
  /** What the deployment held and showed. */
  const facts = new Map<string, Finding>();
  const answers = answerCounter();

  const isKeptWhole = bodyLimit();

  const count = (added: Added): LogEntry[] => {
    const entry = toldApart(added);
    const key = keyOf(entry);
    const before = log.get(key) ?? { ...withShortBodies(entry), times: 0 };
    const kept = { ...before, times: before.times + 1 };
    log.set(key, kept);
    const { proof: _proof, finding: _finding, ...counted } = kept;
    return /^10*$/.test(String(counted.times)) ? [maskTexts(counted, redactor)] : [];
  };

  // A part of a body could end within a key.
  const shortOf = (one: Exchange) => (isKeptWhole(one) ? one : withoutBody(one));
  const withShortBodies = (entry: Added): Added => {
    const { proof, finding } = entry;
    if (proof === undefined) return entry;
    const [first, second] = proof;
    const start = shortOf(first);
    const short: Proof = second === undefined ? [start] : [start, shortOf(second)];
    return { ...entry, proof: short, ...(finding && { finding: { ...finding, proof: short } }) };
  };

  /** The first mistakes of a kind are told apart; further ones are counted together. */
  const toldApart = (entry: Added): Added => {
    if (entry.kind !== "app-fault" || log.has(keyOf(entry))) return entry;
    const alike = [...log.values()].filter(({ id }) => id === entry.id).length;
    return alike < MAX_ALIKE ? entry : { ...entry, where: "further requests", why: "" };
  };

  const keepFact = (finding: Finding): void => {
    if (finding.kind === "violated" || finding.kind === "advice") return;
    const key = JSON.stringify({ ...finding, at: undefined });
    if (facts.size < MAX_FACTS || facts.has(key)) facts.set(key, finding);
  };

  return {
    /** Returns the entries that are new, or whose count has become a power of ten. */
    add(observed: Observed, { findings, notes }: Judgement): readonly LogEntry[] {
      const { exchange, target } = observed;
      if (exchange === undefined)
        return notes.map((note) => outsideEntry(note, target)).flatMap(count);

      answers.add(exchange);
      findings.forEach(keepFact);
      return [
        ...(exchange.failure === undefined ? [] : [failureEntry(exchange, exchange.failure)]),
        ...findings.flatMap(findingEntry),
        ...notes.map((note) => noteEntry(note, exchange)),
      ].flatMap(count);
    },

    /** The second opinion on an exchange whose findings were added. */
    addPrism(exchange: Exchange, { findings }: Judgement, reported: readonly PrismFinding[]) {
      return foundByPrismAlone(findings, reported).flatMap(({ clause, why }) =>
        clause === undefined
          ? count(exchangeEntry(exchange, "unknown", "prism", why))
          : findingEntry(violationOf(clause, why, exchange)).flatMap(count),
      );
    },

    /** `remarks` are added to those on the requests. */
    report(run: TrafficRun): Report {
      const { requests, remarks: others = [], ...described } = run;
      const entries = [...log.values()];
      const findings = [...facts.values(), ...entries.flatMap(reportedFinding)];
      const remarks = Object.entries(REMARK_TITLES).map(([kind, title]) => ({
        title,
        entries: entries.filter((entry) => entry.kind === kind).map(remarkOf),
      }));
      return assembleReport(
        { ...described, unproven: UNPROVEN },
        [{ step: "traffic", findings, durationMs: run.durationMs }],
        {
          requests,
          answers: { counts: answers.counts(), epoch },
          remarks: [...remarks.filter((list) => list.entries.length > 0), ...others],
        },
      );
    },
  };
}

/** Mistakes of an app differ in what they say; what a deployment does wrong, in the place. */
function keyOf({ kind, id, where, why }: Added): string {
  return [kind, id, where, ...(kind === "app-fault" ? [why] : [])].join(" ");
}

export type TrafficRun = Pick<
  Report,
  "target" | "durationMs" | "startedAt" | "broken" | "requests" | "remarks"
> & {
  /** Why nothing was judged, where that is so. */
  readonly empty?: string;
};

function outsideEntry({ id, text }: Note, target: string): Added {
  return { kind: "app-fault", id, why: text, where: shorten(target, MAX_WHERE) };
}

/** With the request itself, and where a recording has it: a developer looks for it. */
function noteEntry({ id, text }: Note, exchange: Exchange): Added {
  const { method, path } = exchange.call;
  const where = shorten(`${method} ${path}${queryOf(exchange.call)}`, MAX_WHERE);
  return { ...exchangeEntry(exchange, "app-fault", id, text), where };
}

const MAX_WHERE = 200;

function exchangeEntry(exchange: Exchange, kind: LogEntry["kind"], id: string, why: string): Added {
  return { kind, id, why, where: whereOf(exchange), proof: [exchange] };
}

function failureEntry(exchange: Exchange, { kind, message }: Failure): Added {
  return exchangeEntry(exchange, "failed", kind, `No complete response: ${message}.`);
}

function findingEntry(finding: Finding): Added[] {
  if (finding.kind !== "violated" && finding.kind !== "advice") return [];
  const { kind, why, proof } = finding;
  // It may be an exchange before the one that tells.
  const at = whereOf(lastOf(proof));
  if (kind === "advice") return [{ kind, id: finding.id, why, where: at, proof, finding }];
  const where = [at, finding.place?.pointer].filter(Boolean).join(" ");
  return [{ kind, id: finding.clause, why, where, proof, finding }];
}

function violationOf(clause: ClauseId, why: string, exchange: Exchange): Finding {
  const place = foundPlace(placeIn(clause, exchange), exchange);
  const shown = { together: [clause], proof: [exchange], detail: {} } as const;
  return { kind: "violated", clause, why: `Prism: ${why}`, place, ...shown };
}

function remarkOf({ kind, id, why, where, times, proof }: Kept): Remark {
  const text = kind === "app-fault" ? [where, why].filter(Boolean).join(": ") : why;
  const evidence = proof === undefined ? {} : { evidence: proofEvidence(proof) };
  return { id, why: text, times, ...evidence };
}

/** With the count of its place. */
function reportedFinding({ times, finding }: Kept): Finding[] {
  if (finding === undefined) return [];
  if (finding.kind === "advice") return [{ ...finding, times }];
  const { place } = finding;
  return [{ ...finding, ...(place && { place: { ...place, failed: times } }) }];
}

/** Returns one text for alike exchanges, so that the log is limited: a path of no operation can be any text. */
function whereOf({ call, response, failure }: Exchange): string {
  const { path = "(other paths)" } = match(call.method, call.path);
  return `${call.method} ${path} → ${failure === undefined ? response?.status : failure.kind}`;
}

function withoutBody(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === undefined) return exchange;
  const { length: leftOut } = response.body;
  return { ...exchange, response: { ...response, body: new Uint8Array(), leftOut } };
}
