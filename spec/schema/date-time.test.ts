import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { runs } from "../testing/runs.ts";
import { checkDateTime } from "./date-time.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

const VALID = [
  "2024-01-31T10:00:00Z",
  "2024-01-31T10:00:00.123456789012+05:30",
  "2024-02-29T23:59:59-00:00",
  "2016-12-31T23:59:60Z",
  "2016-12-31T18:59:60.5-05:00",
  "9999-12-31T23:59:59.999Z",
];
const NONSTANDARD = [
  "2024-01-31T10:00:00",
  "2024-01-31 10:00:00Z",
  "2024-01-31T10:00:00z",
  "20240131T100000Z",
  "2024-01-31T10:00Z",
  "2024-01-31T10:00:00+09",
  "2024-01-31T24:00:00Z",
  "2024-01-31T10:30.5Z",
  "2024-031T10:00:00Z",
  "2024-01-31T10:00:00,5Z",
  "+002024-01-31T10:00:00Z",
  "0000-01-01T00:00:00Z",
  "2024-W05-3T10:00:00Z",
];
const INVALID = [
  "",
  "2024-01-31",
  "1706695200",
  "Wed, 31 Jan 2024 10:00:00 GMT",
  "1900-02-29T10:00:00Z",
  "2024-13-01T10:00:00Z",
  "2024-01-00T10:00:00Z",
  "2024-01-31T24:00:01Z",
  "2024-01-31 10:00:00+02",
  "2024-01-31T10:00:00+0900",
  "20240131T10:00:00Z",
  "2024-W60-3T10:00:00Z",
  "2024-01-31T10:60:00Z",
  "2024-01-31T10:00:61Z",
  "2024-01-31T10:00:60Z",
  "2024-01-31T10:00:00+24:00",
  "2024-01-31T10:00:00Z ",
  "2024-1-31T10:00:00Z",
  "tomorrow",
];

test("distinguishes RFC 3339, nonstandard forms, and what is not a date and time", () => {
  for (const text of VALID) expect(checkDateTime(text), text).toEqual({ kind: "valid" });
  for (const text of NONSTANDARD) expect(checkDateTime(text).kind, text).toBe("nonstandard");
  for (const text of INVALID) expect(checkDateTime(text).kind, text).toBe("invalid");
});

test("agrees with ajv-formats on valid dates, and with Date on which days exist", () => {
  const ajv = new Ajv();
  addFormats.default(ajv);
  const library = ajv.compile({ type: "string", format: "date-time" });
  for (const text of VALID) expect(library(text), text).toBe(true);
  const year = fc.integer({ min: 1, max: 9999 });
  const part = (max: number) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, "0"));
  fc.assert(
    fc.property(year, part(13), part(32), part(23), (y, month, day, hour) => {
      const text = `${String(y).padStart(4, "0")}-${month}-${day}T${hour}:00:00Z`;
      const date = new Date(text);
      const isDate = !Number.isNaN(date.getTime());
      const exists = isDate && date.toISOString().startsWith(text.slice(0, 13));
      expect(checkDateTime(text).kind, text).toBe(exists ? "valid" : "invalid");
    }),
    { numRuns: runs(250) },
  );
});
