/**
 * How a text stands to RFC 3339, the profile of ISO 8601 that the format `date-time` means.
 * `sound`: RFC 3339. `loose`: a form of ISO 8601, or of RFC 3339 with a liberty, that a reader could dispute. `wrong`: no
 * date with a time, or one that no calendar has. `why` completes the sentence "shipDate …".
 */
export type DateTime = { readonly kind: "sound" } | { readonly kind: "loose" | "wrong"; readonly why: string };

const SOUND: DateTime = { kind: "sound" };
const loose = (why: string): DateTime => ({ kind: "loose", why });
const wrong = (why: string): DateTime => ({ kind: "wrong", why });

/** Extended (2024-01-31T10:00:00Z) and basic (20240131T100000Z) forms; what is optional here is judged below. */
const CALENDAR =
  /^([+-]\d{2})?(\d{4})(-?)(\d{2})\3(\d{2})([Tt ])(\d{2})(?:(:?)(\d{2})(?:\8(\d{2})([.,]\d+)?)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
const WEEK_OR_ORDINAL = /^\d{4}-?(?:W\d{2}-?\d|\d{3})T\d{2}(?::?\d{2}){0,2}(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

export function judgeDateTime(text: string): DateTime {
  if (isPlain(text)) return SOUND;
  const match = CALENDAR.exec(text);
  if (match === null) {
    if (WEEK_OR_ORDINAL.test(text)) return loose("is an ISO 8601 week or ordinal date, which RFC 3339 leaves out");
    return wrong("is not a date with a time (RFC 3339)");
  }
  const [, expanded, year, dash, month, day, separator, hour, colon, minute, second, fraction, offset] = match;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const [h, min, s] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)];
  if (m < 1 || m > 12) return wrong(`has no month ${month}`);
  if (d < 1 || d > daysIn(y, m)) return wrong(`names a day that its month does not have (${year}-${month}-${day})`);
  if (h > 23) return wrong(`has no hour ${hour}`);
  if (min > 59) return wrong(`has no minute ${minute}`);
  if (s > 60) return wrong(`has no second ${second}`);
  const shift = offsetMinutes(offset);
  if (shift === undefined) return wrong(`has an offset that no clock has (${offset})`);
  if (s === 60) {
    const utc = (((h * 60 + min - shift) % 1440) + 1440) % 1440;
    if (utc !== 23 * 60 + 59) return wrong("has a 61st second where no leap second can be");
  }
  if (expanded !== undefined) return loose("writes the year with more than four digits");
  if (year === "0000") return loose("lies in the year 0000");
  if (offset === undefined) return loose("has no offset from UTC");
  if (separator === " ") return loose("has a space in place of the T");
  if (separator === "t" || offset === "z") return loose("writes T or Z in lower case");
  if (dash === "" || (minute !== undefined && colon === "")) return loose("is in the basic form of ISO 8601");
  if (second === undefined) return loose("has no seconds");
  if (fraction?.startsWith(",")) return loose("has a comma before the fraction of a second");
  if (offset !== "Z" && !/^[+-]\d{2}:\d{2}$/.test(offset)) return loose("has an offset without colon or minutes");
  return SOUND;
}

/**
 * Whether a text is `2024-01-31T10:00:00Z`, perhaps with a fraction, and a day that every month has: the form that nearly all
 * dates of a long list have, told without a regular expression.
 */
function isPlain(text: string): boolean {
  const { length } = text;
  if (length < 20 || text.charCodeAt(length - 1) !== 0x5a) return false;
  for (let at = 0; at < length - 1; at++) {
    const code = text.charCodeAt(at);
    const wanted = PLAIN.charCodeAt(Math.min(at, 20));
    if (wanted === 0x30 ? code < 0x30 || code > 0x39 : code !== wanted) return false;
  }
  const two = (at: number): number => (text.charCodeAt(at) - 0x30) * 10 + text.charCodeAt(at + 1) - 0x30;
  const [month, day] = [two(5), two(8)];
  if (month < 1 || month > 12 || day < 1 || day > 28) return false;
  return two(11) < 24 && two(14) < 60 && two(17) < 60 && !text.startsWith("0000") && length !== 21;
}

/** A zero stands for any digit; the last one for those of a fraction. */
const PLAIN = "0000-00-00T00:00:00.0";

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Minutes east of UTC; undefined when out of range, 0 when there is none. */
function offsetMinutes(offset: string | undefined): number | undefined {
  if (offset === undefined || offset === "Z" || offset === "z") return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(":", "") || 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
