/**
 * Schemas of the events in a world: faults, orders that ship by themselves, and a key that expires.
 */
import * as v from "valibot";
import type { OperationId } from "../spec/clauses/index.ts";
import { OPERATIONS } from "../spec/interface/operations.ts";
import { FAILURES, MAX_SECONDS } from "./limits.ts";
import { changesSchema } from "./order-schema.ts";
import {
  field,
  inEditors,
  int64Text,
  integer,
  list,
  mapping,
  number,
  oneOf,
  oneOrMore,
} from "./source/schemas.ts";

/** More than a mock answers in a year. */
const MAX_CALLS = 1_000_000_000;
/** One hour. */
const MAX_DELAY_MS = 3_600_000;

const seconds = integer(0, 86_400, "seconds");
const calls = integer(1, MAX_CALLS);
const count = integer(0, MAX_CALLS);
/** A number that a mock has counted. */
export const counted = integer(0, Number.MAX_SAFE_INTEGER);
const milliseconds = integer(0, MAX_DELAY_MS, "milliseconds");
export const operationSchema = oneOf(Object.keys(OPERATIONS) as OperationId[]);

const delayExpected = "Expected milliseconds, or a minimum and a maximum, such as [200, 1500].";

const delayRange = v.pipe(
  v.strictTuple([milliseconds, milliseconds], delayExpected),
  v.check(([min, max]) => min <= max, delayExpected),
);

const faultFields = mapping({
  on: field("The affected operations. Default: all.", oneOrMore(operationSchema)),
  id: field("Only requests that name this order.", int64Text),
  probability: field(
    "The share of requests that are affected, from 0 to 1. The seed decides which.",
    number(0, 1),
  ),
  nth: field("Only this request, counted from 1.", calls),
  every: field("Every nth request.", calls),
  after: field("Only requests after the nth.", count),
  times: field(
    "At most this many requests. Faults with `times` take turns: one of them affects a request.",
    calls,
  ),
  delay: field(
    "Milliseconds before the response, or [min, max].",
    v.union([milliseconds, delayRange]),
  ),
  status: field(
    "The request is answered with this status and an Error, and has no effect.",
    integer(400, 599),
  ),
  retryAfter: field("Seconds, sent as Retry-After with the status.", seconds),
  fail: field(
    "The request has its effect, but its response is lost: the connection is reset, no response is sent, the body is truncated, or it is not JSON.",
    oneOf(FAILURES),
  ),
  counted: field("Requests that the fault has counted before. Default: 0.", counted),
  affected: field("Requests that it has affected before. Default: 0.", counted),
});

export const faultSchema = v.pipe(
  faultFields,
  v.check(
    ({ delay, status, fail }) => (delay ?? status ?? fail) !== undefined,
    "This fault does nothing. Add delay, status or fail.",
  ),
  v.check(
    ({ status, fail }) => status === undefined || fail === undefined,
    "status and fail cannot be combined. Split this into two faults.",
  ),
  v.check(
    ({ status, retryAfter }) => status !== undefined || retryAfter === undefined,
    "retryAfter needs a status, such as 429 or 503. Add one, or leave it out.",
  ),
  inEditors({ anyOf: ["delay", "status", "fail"].map((name) => ({ required: [name] })) }),
);

const TIMES = ["afterSeconds", "afterLists", "beforeCancel"] as const;

const whenFields = {
  afterSeconds: field(
    "Ships this many seconds after the world was first listed.",
    number(0, MAX_SECONDS, "seconds"),
  ),
  afterLists: field("Ships after this many lists have been answered.", calls),
  beforeCancel: field(
    "Just before every nth cancellation, its order ships, and the cancellation gets 409. With `id`, only those of that order count.",
    calls,
  ),
};
/** When an order ships. With no field: at once. */
export const whenSchema = v.pipe(
  mapping(whenFields),
  v.check(
    (when) => Object.keys(when).length <= 1,
    `Say when it ships, with at most one of ${TIMES.join(", ")}.`,
  ),
);

const shipRuleFields = mapping({
  id: field("The order that ships. Default: pending orders chosen by the seed.", int64Text),
  count: field("How many orders the seed chooses. Default: 1.", calls),
  ...whenFields,
  set: field(
    'Fields that the order has then. `"+0d"` is the moment in which it ships.',
    changesSchema,
  ),
  counted: field("Cancels that `beforeCancel` has counted before. Default: 0.", counted),
});

export const shipSchema = v.pipe(
  shipRuleFields,
  v.check(
    (rule) => TIMES.filter((name) => rule[name] !== undefined).length === 1,
    `Say when it ships, with exactly one of ${TIMES.join(", ")}.`,
  ),
  v.check(
    ({ id, count, beforeCancel }) =>
      count === undefined || (id === undefined && beforeCancel === undefined),
    "count cannot be combined with id or beforeCancel. Leave it out.",
  ),
  inEditors({ oneOf: TIMES.map((name) => ({ required: [name] })) }),
);

export const keySchema = mapping(
  {
    expiresAfter: v.pipe(
      count,
      v.description("The key is refused with 401 after this many requests."),
    ),
  },
  "Say after how many requests: expiresAfter: 10.",
);

export const faultsSchema = list(faultSchema);
export const shipsSchema = list(shipSchema);

export const eventFields = {
  ships: field("Orders that ship by themselves.", shipsSchema),
  key: field("When the API key expires.", keySchema),
  faults: field("Faults that affect some requests.", faultsSchema),
};
