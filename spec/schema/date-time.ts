/**
 * Tells whether a text is an RFC 3339 date and time, which the format `date-time` means.
 * `nonstandard`: ISO 8601, which the contract names, but not RFC 3339, or an unusual form of RFC
 * 3339. `invalid`: allowed by neither, or an impossible date. `why` completes the sentence
 * "shipDate …".
 */
export type DateTime =
  | { readonly kind: "valid" }
  | { readonly kind: "nonstandard" | "invalid"; readonly why: string };

const VALID: DateTime = { kind: "valid" };
const nonstandard = (why: string): DateTime => ({ kind: "nonstandard", why });
const invalid = (why: string): DateTime => ({ kind: "invalid", why });

/**
 * `2024-01-31T10:00:00Z`, and the basic form `20240131T100000Z`. A fraction belongs to the last
 * part present.
 */
const EXTENDED =
  /^([+-]\d{1,6})?(\d{4})-(\d{2})-(\d{2})([Tt ])(\d{2})(?::(\d{2})(?::(\d{2}))?)?([.,]\d+)?([Zz]|[+-]\d{2}(?::\d{2})?)?$/;
const BASIC =
  /^([+-]\d{2})?(\d{4})(\d{2})(\d{2})(T)(\d{2})(?:(\d{2})(?:(\d{2}))?)?([.,]\d+)?(Z|[+-]\d{2}(?:\d{2})?)?$/;
const WEEK_OR_ORDINAL =
  /^\d{4}-?(?:W(?:0[1-9]|[1-4]\d|5[0-3])-?[1-7]|(?!000)(?:[0-2]\d{2}|3[0-5]\d|36[0-6]))T\d{2}(?::?\d{2}){0,2}(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * `2024-01-31T10:00:00Z`, with or without a fraction, on a day that every month has: nearly all
 * dates of a long list.
 */
const COMMON_FORM =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

export function checkDateTime(text: string): DateTime {
  if (COMMON_FORM.test(text)) return VALID;
  const extended = EXTENDED.exec(text);
  const match = extended ?? BASIC.exec(text);
  if (match === null) {
    if (WEEK_OR_ORDINAL.test(text))
      return nonstandard("is an ISO 8601 week or ordinal date, which RFC 3339 does not have");
    return invalid("is not a date and time of ISO 8601");
  }
  const [, expanded, year, month, day, separator, hour, minute, second, fraction, offset] = match;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const [h, min, s] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)];
  if (m < 1 || m > 12) return invalid(`has no month ${month}`);
  if (d < 1 || d > daysIn(y, m))
    return invalid(`is on a day that its month does not have (${year}-${month}-${day})`);
  const isMidnight = h === 24 && min === 0 && s === 0 && !/[1-9]/.test(fraction ?? "");
  if (h > 23 && !isMidnight) return invalid(`has no hour ${hour}`);
  if (min > 59) return invalid(`has no minute ${minute}`);
  if (s > 60) return invalid(`has no second ${second}`);
  const shift = offsetMinutes(offset);
  if (shift === undefined) return invalid(`has an offset out of range (${offset})`);
  if (s === 60) {
    const utc = (((h * 60 + min - shift) % 1440) + 1440) % 1440;
    if (utc !== 23 * 60 + 59) return invalid("has second 60 where no leap second is possible");
  }
  // RFC 3339 permits a space instead of the T, and lower case, but only in its own form.
  const isOwnForm = /^\d{4}-[^,]*:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text);
  if (/[ tz]/.test(text) && !isOwnForm)
    return invalid("has a space or lower case in a form that RFC 3339 does not have");
  if (expanded !== undefined) return nonstandard("writes the year with more than four digits");
  if (year === "0000") return nonstandard("is in the year 0000");
  if (isMidnight) return nonstandard("writes midnight as 24:00");
  if (offset === undefined) return nonstandard("has no offset from UTC");
  if (separator === " ") return nonstandard("has a space instead of T");
  if (separator === "t" || offset === "z") return nonstandard("writes T or Z in lower case");
  if (extended === null) return nonstandard("is in the basic form of ISO 8601");
  if (second === undefined) return nonstandard("has no seconds");
  if (fraction?.startsWith(",")) return nonstandard("has a comma before the fraction of a second");
  if (offset !== "Z" && !offset.includes(":")) return nonstandard("has an offset without minutes");
  return VALID;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Minutes east of UTC; 0 without an offset, undefined if out of range. */
function offsetMinutes(offset: string | undefined): number | undefined {
  if (offset === undefined || offset === "Z" || offset === "z") return 0;
  const [hours, minutes] = [
    Number(offset.slice(1, 3)),
    Number(offset.slice(3).replace(":", "") || 0),
  ];
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** True if a text is a calendar day: `2027-03-31`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;
}
