/**
 * A date field that takes "in 3 days", a day, or a day and a time, as text. Users can also pick a
 * day from a calendar.
 */
import { isRelativeDate } from "../../../scenarios/relative-dates.ts";
import { checkDateTime } from "../../../spec/schema/date-time.ts";
import { element } from "../element.ts";

const EXPECTED =
  "Say a day, such as 2026-12-01 or in 3 days, or a day and a time in UTC, such as 2026-12-01 14:30.";

/** Creates the field. Its value is what the user sees; {@link readDate} reads it. */
export function dateField(attributes: Readonly<Record<string, string>>): HTMLInputElement {
  const input = element("input", { ...attributes, list: "days", title: EXPECTED });
  input.addEventListener("input", () => {
    const isDate = input.value === "" || isOneDate(readDate(input.value));
    input.setCustomValidity(isDate ? "" : EXPECTED);
  });
  return input;
}

/** Creates a calendar that writes the picked day into the field. */
export function calendarFor(input: HTMLInputElement): HTMLInputElement {
  const attributes = { type: "date", class: "calendar", "aria-label": "Pick a day" };
  const calendar = element("input", attributes);
  calendar.addEventListener("change", () => {
    input.value = calendar.value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return calendar;
}

const isOneDate = (text: string): boolean =>
  isRelativeDate(text) || checkDateTime(text).kind === "valid";

const WORDS: Readonly<Record<string, string>> = { yesterday: "-1d", today: "+0d", tomorrow: "+1d" };

/** Returns "in 3 days" for "+3d". */
export function dateWords(relative: string): string {
  const days = Number.parseInt(relative, 10);
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"}`;
  if (days === 0) return "today";
  return days > 0 ? `in ${count}` : `${count} ago`;
}

/**
 * Returns the date as in a scenario: days from now, or RFC 3339. A day alone becomes noon in UTC.
 * Text that is no date stays unchanged.
 */
export function readDate(text: string): string {
  const trimmed = text.trim();
  const [, later, earlier] = /^(?:in (\d+) days?|(\d+) days? ago)$/i.exec(trimmed) ?? [];
  if (later !== undefined) return `+${later}d`;
  if (earlier !== undefined) return `-${earlier}d`;
  const [, day, time = "12:00"] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)Z?)?$/i.exec(trimmed) ?? [];
  if (day !== undefined) return `${day}T${time.length === 5 ? `${time}:00` : time}Z`;
  return WORDS[trimmed.toLowerCase()] ?? trimmed;
}
