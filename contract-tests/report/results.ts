/** From what a run has recorded to plain data: results of checks with their evidence, and what the ledger says of the run as a whole. */
import type { Evidence, Finding } from "../assertions/finding.ts";
import { orderText } from "../client/exchange.ts";
import { type AnswerKind, countAnswers, timingsOf } from "../ledger/answers.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { RecordedCheck, RecordedFinding } from "../run/findings.ts";
import type { Run } from "../run/run.ts";
import { evidenceOf } from "./exchange-evidence.ts";

/** The result of one check. Plain data. */
export interface CheckResult {
  readonly check: string;
  readonly findings: readonly Finding[];
  /** Why the run ended before the check did, or with it. */
  readonly runEnded?: string;
  readonly durationMs: number;
}

export function resultOf({ findings, ...check }: RecordedCheck): CheckResult {
  return { ...check, findings: findings.map(findingOf) };
}

export function findingOf(finding: RecordedFinding): Finding {
  if (finding.kind !== "violated" && finding.kind !== "advice") return finding;
  const { exchanges, detail, ...stated } = finding;
  const { expected, received } = detail;
  return {
    ...stated,
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
    evidence: exchanges.map((exchange, nth) => evidenceOf(exchange, nth === exchanges.length - 1 ? detail : {})),
  };
}

/** A call that the policy refused, and what the user could provide to permit it. */
export interface NotTried {
  /** The text in the place of the orderId. */
  readonly text: string;
  /** Ids as digits. */
  readonly absentNeeded: readonly string[];
  /** An id that was provided as absent and is listed. */
  readonly absentListed?: string;
}

/** What a report says of all calls of a run. */
export interface RunFacts {
  /** Requests that were sent, including repeated ones. */
  readonly requests: number;
  /** For each operation the milliseconds of its calls. */
  readonly timings: Readonly<Record<string, readonly number[]>>;
  readonly answers?: Readonly<Partial<Record<AnswerKind, number>>>;
  readonly notTried?: readonly NotTried[];
  /** The statuses with which the deployment refused calls that it served after a wait. */
  readonly limitedBy?: readonly number[];
  /** All exchanges, when the run keeps its traffic (`--only`). */
  readonly traffic?: readonly Evidence[];
}

export function factsOf({ ledger, config, limitedBy }: Pick<Run, "ledger" | "config" | "limitedBy">): RunFacts {
  return {
    requests: ledger.entries.length,
    timings: timingsOf(ledger),
    answers: countAnswers(ledger),
    notTried: notTriedIn(ledger),
    limitedBy: [...limitedBy],
    ...(config.keepTraffic && { traffic: ledger.answered.map(({ exchange }) => evidenceOf(exchange)) }),
  };
}

export function notTriedIn({ refused }: Pick<Ledger, "refused">, check?: string): NotTried[] {
  return refused
    .filter((one) => check === undefined || one.check === check)
    .flatMap(({ call, refusal: { absentNeeded, absentListed } }) =>
      absentNeeded.length === 0 && absentListed === undefined
        ? []
        : {
            text: orderText(call) ?? call.path,
            absentNeeded: absentNeeded.map(String),
            ...(absentListed !== undefined && { absentListed: String(absentListed) }),
          },
    );
}
