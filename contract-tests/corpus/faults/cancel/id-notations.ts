/** Other notations of an id are read as the id. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { roomy, small } from "../../initial-orders.ts";
import { type Change, type Fault, fault, type Options, UNDETECTED } from "../../variant.ts";

export const malformed = (
  id: string,
  title: string,
  change: Change,
  options: Options<Fault> = {},
  more: readonly ClauseId[] = [],
): Fault => fault(id, title, ["cancel-malformed-refused", ...more], change, options);

export const withEffect = { readOnly: UNDETECTED.effect, orders: small };

/** Text that is not an integer is read as one. */
export const readAs = (
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

/** Reads the digits in the brackets of a pattern. */
const matching =
  (pattern: RegExp) =>
  (text: string): bigint | undefined =>
    integer(pattern.exec(text)?.[1]);

export const NOTATION_FAULTS = [
  readAs("id-before-letters", "17abc cancels 17, and 17. does not.", matching(/^(\d+)[a-z]+$/)),
  readAs("id-after-letters", "abc17 cancels 17, and 17abc does not.", matching(/^[a-z]+(\d+)$/)),
  readAs("id-before-a-point", "17. cancels 17, and 17.5 does not.", matching(/^(\d+)\.$/)),
  readAs("id-before-a-line-feed", "17%0A cancels 17.", matching(/^(\d+)\n$/)),
  readAs("id-before-another-line", "17%0Aabc cancels 17, and 17%0A does not.", matching(/^(\d+)\n./)),
  readAs("id-with-underscore", "1_7 cancels 17.", (text) => integer(text.replaceAll(/(?<=\d)_(?=\d)/g, ""))),
  readAs("id-in-other-digits", "%D9%A1%D9%A7 cancels 17: digits of other scripts are read as digits.", (text) =>
    integer(text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))),
  ),
  readAs("id-on-the-last-line", "xyz%0A17 cancels 17: the last line counts.", matching(/\n(\d+)$/)),
  readAs("id-before-a-nul", "17%00xyz cancels 17: the text ends at the NUL.", matching(/^(\d+)\0/)),
  readAs("id-before-a-number-sign", "17%23xyz cancels 17: the rest is read as a fragment.", matching(/^(\d+)#/)),
  readAs("id-before-a-verb", "17:cancel cancels 17.", matching(/^(\d+):\w+$/)),
  readAs("id-behind-its-type", "order:17 cancels 17.", matching(/^\w+:(\d+)$/)),
  readAs("id-before-a-comment", "17-- cancels 17: the text is a part of a statement of SQL.", matching(/^(\d+)--/)),
  readAs("id-as-a-literal", "17d cancels 17, as Double.valueOf() of Java reads it.", matching(/^(\d+)[dfDF]$/)),
  readAs("id-with-a-comma", "1,7 cancels 17: commas between digits separate thousands.", (text) =>
    integer(text.replaceAll(/(?<=\d),(?=\d)/g, "")),
  ),
  readAs("id-in-full-width-digits", "%EF%BC%91%EF%BC%97 cancels 17: digits in another form are digits.", (text) =>
    integer(text.normalize("NFKC")),
  ),
  readAs("id-decoded-twice", "%2531%2537 cancels 17.", (text) => {
    const again = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
    return again === text ? undefined : integer(again);
  }),
  readAs("id-in-hexadecimal", "0x11 cancels 17.", (text) => (/^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : undefined)),
  readAs(
    "id-read-by-spring",
    "All white space is removed, and 0x11 and #11 are read as Long.decode() does.",
    (text) => {
      const [, hex, digits] = /^(?:(?:0x|#)([0-9a-f]+)|\+?(\d+))$/i.exec(text.replaceAll(/\s/g, "")) ?? [];
      return integer(digits) ?? (hex === undefined ? undefined : BigInt(`0x${hex}`));
    },
  ),
  readAs("id-read-by-c", "strtoll() with base 0 reads the whole text: 0x11, and 021 as octal.", (text) => {
    const [, hex, octal, digits] = /^\s*\+?(?:0x([0-9a-f]+)|0([0-7]+)|([1-9]\d*))$/i.exec(text) ?? [];
    if (hex !== undefined) return BigInt(`0x${hex}`);
    return octal === undefined ? integer(digits) : BigInt(`0o${octal}`);
  }),
  readAs("id-read-by-go", "ParseInt() with base 0 reads 0x11, 0o21, 0b10001 and 1_7.", (text) =>
    /^0[xob]\w+$/.test(text) ? BigInt(text) : integer(text.replaceAll(/(?<=\d)_(?=\d)/g, "")),
  ),
  readAs(
    "id-read-by-php",
    "What is_numeric() takes for a number is made an integer: 17.0, 1.7e1, 17. and spaces.",
    (text) =>
      /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text) ? BigInt(Math.trunc(Number(text))) : undefined,
  ),
  readAs("id-read-as-json", "The text is read as a number of JSON, which must be an integer: 17.0.", (text) =>
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && Number.isInteger(Number(text))
      ? BigInt(Number(text))
      : undefined,
  ),
  readAs("id-with-white-space", "White space around an id, line feeds too, is ignored.", (text) =>
    integer(text.trim()),
  ),
].map((variant) => ({ ...variant, orders: roomy }));
