/** The last masking of a report: texts that checks have made of what a deployment wrote, in whatever form the key was in it. */
import { isSearchable, Redactor, type Secret } from "../client/redaction.ts";
import type { Report } from "./report.ts";

/** Stands for a text in which the key cannot be masked. */
const LEFT_OUT = "(left out: the API key is in it, in a form that cannot be masked)";

/** The target is as the user wrote it; a key in it is an error of its own. */
export function redactReport({ target, ...report }: Report, secrets: readonly Secret[]): Report {
  const redactor = new Redactor(secrets.filter(({ text }) => isSearchable(text)));
  return { target, ...(redactValue(report, redactor) as Omit<Report, "target">) };
}

function redactValue(value: unknown, redactor: Redactor): unknown {
  if (typeof value === "string") return redactText(value, redactor);
  if (Array.isArray(value)) return value.map((element) => redactValue(element, redactor));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactValue(member, redactor)]));
}

function redactText(text: string, redactor: Redactor): string {
  const masked = redactor.text(text);
  return masked !== text && redactor.occursIn(Buffer.from(masked)) ? LEFT_OUT : masked;
}
