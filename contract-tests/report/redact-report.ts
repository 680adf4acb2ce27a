/** The last masking of a report, before it leaves the program. */
import { echoesSecret, type Secret, searchableRedactor } from "../client/redaction.ts";
import type { Report } from "./report.ts";

/** Stands for a body that shows the key in a form that cannot be masked. */
const LEFT_OUT = "(left out: the API key is in it, in a form that cannot be masked)";

/**
 * Masks the texts that checks have made of what a deployment wrote. A body that shows a secret in another form is
 * left out. The target is as the user wrote it; a key in it is an error of its own.
 */
export function redactReport({ target, ...report }: Report, secrets: readonly Secret[]): Report {
  const redactor = searchableRedactor(secrets);
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return withoutEchoes(redactor.text(value), secrets);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mask(member)]));
  };
  return { target, ...(mask(report) as Omit<Report, "target">) };
}

/** The head of a message, and of its body what may be shown. */
function withoutEchoes(text: string, secrets: readonly Secret[]): string {
  if (!echoesSecret(text, secrets)) return text;
  const [head = ""] = text.split("\n\n");
  return head === text || echoesSecret(head, secrets) ? LEFT_OUT : `${head}\n\n${LEFT_OUT}`;
}
