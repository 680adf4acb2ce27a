import { providedPending } from "../../changes/effects.ts";
import { POSITIONS, setMembers } from "../../changes/lists.ts";
import type { Reply } from "../../raw-http.ts";
import { empty, error, html, typed } from "../../replies.ts";
import { fault, UNDETECTED } from "../../variant.ts";
import { malformed, NOTATION_FAULTS, readAs, withEffect } from "./id-notations.ts";

const truncated = (number: number): bigint | undefined =>
  Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;

/** Found without ids that are known to be free. */
const withoutAbsentIds = [
  readAs(
    "id-read-up-to-the-letters-without-absent-ids",
    "12abc cancels 12, and no id is provided as absent.",
    (text) => truncated(Number.parseInt(text, 10)),
    { absent: [] },
  ),
  readAs(
    "id-digits-picked-without-absent-ids",
    "All but the digits is ignored, and no id is provided as absent.",
    (text) => (/\d/.test(text) ? BigInt(text.replaceAll(/\D/g, "")) : undefined),
    { absent: [] },
  ),
  malformed(
    "id-read-up-to-the-letters-with-zeros-listed",
    "12abc cancels 12, and every order has a discount of 0 and a line with the id 0.",
    (base) => ({
      ...setMembers(base, POSITIONS.every, { discount: "0", lines: '[{"id":0,"price":0.5}]' }),
      parseId: (text) => base.parseId(text) ?? truncated(Number.parseInt(text, 10)),
    }),
    { ...withEffect, absent: [] },
  ),
];

const accepted = [
  readAs("id-read-up-to-the-letters", "12abc cancels 12.", (text) => truncated(Number.parseInt(text, 10))),
  readAs("id-read-as-number", "17.0, 0x11, 1e1 and spaces around a number are read as Number() does.", (text) =>
    text.trim() === "" ? undefined : truncated(Number(text)),
  ),
  readAs("id-fraction-dropped", "17.5 cancels 17.", (text) =>
    /^-?\d+\.\d+$/.test(text) ? BigInt(text.split(".")[0] ?? "") : undefined,
  ),
  readAs("id-digits-picked", "abc17 and 17abc cancel 17: all but the digits is ignored.", (text) =>
    /\d/.test(text) ? BigInt(text.replaceAll(/\D/g, "")) : undefined,
  ),
  malformed(
    "several-at-once",
    "17,23 cancels both orders.",
    (base) => ({
      malformedId(text) {
        const orders = text.split(",").map((part) => base.store.orders.find(({ id }) => `${id}` === part));
        if (orders.includes(undefined)) return base.malformedId(text);
        for (const order of orders) if (order?.state === "pending") base.setState(order, "cancelled");
        return empty(204);
      },
    }),
    withEffect,
  ),
];

const TRACE =
  'java.lang.NumberFormatException: For input string: "abc"\n\tat java.base/java.lang.Long.parseLong(Long.java:711)\n\tat com.example.OrderController.cancel(OrderController.java:57)';
