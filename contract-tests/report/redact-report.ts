/** Masks the texts of a report before it leaves the program. */
import type { Redactor } from "../client/masking/redaction.ts";
import type { Report } from "./schema.ts";

/**
 * Masks what checks took from the deployment. The target stays as the user wrote it: a key in it is
 * an error of its own.
 */
export function redactReport(report: Report, redactor: Redactor): Report {
  return { ...maskTexts(report, redactor), target: report.target };
}

/** Returns a copy of plain data with every text masked. */
export function maskTexts<Data>(data: Data, redactor: Redactor): Data {
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return redactor.shown(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mask(member)]));
  };
  return mask(data) as Data;
}
