/** Reports of runs that could have been, for the tests of the reporters and for the pictures of them. */
import { CLAUSES, type ClauseId, SILENCES, type SilenceId } from "../../spec/clauses/index.ts";
import type { CheckResult, Evidence, FaultDetail, Finding } from "../check.ts";
import { evidenceOf } from "../evidence.ts";
import type { Call, Exchange, Response } from "../exchange.ts";
import { assembleReport, type Report } from "../report.ts";

const STAGING = "https://staging.pets.example/v1";

/** An exchange with the sample deployment: a call and what came back, as far as a test wants to say. */
export function sampleExchange(
  call: Partial<Call>,
  response?: Partial<Omit<Response, "body">> & { readonly body?: string | Uint8Array },
  failure?: Exchange["failure"],
): Exchange {
  const whole: Call = { method: "GET", path: "/store/orders", credential: "good", ...call };
  const body = typeof response?.body === "string" ? new TextEncoder().encode(response.body) : response?.body;
  return {
    call: whole,
    url: `${STAGING}${whole.path}${whole.query === undefined ? "" : `?${whole.query}`}`,
    requestHeaders: [["Host", "staging.pets.example"]],
    ...(response !== undefined && {
      response: {
        status: 200,
        reason: "OK",
        httpVersion: "1.1",
        headers: body === undefined ? [] : [["Content-Type", "application/json"]],
        trailingBytes: 0,
        informational: [],
        ...response,
        body: body ?? new Uint8Array(),
      },
    }),
    ...(failure !== undefined && { failure }),
    credentialEchoed: false,
    startedAt: Date.UTC(2026, 10, 21, 9, 30),
    durationMs: 12,
  };
}

/** Evidence around the first occurrence of a text in the body. */
function evidenceAt(exchange: Exchange, text: string, label: string): Evidence {
  const start = new TextDecoder().decode(exchange.response?.body).indexOf(text);
  const detail: FaultDetail = { label, at: { start, end: start + text.length } };
  return evidenceOf(exchange, detail);
}

const TIMINGS: CheckResult["timings"] = {
  listOrders: [...Array(31).keys()].map((i) => 9 + ((i * 7) % 23)),
  cancelOrder: [...Array(38).keys()].map((i) => 6 + ((i * 5) % 13)),
  getPet: [5, 7, 6],
};

const OBSERVED: Partial<Record<SilenceId, string>> = {
  "conflict-body": "none",
  "second-cancel": "not-found",
  "cancelled-in-list": "vanishes",
  "malformed-id": "bad-request",
  "id-beyond-int64": "not-found",
  "scheme-case": "accepted",
  challenge: "rfc6750",
  "error-codes": "unauthorized, order_not_found",
  "list-order": "ascending",
  "order-fields": "all",
  "pets-answer": "not-found",
};

interface Run {
  readonly target?: Partial<Report["target"]>;
  readonly findings: readonly Finding[];
  readonly observed?: Partial<Record<SilenceId, string>>;
  readonly why?: string;
  readonly broken?: Report["broken"];
  readonly only?: readonly ClauseId[];
  readonly traffic?: readonly Evidence[];
  readonly requests?: number;
}

function sample(run: Run): Report {
  const { findings, observed = OBSERVED, requests = 72 } = run;
  const answers = SILENCES.flatMap(({ id }): Finding[] => {
    const answer = observed[id];
    return answer === undefined ? [] : [{ kind: "observed", silence: id, observed: answer }];
  });
  return assembleReport(
    {
      target: { url: STAGING, readOnly: false, name: "staging", ...run.target },
      durationMs: 1874,
      startedAt: "2026-11-21T09:30:00.000Z",
      broken: run.broken ?? [],
      ...(run.only !== undefined && { only: run.only }),
      ...(run.why !== undefined && { why: run.why }),
    },
    [
      {
        check: "sample",
        findings: [...findings, ...answers],
        requests,
        durationMs: 1800,
        timings: requests > 3 ? TIMINGS : {},
        ...(run.traffic !== undefined && { traffic: run.traffic }),
      },
    ],
  );
}

/** Everything but the clauses that the findings speak of is held. */
function otherwiseHeld(findings: readonly Finding[]): Finding[] {
  const spoken = new Set(findings.flatMap((finding) => ("clause" in finding ? [finding.clause] : [])));
  return [
    ...findings,
    ...CLAUSES.filter(({ id }) => !spoken.has(id)).map(({ id }): Finding => ({ kind: "held", clause: id })),
  ];
}

function orders(count: number, odd: Readonly<Record<number, string>>): string {
  const one = (i: number) =>
    `{"id":${9007199254741000n + BigInt(i)},"petId":${(i * 37) % 900},"quantity":${1 + (i % 4)},"shipDate":"2026-11-${String(1 + (i % 28)).padStart(2, "0")}T08:15:00Z","complete":${i % 3 === 0}}`;
  return `[${[...Array(count).keys()].map((i) => odd[i] ?? one(i)).join(",")}]`;
}

const BAD_DATE = orders(5200, {
  4711: `{"id":9007199254745711,"petId":212,"quantity":4,"shipDate":"2026-02-31T08:15:00Z","complete":false}`,
});

