/** The evidence of a finding, as all formats show it. */
import type { Evidence } from "../assertions/finding.ts";
import { KEY_PLACEHOLDER } from "../client/redaction.ts";

interface RepeatedEvidence {
  readonly evidence: Evidence;
  /** How many times in a row it was recorded: the gate repeats some requests. */
  readonly times: number;
}

export function mergeRepeats(all: readonly Evidence[]): readonly RepeatedEvidence[] {
  const merged: { evidence: Evidence; times: number }[] = [];
  for (const evidence of all) {
    const last = merged.at(-1);
    if (last?.evidence.curl === evidence.curl && last.evidence.response === evidence.response) last.times++;
    else merged.push({ evidence, times: 1 });
  }
  return merged;
}

/**
 * An exchange in one line: `DELETE /v1/store/orders/17 (Bearer <nothing>) → 401 Unauthorized`. The good key is the normal case
 * and is not mentioned.
 */
export function exchangeLine({ request, response }: Evidence): string {
  const [requestLine = "", credential] = request.replace(/ https?:\/\/[^/\n]*/, " ").split("\n");
  const isGoodKey = credential === undefined || credential === `Authorization: Bearer ${KEY_PLACEHOLDER}`;
  const key = isGoodKey ? "" : ` (${credential.replace(/^\(|\)$|^Authorization: /g, "")})`;
  const [statusLine = ""] = response.split("\n", 1);
  return `${requestLine}${key} → ${statusLine.replace(/^HTTP\/[\d.]+ /, "")}`;
}
