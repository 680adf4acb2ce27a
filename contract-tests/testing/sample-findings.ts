/** Sample findings of each kind. */
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import type { Exchange } from "../client/exchange.ts";
import type { Finding, Violation, ViolationDetail } from "../run/assertions/finding.ts";
import type { FoundPlace } from "../run/assertions/place.ts";
import { placeOfText, sampleExchange } from "./sample-exchange.ts";

export function orders(count: number, replaced: Readonly<Record<number, string>>): string {
  const one = (i: number) =>
    `{"id":${9007199254741000n + BigInt(i)},"petId":${(i * 37) % 900},"quantity":${1 + (i % 4)},"shipDate":"2026-11-${String(1 + (i % 28)).padStart(2, "0")}T08:15:00Z","complete":${i % 3 === 0}}`;
  return `[${[...Array(count).keys()].map((i) => replaced[i] ?? one(i)).join(",")}]`;
}

const BAD_DATE = orders(5200, {
  4711: `{"id":9007199254745711,"petId":212,"quantity":4,"shipDate":"2026-02-31T08:15:00Z","complete":false}`,
});

const NOT_FOUND = {
  status: 404,
  reason: "Not Found",
  body: '{"code":"order_not_found","message":"There is no order 5813370164233121.","status":400}',
};
const GZIPPED = [
  ["Content-Type", "application/json"],
  ["Content-Encoding", "gzip"],
] as const;

/** `at` is the faulty text in the body, and its label. */
function violated(
  clause: ClauseId,
  why: string,
  detail: Pick<ViolationDetail, "expected" | "received">,
  exchange: Exchange,
  at?: readonly [text: string, label: string],
  place?: Omit<FoundPlace, "calls" | "sentAt">,
): Violation {
  return {
    kind: "violated",
    clause,
    why,
    together: [clause],
    proof: [exchange],
    detail: { ...detail, ...(at !== undefined && placeOfText(exchange, ...at)) },
    ...(place !== undefined && { place: { ...place, calls: "with key", sentAt: 3000 } }),
  };
}

const TOGETHER = ["auth-key-exact", "list-unauthorized"] as const;

export const VIOLATIONS: Violation[] = [
  violated(
    "cancel-shipped-conflict",
    "Cancelling the shipped order 9007199254740997 answered 204, where 409 was due.",
    { expected: "409", received: "204, without a body" },
    sampleExchange(
      { method: "DELETE", path: "/store/orders/9007199254740997" },
      { status: 204, reason: "No Content", headers: [["Date", "Sat, 21 Nov 2026 09:30:01 GMT"]] },
    ),
  ),
  violated(
    "order-ship-date",
    "orders[4711].shipDate names a day that does not exist.",
    { expected: "a date and time of RFC 3339", received: '"2026-02-31T08:15:00Z"' },
    sampleExchange({}, { body: BAD_DATE }),
    ['"2026-02-31T08:15:00Z"', "orders[4711].shipDate"],
    { operation: "listOrders", status: 200, pointer: "/*/shipDate", failed: 31, call: "5f2c9a-1" },
  ),
  ...TOGETHER.map((clause) => ({
    ...violated(
      clause,
      "The key without its last character was accepted.",
      { expected: "401", received: "200 with a list of 5,200 orders" },
      sampleExchange({ credential: "truncated" }, { body: BAD_DATE }),
    ),
    together: TOGETHER,
  })),
  violated(
    "error-status",
    "The Error of a 404 says that its status is 400.",
    { expected: "404", received: "400" },
    sampleExchange({ method: "DELETE", path: "/store/orders/5813370164233121" }, NOT_FOUND),
    ["400", "status"],
    { operation: "cancelOrder", status: 404, pointer: "/status", failed: 12, requestId: "7f3a9c" },
  ),
];

export function advice(
  id: string,
  why: string,
  exchange = sampleExchange({}, { body: orders(1, {}) }),
  times = 1,
): Finding {
  return { kind: "advice", id, why, times, proof: [exchange] };
}

export const ADVICE: Finding[] = [
  advice(
    "unasked-compression",
    "The list came compressed with gzip although the request did not accept it.",
    sampleExchange({}, { headers: GZIPPED, body: Uint8Array.of(31, 139, 8, 0, 0, 0) }),
  ),
  advice(
    "key-in-query",
    "The key is also accepted as ?api_key=, where logs and histories keep it.",
    sampleExchange({ credential: "query-api-key" }, { body: "[]" }),
  ),
];

export const WITHOUT_ORDERS: Finding[] = CLAUSES.filter(({ needs }) =>
  /pending|shipped/.test(needs),
).map(({ id, needs }) => ({
  kind: "unproven",
  clause: id,
  why:
    needs === "shipped id"
      ? "provide a shipped order with --shipped ID"
      : "provide orders with --pending ID",
}));