const VIOLATIONS: Finding[] = [
  {
    kind: "violated",
    clause: "cancel-shipped-conflict",
    why: "Cancelling the shipped order 9007199254740997 answered 204, where 409 was due.",
    expected: "409",
    received: "204, without a body",
    evidence: [
      evidenceOf(
        sampleExchange(
          { method: "DELETE", path: "/store/orders/9007199254740997" },
          { status: 204, reason: "No Content", headers: [["Date", "Sat, 21 Nov 2026 09:30:01 GMT"]] },
        ),
      ),
    ],
  },
  {
    kind: "violated",
    clause: "order-ship-date",
    why: "orders[4711].shipDate names a day that does not exist.",
    expected: "a date and time of RFC 3339",
    received: '"2026-02-31T08:15:00Z"',
    evidence: [evidenceAt(sampleExchange({}, { body: BAD_DATE }), '"2026-02-31T08:15:00Z"', "orders[4711].shipDate")],
  },
  {
    kind: "violated",
    clause: "auth-key-exact",
    why: "The key without its last character was accepted.",
    expected: "401",
    received: "200 with a list of 5,200 orders",
    evidence: [evidenceOf(sampleExchange({ credential: "truncated" }, { body: BAD_DATE }))],
  },
  {
    kind: "violated",
    clause: "error-status",
    why: "The Error of a 404 says that its status is 400.",
    expected: "404",
    received: "400",
    evidence: [
      evidenceAt(
        sampleExchange(
          { method: "DELETE", path: "/store/orders/5813370164233121" },
          {
            status: 404,
            reason: "Not Found",
            body: '{"code":"order_not_found","message":"There is no order 5813370164233121.","status":400}',
          },
        ),
        "400",
        "status",
      ),
    ],
  },
];

const ADVICE: Finding[] = [
  {
    kind: "advice",
    id: "unasked-compression",
    why: "The list came compressed with gzip although the request did not accept it.",
    evidence: [
      evidenceOf(
        sampleExchange(
          {},
          {
            headers: [
              ["Content-Type", "application/json"],
              ["Content-Encoding", "gzip"],
            ],
            body: Uint8Array.of(31, 139, 8, 0, 0, 0),
          },
        ),
      ),
    ],
  },
  {
    kind: "advice",
    id: "key-in-query",
    why: "The key is also accepted as ?api_key=, where logs and histories keep it.",
    evidence: [evidenceOf(sampleExchange({ credential: "query-api-key" }, { body: "[]" }))],
  },
];

const WITHHELD: Finding[] = CLAUSES.filter(({ needs }) => /pending|shipped/.test(needs)).map(({ id, needs }) => ({
  kind: "withheld",
  clause: id,
  why: needs === "shipped id" ? "hand over a shipped order with --shipped ID" : "hand over orders with --pending ID",
}));

export const SAMPLES = {
  conforms: sample({ findings: otherwiseHeld([]) }),

  violates: sample({
    findings: otherwiseHeld([
      ...VIOLATIONS,
      ...ADVICE,
      {
        kind: "unproven",
        clause: "cancel-id-exact",
        why: "hand over a pending order whose id is above 2^31, with --pending ID",
      },
    ]),
  }),

  readOnly: sample({
    target: { readOnly: true },
    findings: otherwiseHeld(WITHHELD),
    observed: { "scheme-case": "accepted", "list-order": "ascending", "order-fields": "all" },
  }),

  notJudged: sample({
    findings: [],
    observed: {},
    why: "Nothing answers at staging.pets.example:443 (connection refused). Is the service up, and the address right?",
    requests: 2,
  }),

  unproven: sample({ findings: [], observed: {}, requests: 3 }),

  /** A harness that broke, in one check of many. */
  broken: sample({
    findings: otherwiseHeld([]),
    broken: [{ check: "parallel-cancel", why: "the worker ended before the check did (out of memory)" }],
  }),

  /** `--only error-status`: the full traffic of the clause. */
  only: sample({
    findings: otherwiseHeld(VIOLATIONS),
    only: ["error-status"],
    traffic: [
      evidenceOf(sampleExchange({}, { body: orders(3, {}) })),
      ...VIOLATIONS.flatMap((finding) => (finding.kind === "violated" ? finding.evidence : [])).slice(-1),
      evidenceOf(sampleExchange({ path: "/pets/1", credential: "none" }, undefined, timeout())),
    ],
  }),

  /** A deployment that answers what could steer a page, a terminal, a log or a Markdown reader. */
  hostile: sample({
    target: { url: `${STAGING}?"><img src=x onerror=alert(1)>`, name: "<b>staging</b>" },
    findings: otherwiseHeld([
      {
        kind: "violated",
        clause: "error-message",
        why: `message is ${hostileText()}`,
        expected: "a string",
        received: hostileText(),
        evidence: [
          evidenceAt(
            sampleExchange({}, { status: 404, reason: hostileText(), body: hostileText() }),
            "<img",
            "message",
          ),
          { request: hostileText(), response: hostileText(), curl: "curl -i 'https://staging.pets.example/</script>'" },
        ],
      },
      { kind: "advice", id: "<i>advice</i>", why: hostileText(), evidence: [] },
      { kind: "unproven", clause: "order-id", why: hostileText() },
    ]),
    observed: { "error-codes": hostileText() },
    broken: [{ check: hostileText(), why: hostileText() }],
  }),
} satisfies Record<string, Report>;

function hostileText(): string {
  return [
    `</script><img src=x onerror=alert(1)>`,
    "````\n# a heading\n~~~~ | @everyone #1 [link](javascript:alert(1)) https://evil.example",
    "::error::forged\r\n::set-output name=x::y",
    "\u001b[2J\u001b]0;title\u0007 \u0000\u0008 \u009b31m \u202eesrever \ud800 \ufffe",
    "]]> & &amp; '\"",
  ].join("\n");
}

function timeout(): NonNullable<Exchange["failure"]> {
  return { kind: "timeout", message: "nothing came within 10 s" };
}
