/** Sample reports for the tests of the writers and their screenshots. */
import { CLAUSES, OPEN_QUESTIONS, type OpenQuestionId } from "../../spec/clauses/index.ts";
import { evidenceOf, proofEvidence } from "../report/evidence.ts";
import { assembleReport, type RunFacts } from "../report/report.ts";
import type { Report } from "../report/schema.ts";
import type { Finding } from "../run/assertions/finding.ts";
import { Coverage } from "../run/session/coverage.ts";
import type { Table } from "../tables/table.ts";
import { placeOfText, STAGING, sampleExchange } from "./sample-exchange.ts";
import { ADVICE, advice, orders, VIOLATIONS, WITHOUT_ORDERS } from "./sample-findings.ts";

const OBSERVED: Partial<Record<OpenQuestionId, string>> = {
  "conflict-body": "none",
  "second-cancel": "not-found",
  "cancelled-in-list": "vanishes",
  "malformed-id": "bad-request",
  "malformed-id-body": "error",
  "id-beyond-int64": "not-found",
  "scheme-case": "accepted",
  challenge: "rfc6750",
  "error-codes": "unauthorized, order_not_found",
  "list-order": "ascending",
  "order-fields": "all",
  "pets-answer": "not-found",
};

const TIMEOUT = { kind: "timeout", message: "nothing came within 10 s" } as const;

const STARTED_AT = "2026-11-21T09:30:00.000Z";

type Described = Parameters<typeof assembleReport>[0];
interface Options extends Partial<Omit<Described, "target">> {
  readonly target?: Partial<Report["target"]>;
  readonly observed?: Partial<Record<OpenQuestionId, string>>;
  readonly requests?: number;
  readonly facts?: Partial<RunFacts>;
}

function sample(
  findings: readonly Finding[],
  { target, observed = OBSERVED, requests = 72, facts, ...described }: Options = {},
): Report {
  const answers = OPEN_QUESTIONS.flatMap(({ id }): Finding[] => {
    const answer = observed[id];
    return answer === undefined ? [] : [{ kind: "observed", question: id, observed: answer }];
  });
  const staging = { url: STAGING, readOnly: false, name: "staging", ...target };
  return assembleReport(
    {
      target: staging,
      mode: { ids: "provided", thorough: false, readOnly: staging.readOnly },
      durationMs: 1874,
      startedAt: STARTED_AT,
      broken: [],
      ...described,
    },
    [{ step: "sample", findings: [...findings, ...answers], durationMs: 1800 }],
    {
      requests,
      answers: { counts: [], epoch: Date.parse(STARTED_AT) },
      ...facts,
    },
  );
}

/** Adds `held` for every clause without a finding. */
function otherwiseHeld(findings: readonly Finding[]): Finding[] {
  const spoken = new Set(
    findings.flatMap((finding) => ("clause" in finding ? [finding.clause] : [])),
  );
  return [
    ...findings,
    ...CLAUSES.filter(({ id }) => !spoken.has(id)).map(
      ({ id }): Finding => ({ kind: "held", clause: id }),
    ),
  ];
}

const NOT_TRIED = ["17%0A", "170", "%2017"].flatMap((text): Finding[] => {
  const clause = "cancel-malformed-refused";
  return [
    { kind: "unproven", clause, why: text, notTried: "ids that an order may have" },
    { kind: "held", clause },
  ];
});

/** A table whose rows of the tier `quiet` were sent. */
type SentTable = Omit<Table<string>, "quiet"> & Required<Pick<Table<string>, "quiet">>;

function coverageOf(...tables: readonly SentTable[]): Coverage {
  const coverage = new Coverage();
  // A row counts once, however often it is sent.
  for (const table of tables)
    for (const rows of [table.quiet.slice(0, 1), table.quiet.slice(-1)]) coverage.add(table, rows);
  return coverage;
}

/** Some clauses tried in part, one as a whole, and one not at all. */
const COVERAGE = coverageOf(
  {
    clauses: ["auth-key-exact", "pets-unauthorized"],
    unit: "keys",
    quiet: ["none"],
    thorough: ["a", "b"],
  },
  { clauses: ["list-unfiltered"], unit: "parameters", quiet: [], thorough: ["q=a", "q=b"] },
  { clauses: ["list-unpaged"], unit: "parameters", quiet: ["page=1"] },
  { clauses: ["pets-unauthorized"], unit: "headers", quiet: ["a", "b"] },
  { clauses: ["cancel-malformed-refused"], unit: "texts", quiet: ["x"], usual: ["y", "z"] },
);

