/**
 * Defines report.json: both the type and the JSON Schema of a report derive from this. Order ids
 * are text with every digit. Fields may be added; `version` changes when one is renamed, removed or
 * given another meaning.
 */
import * as v from "valibot";
import type { ReadonlyDeep } from "../../scenarios/scenario.ts";
import { described, field } from "../../scenarios/source/schemas.ts";
import {
  AREAS,
  OPEN_QUESTIONS,
  type OpenQuestionId,
  type OperationId,
  SECTIONS,
} from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { KNOWN_ENTRY } from "../targets/file/known-entry.ts";

const { string: text, number: count, boolean } = v;

const { clause: clauseId } = KNOWN_ENTRY;
// With an explicit type, declarations have its name instead of all its values.
const operation: v.GenericSchema<OperationId> = v.picklist(
  Object.values(OPERATIONS).map(({ id }) => id),
);
const questionId: v.GenericSchema<OpenQuestionId> = v.picklist(OPEN_QUESTIONS.map(({ id }) => id));
const verdict = v.picklist(["held", "violated", "unproven"]);

const evidence = v.object({
  request: described("The request line and the header fields of the call.", text()),
  response: described(
    "Status line, header fields and body; a long body is cut around the fault, which stands between » and «.",
    text(),
  ),
  curl: described(
    "Repeats what was done, in a POSIX shell in which the variable of the key is set: the call; the one before it, too, where the fault lies between two; a loop for calls at the same moment.",
    text(),
  ),
});

const placeReport = v.object({
  operation: field("Absent for another path or method.", operation),
  status: field(
    "The status of the answer. Absent if the clause is not about one answer, or there is none.",
    count(),
  ),
  pointer: field("A JSON pointer (RFC 6901) into the body, with `*` in place of an index.", text()),
  known: field("The violation is accepted there.", v.literal(true)),
  failed: described("How many answers violate the clause there.", count()),
  of: described("How many answers to like calls there were.", count()),
  at: described("When the first of these calls was sent. ISO 8601, in UTC.", text()),
  call: field("The id of that call, which its User-Agent has.", text()),
  requestId: field("The id that the deployment gave that call.", text()),
});

const clause = v.object({
  id: clauseId,
  area: v.picklist(AREAS),
  section: described("The heading of the contract.", v.picklist(SECTIONS)),
  statement: described(
    "A sentence that is true of a conforming deployment; not a copy of the contract.",
    text(),
  ),
  operation: field("Absent if it applies to all operations.", operation),
  status: field("The documented status that it is about.", count()),
  verdict,
  known: field("It is accepted in orders-kit.known.yaml.", v.literal(true)),
  reason: field("Why it is accepted.", text()),
  followsFrom: field("The clause whose violation shows the same fault.", clauseId),
  tried: field(
    "How many of the keys, ids, texts and other cases for the clause were sent. Absent where the run has no list of them.",
    v.object({
      sent: count(),
      of: described("All that a run can send, whatever its tier.", count()),
      unit: field(
        "What is counted, where all of it is of one kind.",
        v.picklist(["keys", "ids", "texts", "addresses", "headers", "parameters"]),
      ),
    }),
  ),
  notTried: field(
    "What was kept back for safety, with its number; the others decide the verdict.",
    v.array(text()),
  ),
  why: field("What was expected and received; or what would prove the clause.", text()),
  expected: v.exactOptional(text()),
  received: v.exactOptional(text()),
  places: field("Where it is violated.", v.array(placeReport)),
  evidence: field(
    "The exchange that shows a violation; two where the fault lies between them. The last one has it.",
    v.array(evidence),
  ),
});

const reportEntry = v.object({
  id: described("Its kind.", text()),
  why: text(),
  times: described("How many are alike, such as the orders of one list.", count()),
  evidence: v.exactOptional(v.array(evidence)),
});

export const reportSchema = v.object({
  generator: described("`orders-kit 0.1.0`.", text()),
  version: described(
    "The version of this format. Fields may be added in it; none is renamed, removed or given another meaning.",
    v.literal(1),
  ),
  target: v.object({ url: text(), readOnly: boolean(), name: v.exactOptional(text()) }),
  mode: field(
    "The mode of a run; the proxy has none.",
    v.object({
      ids: v.picklist(["none", "provided", "disposable"]),
      thorough: boolean(),
      readOnly: boolean(),
    }),
  ),
  verdict: v.picklist(["conforms", "known-violations", "violates", "not-judged"]),
  exitCode: described(
    "0: nothing that is new is violated. 1: something is. 3: not judged. 4: a clause is unproven.",
    v.picklist([0, 1, 3, 4]),
  ),
  reasons: described("Why the run is red, beside violations: a sentence each.", v.array(text())),
  known: described(
    "The entries of orders-kit.known.yaml for the clauses of the run.",
    v.array(
      v.object({
        ...KNOWN_ENTRY,
        verdict: described(
          "What the run has shown there: `violated`, or of an accepted gap `unproven`, needs the entry; `held` does not.",
          verdict,
        ),
        expired: field("Its last day is over.", v.literal(true)),
      }),
    ),
  ),
  new: described("The violated clauses that no entry excuses.", v.array(clauseId)),
  why: field("Why nothing was judged.", text()),
  clauses: v.array(clause),
  advice: v.array(reportEntry),
  silences: v.array(v.object({ id: questionId, question: text(), observed: text() })),
  matrix: described(
    "The worst verdict among the clauses that concern an operation’s status.",
    v.array(v.object({ operation, status: count(), verdict })),
  ),
  steps: described(
    "The steps of the run, in their order.",
    v.array(v.object({ id: text(), durationMs: count() })),
  ),
  requests: described("The number of requests that were sent, including repeated ones.", count()),
  durationMs: count(),
  startedAt: described("ISO 8601.", text()),
  broken: described(
    "Checks that did not finish, without a fault of the deployment. With one, a run is not a pass.",
    v.array(v.object({ check: text(), why: text() })),
  ),
  absentNeeded: field(
    "The ids, as digits, with which more could be tried if no order has them: those of use to most texts first.",
    v.array(text()),
  ),
  sections: field(
    "What the report says beside the clauses, such as the faults of an app that the proxy found.",
    v.array(v.object({ title: text(), entries: v.array(reportEntry) })),
  ),
  traffic: field("All exchanges of the checks, with `--only`.", v.array(evidence)),
});

/** The result of `verify`, the output of `--json`, and the source of every format. */
export interface Report extends ReadonlyDeep<v.InferOutput<typeof reportSchema>> {}
export type ClauseReport = Report["clauses"][number];
export type PlaceReport = NonNullable<ClauseReport["places"]>[number];
/**
 * One request and its response, shortened and without the key, with the curl line that repeats it.
 */
export type Evidence = NonNullable<ClauseReport["evidence"]>[number];
/** An entry besides the clauses: advice, or part of a section. */
export type ReportEntry = Report["advice"][number];
export type ReportSection = NonNullable<Report["sections"]>[number];
