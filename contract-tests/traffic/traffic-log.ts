/** The log of what was found in traffic: one entry for each kind of finding, with a count, and the report of all. */
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import type { Note } from "../../spec/interface/request-notes.ts";
import { shorten } from "../../spec/shorten.ts";
import type { Evidence, Finding, RecordedFinding } from "../assertions/finding.ts";
import { foundPlace, placeIn } from "../assertions/place.ts";
import type { Exchange, Failure } from "../client/exchange.ts";
import type { Redactor } from "../client/redaction.ts";
import { foundByPrismAlone, type PrismFinding } from "../prism/findings.ts";
import { answerCounter } from "../report/answers.ts";
import { evidenceOf, findingOf } from "../report/evidence.ts";
import { maskTexts } from "../report/redact-report.ts";
import { assembleReport, type Report } from "../report/report.ts";
import type { Remark } from "../report/run-facts.ts";
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
  readonly evidence: readonly Evidence[];
  /** The finding, if it is a violation. */
  readonly finding?: Finding;
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

/** An entry that is added; its evidence is made where it is the first of its kind. */
type Added = Omit<LogEntry, "times" | "finding" | "evidence"> & {
  readonly show: () => Pick<LogEntry, "evidence" | "finding">;
};

/** `epoch`: milliseconds since 1970 at which the clock of the exchanges was 0. `redactor` masks what is kept. */
export function createTrafficLog(epoch: number, redactor: Redactor) {
  const log = new Map<string, LogEntry>();
  /** What the deployment held and showed. */
  const facts = new Map<string, Finding>();
  const answers = answerCounter();

  const count = ({ show, ...added }: Added): LogEntry[] => {
    const entry = withinLimit(added);
    const key = keyOf(entry);
    const before = log.get(key) ?? { ...maskTexts({ ...entry, ...show() }, redactor), times: 0 };
    const counted = { ...before, times: before.times + 1 };
    log.set(key, counted);
    return /^10*$/.test(String(counted.times)) ? [counted] : [];
  };

  /** The first mistakes of a kind are told apart; further ones are counted together. */
  const withinLimit = (entry: Omit<Added, "show">): Omit<Added, "show"> => {
    if (entry.kind !== "app-fault" || log.has(keyOf(entry))) return entry;
    const alike = [...log.values()].filter(({ id }) => id === entry.id).length;
    return alike < MAX_ALIKE ? entry : { ...entry, where: "further requests", why: "" };
  };

  const keepFact = (finding: RecordedFinding): void => {
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
        ...findings.flatMap((finding) => findingEntry(finding, exchange)),
        ...notes.map((note) => noteEntry(note, exchange)),
      ].flatMap(count);
    },

    /** The second opinion on an exchange whose findings were added. */
    addPrism(exchange: Exchange, { findings }: Judgement, reported: readonly PrismFinding[]) {
      return foundByPrismAlone(findings, reported).flatMap(({ clause, why }) =>
        clause === undefined
          ? count(exchangeEntry(exchange, "unknown", "prism", why))
          : findingEntry(violationOf(clause, why, exchange), exchange).flatMap(count),
      );
    },

    /** `remarks` are added to those on the requests. */
    report(run: TrafficRun): Report {
      const { requests, remarks: others = [], ...described } = run;
      const entries = [...log.values()];
      const findings = [...facts.values(), ...entries.flatMap(reportedFinding)];
      const remarks = Object.entries(REMARK_TITLES).map(([kind, title]) => ({
        title,
        inBrief: "all" as const,
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
function keyOf({ kind, id, where, why }: Omit<Added, "show">): string {
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
  const evidence = [{ request: target, response: "(passed on and not recorded)", curl: "" }];
  const where = shorten(target, MAX_WHERE);
  return { kind: "app-fault", id, why: text, where, show: () => ({ evidence }) };
}

/** With the request itself, and where a recording has it: a developer looks for it. */
function noteEntry({ id, text }: Note, exchange: Exchange): Added {
  const { method, path, query } = exchange.call;
  const where = shorten(`${method} ${path}${query === undefined ? "" : `?${query}`}`, MAX_WHERE);
  return { ...exchangeEntry(exchange, "app-fault", id, text), where };
}

const MAX_WHERE = 100;

function exchangeEntry(exchange: Exchange, kind: LogEntry["kind"], id: string, why: string): Added {
  const show = () => ({ evidence: [evidenceOf(exchange)] });
  return { kind, id, why, where: whereOf(exchange), show };
}

function failureEntry(exchange: Exchange, { kind, message }: Failure): Added {
  return exchangeEntry(exchange, "failed", kind, `No complete response: ${message}.`);
}

function findingEntry(recorded: RecordedFinding, judged: Exchange): Added[] {
  if (recorded.kind !== "violated" && recorded.kind !== "advice") return [];
  const { kind, why, exchanges } = recorded;
  // What is shown may be an exchange before the one that tells.
  const exchange = exchanges.at(-1) ?? judged;
  const show = () => {
    const finding = findingOf(recorded);
    return { finding, evidence: "evidence" in finding ? finding.evidence : [] };
  };
  if (kind === "advice") return [{ kind, id: recorded.id, why, where: whereOf(exchange), show }];
  const where = [whereOf(exchange), recorded.place?.pointer].filter(Boolean).join(" ");
  return [{ kind, id: recorded.clause, why, where, show }];
}

function violationOf(clause: ClauseId, why: string, exchange: Exchange): RecordedFinding {
  const place = foundPlace(placeIn(clause, exchange), exchange);
  const shown = { exchanges: [exchange], detail: {} };
  return { kind: "violated", clause, why: `Prism: ${why}`, place, ...shown };
}

function remarkOf({ kind, id, why, where, times, evidence }: LogEntry): Remark {
  const text = kind === "app-fault" ? [where, why].filter(Boolean).join(": ") : why;
  return { id, why: text, times, evidence };
}

/** With the count of its place. */
function reportedFinding({ times, finding }: LogEntry): Finding[] {
  if (finding === undefined) return [];
  if (finding.kind === "advice") return [{ ...finding, times }];
  if (finding.kind !== "violated" || finding.place === undefined) return [finding];
  return [{ ...finding, place: { ...finding.place, failed: times } }];
}

/** Returns one text for alike exchanges, so that the log is limited: a path of no operation can be any text. */
function whereOf({ call, response, failure }: Exchange): string {
  const { path = "(other paths)" } = match(call.method, call.path);
  return `${call.method} ${path} → ${failure === undefined ? response?.status : failure.kind}`;
}
