/** Other notations of an id are read as the id. */
import { roomy, small } from "../../orders.ts";
import { type Described, described, type Fault, fault } from "../../variant.ts";

export const malformed = (title: string, ...given: Described<Fault>): Fault =>
  fault(title, ["cancel-malformed-refused"], ...given);

export const withEffect = { withoutIds: "undetected", orders: small } as const;

/** Text that is not an integer is read as one. */
export function readAs(
  title: string,
  ...given: Described<Fault, (text: string) => bigint | undefined>
): Fault {
  const [options, read] = described(given);
  return malformed(title, { ...withEffect, ...options }, (base) => ({
    parseId: (text) => base.parseId(text) ?? read(text),
  }));
}
const integer = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : undefined;

/** Reads the digits in the brackets of a pattern. */
const matching =
  (pattern: RegExp) =>
  (text: string): bigint | undefined =>
    integer(pattern.exec(text)?.[1]);

export const NOTATION_FAULTS = [
  readAs("17abc cancels 17, and 17. does not.", matching(/^(\d+)[a-z]+$/)),
  readAs("abc17 cancels 17, and 17abc does not.", matching(/^[a-z]+(\d+)$/)),
  readAs("17%0Aabc cancels 17, and 17%0A does not.", matching(/^(\d+)\n./)),
  readAs("1_7 cancels 17.", (text) => integer(text.replaceAll(/(?<=\d)_(?=\d)/g, ""))),
  readAs("xyz%0A17 cancels 17: the last line counts.", matching(/\n(\d+)$/)),
  readAs("17%00xyz cancels 17: the text ends at the NUL.", matching(/^(\d+)\0/)),
  readAs("17%23xyz cancels 17: the rest is read as a fragment.", matching(/^(\d+)#/)),
  readAs("17e0 cancels 17.", matching(/^(\d+)e0$/)),
  readAs("17.5 cancels 17, and 17.0 does not.", matching(/^(\d+)\.5$/)),
  readAs("17:cancel cancels 17.", matching(/^(\d+):\w+$/)),
  readAs("order:17 cancels 17.", matching(/^\w+:(\d+)$/)),
  readAs("17-- cancels 17: the text is a part of a statement of SQL.", matching(/^(\d+)--/)),
  readAs("17d cancels 17, as Double.valueOf() of Java reads it.", matching(/^(\d+)[dfDF]$/)),
  readAs("1,7 cancels 17: commas between digits separate thousands.", (text) =>
    integer(text.replaceAll(/(?<=\d),(?=\d)/g, "")),
  ),
  readAs("%2531%2537 cancels 17.", (text) => {
    const again = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
    return again === text ? undefined : integer(again);
  }),
  readAs("0x11 cancels 17.", (text) => (/^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : undefined)),
  readAs("All white space is removed, and 0x11 and #11 are read as Long.decode() does.", (text) => {
    const [, hex, digits] =
      /^(?:(?:0x|#)([0-9a-f]+)|\+?(\d+))$/i.exec(text.replaceAll(/\s/g, "")) ?? [];
    return integer(digits) ?? (hex === undefined ? undefined : BigInt(`0x${hex}`));
  }),
  readAs("strtoll() with base 0 reads the whole text: 0x11, and 021 as octal.", (text) => {
    const [, hex, octal, digits] =
      /^\s*\+?(?:0x([0-9a-f]+)|0([0-7]+)|([1-9]\d*))$/i.exec(text) ?? [];
    if (hex !== undefined) return BigInt(`0x${hex}`);
    return octal === undefined ? integer(digits) : BigInt(`0o${octal}`);
  }),
  readAs("ParseInt() with base 0 reads 0x11, 0o21, 0b10001 and 1_7.", (text) =>
    /^0[xob]\w+$/.test(text) ? BigInt(text) : integer(text.replaceAll(/(?<=\d)_(?=\d)/g, "")),
  ),
  readAs(
    "What is_numeric() takes for a number is made an integer: 17.0, 1.7e1, 17. and spaces.",
    (text) =>
      /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)
        ? BigInt(Math.trunc(Number(text)))
        : undefined,
  ),
].map((variant) => ({ ...variant, orders: roomy }));