const HOSTILE = [
  `</script><img src=x onerror=alert(1)>`,
  "````\n# a heading\n~~~~ | @everyone #1 [link](javascript:alert(1)) https://evil.example",
  "::error::forged\r\n::set-output name=x::y",
  "\u001b[2J\u001b]0;title\u0007 \u0000\u0008 \u009b31m \u202eesrever \ud800 \ufffe",
  "]]> & &amp; '\"",
].join("\n");

const INJECTING = sampleExchange({}, { status: 404, reason: HOSTILE, body: HOSTILE });
const FORGED = sampleExchange(
  { headers: [["X-Forged", HOSTILE]], query: HOSTILE },
  { headers: [["Location", HOSTILE]] },
);

export const SAMPLES = {
  conforms: sample(otherwiseHeld([])),

  /** A busy shop: five kinds of advice, one for many orders. */
  advised: sample(
    otherwiseHeld([
      advice("date-form", 'orders[0].shipDate has no offset: "2026-11-07T08:15".', undefined, 60),
      ...NOT_TRIED,
      ...ADVICE,
      advice("retry-after-form", "Retry-After is a date in a form of its own."),
      advice("cached-list", "The list may be stored by shared caches: Cache-Control is public."),
    ]),
  ),

  violates: sample(
    otherwiseHeld([
      ...VIOLATIONS,
      ...ADVICE,
      ...NOT_TRIED,
      {
        kind: "unproven",
        clause: "cancel-id-exact",
        why: "provide a pending order whose id is above 2^31, with --pending ID",
      },
    ]),
    {
      facts: {
        coverage: COVERAGE,
        sections: [
          {
            title: "The rate of calls is limited",
            entries: [
              { id: "--rate", why: "Calls got 429: this looks like a rate limit.", times: 1 },
            ],
          },
          { title: "Prism validated 72 exchanges as well: no differences", entries: [] },
          {
            title: "Faults of the app",
            entries: [
              { id: "outside-base", why: "/orders: it is not below the base address.", times: 2 },
              { id: "outside-base", why: "/pets: it is not below the base address.", times: 1 },
            ],
          },
        ],
        absentNeeded: ["0", "170", "17", "16", "18"],
      },
    },
  ),

  /** Entries of `known` of each kind: needed, expired, no longer needed, and unproven. */
  known: sample(otherwiseHeld(VIOLATIONS), {
    rules: {
      known: [
        { clause: "order-ship-date", reason: "ORD-7, fixed in March", until: "2027-03-31" },
        { clause: "list-unauthorized", reason: "the old gateway", until: "2020-01-31" },
        { clause: "order-quantity", reason: "ORD-9" },
        { clause: "error-status", at: "cancelOrder 500", reason: "seen once in May" },
      ],
    },
  }),

  readOnly: sample(otherwiseHeld(WITHOUT_ORDERS), {
    facts: { coverage: COVERAGE },
    target: { readOnly: true },
    observed: { "scheme-case": "accepted", "list-order": "ascending", "order-fields": "all" },
  }),

  notJudged: sample([], {
    observed: {},
    why: "Nothing answers at staging.pets.example:443 (connection refused). Is the service up, and the address right?",
    requests: 2,
  }),

  unproven: sample([], { observed: {}, requests: 3 }),

  broken: sample(otherwiseHeld([]), {
    broken: [
      { check: "parallel-cancel", why: "the worker ended before the check did (out of memory)" },
    ],
  }),

  /** `--only error-status`, with all exchanges. */
  only: sample(otherwiseHeld(VIOLATIONS), {
    only: ["error-status"],
    facts: {
      traffic: [
        evidenceOf(sampleExchange({}, { body: orders(3, {}) })),
        ...VIOLATIONS.slice(-1).flatMap(({ proof, detail }) => proofEvidence(proof, detail)),
        evidenceOf(sampleExchange({ path: "/pets/1", credential: "none" }, undefined, TIMEOUT)),
      ],
    },
  }),

  /** A deployment that tries to inject HTML, terminal escapes, workflow commands and Markdown. */
  hostile: sample(
    otherwiseHeld([
      {
        kind: "violated",
        clause: "error-message",
        why: `message is ${HOSTILE}`,
        together: ["error-message"],
        proof: [FORGED, INJECTING],
        detail: {
          expected: "a string",
          received: HOSTILE,
          ...placeOfText(INJECTING, "<img", "message"),
        },
      },
      { kind: "advice", id: "<i>advice</i>", why: HOSTILE, times: 1, proof: [FORGED] },
      { kind: "unproven", clause: "order-id", why: HOSTILE },
    ]),
    {
      target: { url: `${STAGING}?"><img src=x onerror=alert(1)>`, name: "<b>staging</b>" },
      observed: { "error-codes": HOSTILE },
      broken: [{ check: HOSTILE, why: HOSTILE }],
    },
  ),
} satisfies Record<string, Report>;
