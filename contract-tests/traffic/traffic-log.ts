/**
 * Logs what was found in traffic, one entry with a count for each kind of finding, and reports on
 * all of it.
 */
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import type { Note } from "../../spec/interface/request-notes.ts";
import { shorten } from "../../spec/shorten.ts";
import { bodyLimit } from "../client/body-limit.ts";
import { queryOf } from "../client/calls.ts";
import type { Exchange, Failure } from "../client/exchange.ts";
import type { Redactor } from "../client/masking/redaction.ts";
import { foundByPrismAlone, type PrismFinding } from "../prism/findings.ts";
import { answerCounter } from "../report/answer-counts.ts";
import { proofEvidence } from "../report/evidence.ts";
import { maskTexts } from "../report/redact-report.ts";
import { assembleReport } from "../report/report.ts";
import type { Report, ReportEntry } from "../report/schema.ts";
import { type Finding, lastOf, type Proof } from "../run/assertions/finding.ts";
import { foundPlace, placeIn } from "../run/assertions/place.ts";
import type { Judgement } from "./judge-exchange.ts";
import type { ObservedExchange } from "./observe.ts";

export interface LogEntry {
  readonly kind: "violated" | "advice" | "app-fault" | "failed" | "unknown";
  /** Identifies a clause, advice, a fault of the app, or a kind of failure. */
  readonly id: string;
  /** The text of the first such finding. */
  readonly why: string;
  /** `GET /store/orders → 200`, with the place in the body. */
  readonly where: string;
  readonly times: number;
}

/** Kinds with their own section in the report. */
const SECTION_TITLES = {
  "app-fault": "Faults of the app",
  failed: "Requests without a complete response",
  unknown: "Reports of Prism that match no clause",
} as const;

/** Returns the statement of the violated clause; undefined for other entries. */
export function statementOf({ kind, id }: LogEntry): string | undefined {
  return kind === "violated" ? CLAUSES.find((clause) => clause.id === id)?.statement : undefined;
}

const UNPROVEN =
  "The exchanges of an app, each by itself, do not show it. orders-kit verify asks for it.";

/**
 * How many facts we keep, such as answers to open questions: they may repeat texts of the
 * deployment.
 */
const MAX_FACTS = 1_000;

/** How many mistakes of one kind we list separately. */
const MAX_ALIKE_FAULTS = 5;

/** An entry to add or to count. */
interface LogAddition extends Omit<LogEntry, "times"> {
  /** The exchanges that show it; undefined for a request that was only passed on. */
  readonly proof?: Proof;
  /** The finding about the deployment, if it is one. */
  readonly finding?: Extract<Finding, { readonly proof: Proof }>;
}

type KeptEntry = LogAddition & LogEntry;

/**
 * `epoch` is when the exchanges' clock was 0, in milliseconds since 1970. `redactor` masks what we
 * keep.
 */
