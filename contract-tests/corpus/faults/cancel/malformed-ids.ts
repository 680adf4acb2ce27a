/** Ids that are no integers, and are accepted, or do harm. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { pendingHandedOver } from "../../changes/effects.ts";
import { POSITIONS, setMembers } from "../../changes/lists.ts";
import { roomy, small } from "../../initial-orders.ts";
import type { Reply } from "../../raw-http.ts";
import { empty, error, html, typed } from "../../replies.ts";
import { type Change, type Fault, fault, type Options, UNDETECTED } from "../../variant.ts";

const malformed = (
  id: string,
  title: string,
  change: Change,
  options: Options<Fault> = {},
  more: readonly ClauseId[] = [],
): Fault => fault(id, title, ["cancel-malformed-refused", ...more], change, options);

const truncated = (number: number): bigint | undefined =>
  Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;
const withEffect = { readOnly: UNDETECTED.effect, orders: small };

/** Text that is no integer is read as one. */
const readAs = (
  id: string,
  title: string,
  read: (text: string) => bigint | undefined,
  options: Options<Fault> = {},
): Fault =>
  malformed(id, title, (base) => ({ parseId: (text) => base.parseId(text) ?? read(text) }), {
    ...withEffect,
    ...options,
  });
const integer = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : undefined;

/** Notations of an id. */
const notations = [
  readAs("id-with-underscore", "1_7 cancels 17.", (text) => integer(text.replaceAll(/(?<=\d)_(?=\d)/g, ""))),
  readAs("id-in-other-digits", "%D9%A1%D9%A7 cancels 17: digits of other scripts are read as digits.", (text) =>
    integer(text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))),
  ),
  readAs("id-before-a-line-feed", "17%0A cancels 17.", (text) => integer(/^(\d+)\n$/.exec(text)?.[1])),
  readAs("id-in-one-of-the-lines", "17%0Aabc cancels 17: each line is read by itself.", (text) =>
    integer(/^\d+$/m.exec(text)?.[0]),
  ),
  readAs("id-on-the-last-line", "xyz%0A17 cancels 17: each line is read by itself, and the last one counts.", (text) =>
    integer(/\n(\d+)$/.exec(text)?.[1]),
  ),
  readAs("id-before-a-nul", "17%00xyz cancels 17: the text ends at the NUL.", (text) =>
    integer(/^(\d+)\0/.exec(text)?.[1]),
  ),
  readAs("id-before-a-number-sign", "17%23xyz cancels 17: the rest is read as a fragment.", (text) =>
    integer(/^(\d+)#/.exec(text)?.[1]),
  ),
  readAs("id-before-a-verb", "17:cancel cancels 17.", (text) => integer(/^(\d+):\w+$/.exec(text)?.[1])),
  readAs("id-behind-its-type", "order:17 cancels 17.", (text) => integer(/^\w+:(\d+)$/.exec(text)?.[1])),
  readAs("id-as-a-literal", "17d cancels 17, as Double.valueOf() of Java reads it.", (text) =>
    integer(/^(\d+)[dfDF]$/.exec(text)?.[1]),
  ),
  readAs("id-with-a-comma", "1,7 cancels 17: commas between digits separate thousands.", (text) =>
    integer(text.replaceAll(/(?<=\d),(?=\d)/g, "")),
  ),
  readAs(
    "id-in-full-width-digits",
    "%EF%BC%91%EF%BC%97 cancels 17: digits in another form are read as digits.",
    (text) => integer(text.normalize("NFKC")),
  ),
  readAs("id-decoded-twice", "%2531%2537 cancels 17.", (text) => {
    const again = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
    return again === text ? undefined : integer(again);
  }),
  readAs("id-in-hexadecimal", "0x11 cancels 17.", (text) => (/^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : undefined)),
  readAs("id-with-white-space", "White space around an id, line feeds too, is ignored.", (text) =>
    integer(text.trim()),
  ),
].map((variant) => ({ ...variant, orders: roomy }));

/** Found without ids that are known to be free. */
const withoutAbsentIds = [
  readAs(
    "id-read-up-to-the-letters-without-absent-ids",
    "12abc cancels 12, and no id is handed over as absent.",
    (text) => truncated(Number.parseInt(text, 10)),
    { absent: [] },
  ),
  readAs(
    "id-digits-picked-without-absent-ids",
    "All but the digits is ignored, and no id is handed over as absent.",
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
    () =>
      error(
        500,
        "internal",
        'java.lang.NumberFormatException: For input string: "abc"\n\tat java.base/java.lang.Long.parseLong(Long.java:711)\n\tat com.example.OrderController.cancel(OrderController.java:57)',
      ),
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
];

const endsTheService = [
  malformed("malformed-ends-the-service", "After a malformed id every request with the key gets 502.", (base) => {
    let isDown = false;
    return {
      malformedId(text) {
        isDown = true;
        return base.malformedId(text);
      },
      answerAuthorized: async (request) => (isDown ? html(502) : base.answerAuthorized(request)),
    };
  }),
  malformed("percent-zz-ends-the-service", "From %zz in a path on every connection is reset.", (base) => {
    let isDown = false;
    return {
      async answerAuthorized(request) {
        isDown ||= /%(?![0-9a-f]{2})/i.test(request.path ?? "");
        const reply = await base.answerAuthorized(request);
        return isDown ? { ...reply, writeRaw: () => ({ parts: [], end: "reset" }) } : reply;
      },
    };
  }),
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
    "A malformed id is refused, and cancels the first pending order that is handed over.",
    (base) => ({
      malformedId(text) {
        const [first] = pendingHandedOver(base);
        if (first) base.setState(first, "cancelled");
        return base.malformedId(text);
      },
    }),
    { readOnly: UNDETECTED.effect, harms: { why: "it cancels an order that was not named", modes: "both" } },
    ["cancel-pending"],
  ),
  malformed(
    "malformed-cancels-what-it-starts-with",
    "17abc is refused with 400, and cancels 17.",
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
  ...notations,
  ...withoutAbsentIds,
  ...answered,
  ...endsTheService,
  ...refusedWithEffect,
];
