/**
 * Findings: what a run records about a deployment, with the exchanges that show it.
 * `createFindings` collects them without repetitions.
 */
import type { ClauseId, OpenQuestionId } from "../../../spec/clauses/index.ts";
import type { JsonPath } from "../../../spec/json/json.ts";
import { shortenMiddle } from "../../../spec/shorten.ts";
import type { Exchange } from "../../client/exchange.ts";
import { deviationOf, isProbe } from "../../client/nature.ts";
import { isServed } from "../../client/outcome.ts";
import type { AdviceId } from "../../tables/advice-ids.ts";
import { type FoundPlace, foundPlace, keyOfPlace, placeIn } from "./place.ts";

export type Verdict = "held" | "violated" | "unproven";

/**
 * The exchanges that show a finding: one, or two if the fault lies between them. The last one has
 * the fault.
 */
export type Proof = readonly [Exchange] | readonly [Exchange, Exchange];

export type Finding =
  | { readonly kind: "held"; readonly clause: ClauseId }
  | Violation
  /**
   * Unproven: for safety, or because data is missing. `why` says what would prove the clause.
   * `notTried` names the only part that was not tried.
   */
  | {
      readonly kind: "unproven";
      readonly clause: ClauseId;
      readonly why: string;
      readonly notTried?: string;
    }
  /** `times`: how often the advice applies, such as once for each order of a list. */
  | {
      readonly kind: "advice";
      readonly id: string;
      readonly why: string;
      readonly times: number;
      readonly proof: Proof;
    }
  /**
   * `observed` is one of the answers to the open question, or a phrase if none applies. `at`:
   * milliseconds since the epoch.
   */
  | {
      readonly kind: "observed";
      readonly question: OpenQuestionId;
      readonly observed: string;
      readonly at?: number;
    };

export interface Violation {
  readonly kind: "violated";
  readonly clause: ClauseId;
  /** One sentence: what was expected and what was received. */
  readonly why: string;
  /** All clauses that the same exchange violates. */
  readonly together: readonly ClauseId[];
  readonly proof: Proof;
  readonly detail: ViolationDetail;
  /** Where the clause is violated, and how often; only the first finding at this place has it. */
  readonly place?: FoundPlace;
}

export interface StepResult {
  readonly step: string;
  readonly findings: readonly Finding[];
  readonly durationMs: number;
}

/** The expected and the received value, and the place of the fault in the last exchange. */
export interface ViolationDetail {
  readonly expected?: string;
  readonly received?: string;
  /**
   * Where the fault is in the body of the last exchange, in UTF-16 units; evidence is cut around
   * it.
   */
  readonly at?: { readonly start: number; readonly end: number };
  /** The name of the place `at`, such as `orders[3].id`. */
  readonly label?: string;
  /** The place `at` as a path into the JSON value of the body. */
  readonly path?: JsonPath;
  /**
   * All calls that were sent at the same moment, including this one, if that may be what causes the
   * violation.
   */
  readonly atOnce?: readonly Exchange[] | undefined;
  /** The response shows orders, whatever its status: a probe that gets orders was not refused. */
  readonly showsOrders?: true;
}

export interface Recorder {
  held(...clauses: readonly ClauseId[]): void;
  violated(
    clauses: ClauseId | readonly ClauseId[],
    why: string,
    proof: Proof,
    detail?: ViolationDetail,
  ): void;
  /** `times`: how often the advice applies, such as once for each order of a list. Default: 1. */
  advise(id: AdviceId, why: string, proof: Proof, times?: number): void;
  observe(question: OpenQuestionId, observed: string): void;
  /**
   * `why` says what would prove the clauses. `notTried` names the only part that was not tried, for
   * safety.
   */
  unproven(clauses: ClauseId | readonly ClauseId[], why: string, notTried?: string): void;
}

/** We keep at most this many violations of a clause at one place, and findings of one advice. */
const MAX_ALIKE = 3;

/** Returns the exchange that has the fault. */
export function lastOf([first, second]: Proof): Exchange {
  return second ?? first;
}

/**
 * True if the call is a probe that the service refused. How a service refuses a probe violates
 * nothing (spec/rulings.md).
 */
function isRefusedProbe(last: Exchange): boolean {
  return !isServed(last) && isProbe(last.call);
}

/**
 * Adds to a sentence what a probe has beyond the contract: `With ?format=csv, listing the orders
 * gets 404.` The text may quote strings of any length, so it is shortened.
 */
function sentenceOn(text: string, { call }: Exchange): string {
  const sentence = shortenMiddle(text);
  const { by = "address", shown = "" } = deviationOf(call) ?? {};
  const isNamed = !["query", "header", "body"].includes(by) || sentence.includes(shown);
  return isNamed
    ? sentence
    : `With ${shown}, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/**
 * Keeps equal findings once. Violations of a clause at one place differ in what they show, as do
 * findings of one advice, so we keep MAX_ALIKE of them.
 */
export function createFindings() {
  const found: Finding[] = [];
  const times = new Map<string, number>();
  /** The answers that violate a clause at a place, and the index of the first finding there. */
  const places = new Map<string, { readonly answers: Set<Exchange>; first: number }>();
  const add = (finding: Finding, identity: readonly string[], max = 1): void => {
    const key = JSON.stringify([finding.kind, ...identity]);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    if (count <= max) found.push(finding);
  };
  const addViolation = (violation: Violation): void => {
    const { clause, proof, detail } = violation;
    const last = lastOf(proof);
    const place = placeIn(clause, last, detail.path);
    const key = `${clause} ${keyOfPlace(place)}`;
    const before = places.get(key);
    if (before === undefined) {
      places.set(key, { answers: new Set([last]), first: found.length });
      return void found.push({ ...violation, place: foundPlace(place, last) });
    }

    before.answers.add(last);
    const first = found[before.first] as Violation & { readonly place: FoundPlace };
    found[before.first] = { ...first, place: { ...first.place, failed: before.answers.size } };
    add(violation, [key], MAX_ALIKE - 1);
  };
  const recorder: Recorder = {
    held: (...clauses) => {
      for (const clause of clauses) add({ kind: "held", clause }, [clause]);
    },
    violated: (clauses, sentence, proof, detail = {}) => {
      const last = lastOf(proof);
      if (detail.showsOrders !== true && isRefusedProbe(last))
        return recorder.advise("probe-refused", sentence, proof);
      const why = sentenceOn(sentence, last);
      const together = [clauses].flat();
      for (const clause of together)
        addViolation({ kind: "violated", clause, why, together, proof, detail });
    },
    advise: (id, sentence, proof, times) => {
      const why = sentenceOn(sentence, lastOf(proof));
      const alike = found.findIndex(
        (one) => one.kind === "advice" && one.id === id && one.why === why,
      );
      const before = found[alike];
      if (before?.kind === "advice")
        found[alike] = { ...before, times: Math.max(before.times, times ?? before.times + 1) };
      else add({ kind: "advice", id, why, times: times ?? 1, proof }, [id], MAX_ALIKE);
    },
    observe: (question, observed) =>
      add({ kind: "observed", question, observed, at: Date.now() }, [question, observed]),
    unproven: (clauses, reason, notTried) => {
      const why = shortenMiddle(reason);
      const part = notTried === undefined ? {} : { notTried };
      for (const clause of [clauses].flat())
        add({ kind: "unproven", clause, why, ...part }, [clause, why, notTried ?? ""]);
    },
  };
  return {
    recorder,
    list: (): Finding[] =>
      found.toSorted((a, b) => Number(b.kind === "held") - Number(a.kind === "held")),
  };
}
