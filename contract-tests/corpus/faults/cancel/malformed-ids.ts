/**
 * Texts that are no int64 and are read as an order's id, or end the service.
 *
 * Sources: parseInt and Number of JavaScript, is_numeric of PHP, ParseInt of Go with base 0,
 * Double.valueOf of Java, ^ and $ in Ruby and in patterns of several lines (Rails' security guide),
 * C strings that end at NUL, double decoding, SQL that is put together, global ids (order:17) and
 * custom methods (17:cancel) as of Google's API guide, batch deletions (17,23).
 */
import { roomy, small } from "../../orders.ts";
import { decoded } from "../../raw-http.ts";
import { empty, error, html } from "../../replies.ts";
import { type Described, type Fault, fault, type Options } from "../../variant.ts";

const malformed = (title: string, ...given: Described<Fault>): Fault =>
  fault(title, ["cancel-malformed-refused"], ...given);

const withEffect = { withoutIds: "undetected", orders: small } as const;

type Read = (text: string) => bigint | undefined;

/** Reads a text that is not an integer as an id. */
const readAs = (title: string, read: Read, options: Options<Fault> = withEffect): Fault =>
  malformed(title, options, (base) => ({ parseId: (text) => base.parseId(text) ?? read(text) }));
const integer = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : undefined;

/** Reads the digits that the pattern captures. */
const matching =
  (pattern: RegExp): Read =>
  (text) =>
    integer(pattern.exec(text)?.[1]);

const truncated = (number: number): bigint | undefined =>
  Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;

const isDecodable = (path: string): boolean => !path.includes("%") || decoded(path) !== path;

/** Other texts that are read as an id, each by a reader that accepts only its kind. */
const NOTATIONS: readonly (readonly [title: string, read: Read])[] = [
  ["17abc cancels 17.", matching(/^(\d+)[a-z]+$/)],
  ["abc17 cancels 17.", matching(/^[a-z]+(\d+)$/)],
  ["17%0Aabc cancels 17.", matching(/^(\d+)\n./)],
  ["xyz%0A17 cancels 17.", matching(/\n(\d+)$/)],
  ["17%00xyz cancels 17.", matching(/^(\d+)\0/)],
  ["17%23xyz cancels 17.", matching(/^(\d+)#/)],
  ["17.5 cancels 17.", matching(/^(\d+)\.5$/)],
  ["17:cancel cancels 17.", matching(/^(\d+):\w+$/)],
  ["order:17 cancels 17.", matching(/^\w+:(\d+)$/)],
  // The text becomes part of an SQL statement.
  ["17-- cancels 17.", matching(/^(\d+)--/)],
  // Java's Double.valueOf() reads it.
  ["17d cancels 17.", matching(/^(\d+)[dfDF]$/)],
  [
    // Commas separate thousands.
    "1,7 cancels 17.",
    (text) => integer(text.replaceAll(/(?<=\d),(?=\d)/g, "")),
  ],
  [
    "%2531%2537 cancels 17.",
    (text) => {
      const again = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
      return again === text ? undefined : integer(again);
    },
  ],
  [
    "ParseInt() with base 0 reads 0x11, 0o21, 0b10001 and 1_7.",
    (text) =>
      /^0[xob]\w+$/.test(text) ? BigInt(text) : integer(text.replaceAll(/(?<=\d)_(?=\d)/g, "")),
  ],
  [
    "What is_numeric() takes for a number is made an integer: 17.0, 1.7e1, 17. and spaces.",
    (text) =>
      /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)
        ? BigInt(Math.trunc(Number(text)))
        : undefined,
  ],
];

export const MALFORMED_ID_FAULTS = [
  readAs("12abc cancels 12.", (text) => truncated(Number.parseInt(text, 10))),
  readAs(
    "17.5, 17.0, 0x11, 1e1 and spaces around a number are read as Number() does.",
    (text) => (text.trim() === "" ? undefined : truncated(Number(text))),
    { ...withEffect, orders: roomy },
  ),
  malformed("17,23 cancels both orders.", withEffect, (base) => ({
    malformedId(text) {
      const orders = text
        .split(",")
        .map((part) => base.store.orders.find(({ id }) => `${id}` === part));
      if (orders.includes(undefined)) return base.malformedId(text);
      for (const order of orders) if (order?.state === "pending") base.setState(order, "cancelled");
      return empty(204);
    },
  })),
  ...NOTATIONS.map(([title, read]) => readAs(title, read, { ...withEffect, orders: roomy })),
  malformed(
    "A malformed id gets 200.",
    { foundBy: "malformed-ids" },
    { malformedId: () => empty(200) },
  ),
  malformed(
    "After a malformed id every request with the key gets 502.",
    { mayEndRun: true },
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
  ),
  malformed("From %ff or %c3%28 in a path on every request gets 500.", (base) => {
    let isDown = false;
    return {
      async answerAuthorized(request) {
        isDown ||= !isDecodable(request.path ?? "");
        return isDown ? error(500, "internal", "URI malformed") : base.answerAuthorized(request);
      },
    };
  }),
];