export function createTrafficLog(epoch: number, redactor: Redactor) {
  const log = new Map<string, KeptEntry>();
  /** Held clauses and answers to open questions. */
  const facts = new Map<string, Finding>();
  const answers = answerCounter();

  const isKeptWhole = bodyLimit();

  const count = (added: LogAddition): LogEntry[] => {
    const entry = toldApart(added);
    const key = keyOf(entry);
    const before = log.get(key) ?? { ...withShortBodies(entry), times: 0 };
    const kept = { ...before, times: before.times + 1 };
    log.set(key, kept);
    const { proof: _proof, finding: _finding, ...counted } = kept;
    return /^10*$/.test(String(counted.times)) ? [maskTexts(counted, redactor)] : [];
  };

  // We drop a long body completely: a part of it could end within a key.
  const shortOf = (one: Exchange) => (isKeptWhole(one) ? one : withBodyLeftOut(one));
  const withShortBodies = (entry: LogAddition): LogAddition => {
    const { proof, finding } = entry;
    if (proof === undefined) return entry;
    const [first, second] = proof;
    const start = shortOf(first);
    const short: Proof = second === undefined ? [start] : [start, shortOf(second)];
    return { ...entry, proof: short, ...(finding && { finding: { ...finding, proof: short } }) };
  };

  /** Lists the first mistakes of a kind separately and counts further ones together. */
  const toldApart = (entry: LogAddition): LogAddition => {
    if (entry.kind !== "app-fault" || log.has(keyOf(entry))) return entry;
    const alike = [...log.values()].filter(({ id }) => id === entry.id).length;
    return alike < MAX_ALIKE_FAULTS ? entry : { ...entry, where: "further requests", why: "" };
  };

  const keepFact = (finding: Finding): void => {
    if (finding.kind === "violated" || finding.kind === "advice") return;
    const key = JSON.stringify({ ...finding, at: undefined });
    if (facts.size < MAX_FACTS || facts.has(key)) facts.set(key, finding);
  };

  return {
    /** Returns entries that are new, or whose count has reached a power of ten. */
    add(observed: ObservedExchange, { findings, notes }: Judgement): readonly LogEntry[] {
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

    /** Adds what Prism alone reports on an exchange whose findings were added. */
    addPrism(exchange: Exchange, { findings }: Judgement, reported: readonly PrismFinding[]) {
      return foundByPrismAlone(findings, reported).flatMap(({ clause, why }) =>
        clause === undefined
          ? count(exchangeEntry(exchange, "unknown", "prism", why))
          : findingEntry(violationOf(clause, why, exchange)).flatMap(count),
      );
    },

    /** Adds the sections of `run` to those of the log. */
    report(run: TrafficRun): Report {
      const { requests, sections: others = [], ...described } = run;
      const entries = [...log.values()];
      const findings = [...facts.values(), ...entries.flatMap(reportedFinding)];
      const sections = Object.entries(SECTION_TITLES).map(([kind, title]) => ({
        title,
        entries: entries.filter((entry) => entry.kind === kind).map(entryOf),
      }));
      return assembleReport(
        { ...described, unproven: UNPROVEN },
        [{ step: "traffic", findings, durationMs: run.durationMs }],
        {
          requests,
          answers: { counts: answers.counts(), epoch },
          sections: [...sections.filter((list) => list.entries.length > 0), ...others],
        },
      );
    },
  };
}

/** Mistakes of an app differ by their text, faults of a deployment by their place. */
function keyOf({ kind, id, where, why }: LogAddition): string {
  return [kind, id, where, ...(kind === "app-fault" ? [why] : [])].join(" ");
}

export type TrafficRun = Pick<
  Report,
  "target" | "durationMs" | "startedAt" | "broken" | "requests" | "sections"
> & {
  /** Why nothing was judged, if so. */
  readonly empty?: string;
};

function outsideEntry({ id, text }: Note, target: string): LogAddition {
  return { kind: "app-fault", id, why: text, where: shorten(target, MAX_WHERE) };
}

/** Shows the request itself, and where it is in a recording, for the developer to find. */
function noteEntry({ id, text }: Note, exchange: Exchange): LogAddition {
  const { method, path } = exchange.call;
  const where = shorten(`${method} ${path}${queryOf(exchange.call)}`, MAX_WHERE);
  return { ...exchangeEntry(exchange, "app-fault", id, text), where };
}

const MAX_WHERE = 200;

function exchangeEntry(
  exchange: Exchange,
  kind: LogEntry["kind"],
  id: string,
  why: string,
): LogAddition {
  return { kind, id, why, where: whereOf(exchange), proof: [exchange] };
}

function failureEntry(exchange: Exchange, { kind, message }: Failure): LogAddition {
  return exchangeEntry(exchange, "failed", kind, `No complete response: ${message}.`);
}

function findingEntry(finding: Finding): LogAddition[] {
  if (finding.kind !== "violated" && finding.kind !== "advice") return [];
  const { kind, why, proof } = finding;
  // The proof may begin with an earlier exchange; its last one shows the fault.
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

function entryOf({ kind, id, why, where, times, proof }: KeptEntry): ReportEntry {
  const text = kind === "app-fault" ? [where, why].filter(Boolean).join(": ") : why;
  const evidence = proof === undefined ? {} : { evidence: proofEvidence(proof) };
  return { id, why: text, times, ...evidence };
}

/** Returns the finding with its count. */
function reportedFinding({ times, finding }: KeptEntry): Finding[] {
  if (finding === undefined) return [];
  if (finding.kind === "advice") return [{ ...finding, times }];
  const { place } = finding;
  return [{ ...finding, ...(place && { place: { ...place, failed: times } }) }];
}

/**
 * Returns one text for similar exchanges, which limits the log: a path outside the interface can be
 * any text.
 */
function whereOf({ call, response, failure }: Exchange): string {
  const { path = "(other paths)" } = match(call.method, call.path);
  return `${call.method} ${path} → ${failure === undefined ? response?.status : failure.kind}`;
}

function withBodyLeftOut(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === undefined) return exchange;
  const { length: leftOut } = response.body;
  return { ...exchange, response: { ...response, body: new Uint8Array(), leftOut } };
}