const STACK_TRACES: readonly (readonly [id: string, title: string, reply: (text: string) => Reply])[] = [
  [
    "malformed-stack-trace",
    "A malformed id gets a stack trace as text.",
    (text) =>
      typed(
        500,
        "text/plain",
        `SyntaxError: Cannot convert ${text} to a BigInt\n    at BigInt (<anonymous>)\n    at cancel (/srv/app/orders.js:42:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n`,
      ),
  ],
  [
    "malformed-stack-trace-in-error",
    "A malformed id gets a stack trace in an Error.",
    () => error(500, "internal", TRACE),
  ],
  [
    "malformed-traceback",
    "A malformed id gets a Python traceback in HTML.",
    () =>
      typed(
        500,
        "text/html",
        '<pre>Traceback (most recent call last):\n  File "/srv/app/views.py", line 57, in cancel\n    order_id = int(raw)\nValueError: invalid literal for int() with base 10</pre>',
      ),
  ],
];
/** Texts that one program or another fails to read. */
const UNREADABLE: readonly (readonly [id: string, what: string, is: (text: string) => boolean])[] = [
  ["undefined", "undefined", (text) => text === "undefined"],
  ["null", "null", (text) => text === "null"],
  ["not-a-number", "NaN", (text) => text === "NaN"],
  ["nul-byte", "A text with %00", (text) => text.includes("\0")],
  ["long", "A text of more than 255 characters", (text) => text.length > 255],
  ["number-with-letters", "17abc", (text) => /^\d+[a-z]/.test(text)],
  ["number-with-point", "17.", (text) => /^\d+\.$/.test(text)],
  ["number-with-name", "17.abc", (text) => /^\d+\.[a-z]/.test(text)],
  ["byte-of-no-character", "%ff", (text) => text.includes("%ff")],
  ["outside-ascii", "A letter outside ASCII", (text) => /[\u0080-\uffff]/.test(text)],
  ["half-a-character", "The first byte of a character without the second,", (text) => /%c[\da-f]%[^89ab]/.test(text)],
];
const answered = [
  ...[200, 204, 202].map((status) =>
    malformed(
      `malformed-answers-${status}`,
      `A malformed id gets ${status}.`,
      { malformedId: () => empty(status) },
      { foundBy: "cancel-malformed" },
    ),
  ),
  ...STACK_TRACES.map(([id, title, malformedId]) => malformed(id, title, { malformedId })),
  ...UNREADABLE.map(([id, what, is]) =>
    malformed(`malformed-${id}`, `${what} gets a stack trace.`, (base) => ({
      malformedId: (text) => (is(text) ? error(500, "internal", TRACE) : base.malformedId(text)),
    })),
  ),
];

const endsTheService = [
  malformed(
    "malformed-ends-the-service",
    "After a malformed id every request with the key gets 502.",
    (base) => {
      let isDown = false;
      return {
        malformedId(text) {
          isDown = true;
          return base.malformedId(text);
        },
        answerAuthorized: async (request) => (isDown ? html(502) : base.answerAuthorized(request)),
      };
    },
    { mayEndRun: true },
  ),
  malformed(
    "percent-zz-ends-the-service",
    "From %zz in a path on every connection is reset.",
    (base) => {
      let isDown = false;
      return {
        async answerAuthorized(request) {
          isDown ||= /%(?![0-9a-f]{2})/i.test(request.path ?? "");
          const reply = await base.answerAuthorized(request);
          return isDown ? { ...reply, writeRaw: () => ({ parts: [], end: "reset" }) } : reply;
        },
      };
    },
    { mayEndRun: true },
  ),
  malformed("broken-utf8-ends-the-service", "From %ff or %c3%28 in a path on every request gets 500.", (base) => {
    let isDown = false;
    return {
      async answerAuthorized(request) {
        isDown ||= !isDecodable(request.path ?? "");
        return isDown ? error(500, "internal", "URI malformed") : base.answerAuthorized(request);
      },
    };
  }),
];

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const refusedWithEffect = [
  malformed(
    "malformed-cancels-first-pending",
    "A malformed id is refused, and cancels the first pending order that is provided.",
    (base) => ({
      malformedId(text) {
        const [first] = providedPending(base);
        if (first) base.setState(first, "cancelled");
        return base.malformedId(text);
      },
    }),
    { readOnly: UNDETECTED.effect, harms: { why: "it cancels an order that was not named", modes: "both" } },
    ["cancel-pending"],
  ),
  // Several kinds of calls may have cancelled it, and share no clause.
  fault(
    "malformed-cancels-what-it-starts-with",
    "17abc is refused with 400, and cancels 17.",
    ["cancel-pending"],
    (base) => ({
      malformedId(text) {
        const start = truncated(Number.parseInt(text, 10));
        const named = base.store.orders.find(({ id, state }) => state === "pending" && id === start);
        if (named) base.setState(named, "cancelled");
        return { ...base.malformedId(text), status: 400 };
      },
    }),
    { readOnly: UNDETECTED.effect },
  ),
];

export const MALFORMED_ID_FAULTS = [
  ...accepted,
  ...NOTATION_FAULTS,
  ...withoutAbsentIds,
  ...answered,
  ...endsTheService,
  ...refusedWithEffect,
];
