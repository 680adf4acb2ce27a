/** Exchanges as a reader wants them: alike ones once, each with the line that stands for it. */
import type { Evidence } from "../assertions/finding.ts";

export interface ShownExchange extends Evidence {
  /** `DELETE /v1/store/orders/17 (Bearer <nothing>) → 401 Unauthorized`. */
  readonly summary: string;
}

/** The gate repeats some requests: exchanges in a row that are alike are one, with a count. */
export function distinctExchanges(all: readonly Evidence[]): readonly ShownExchange[] {
  const groups: { readonly first: Evidence; times: number }[] = [];
  for (const evidence of all) {
    const last = groups.at(-1);
    if (last?.first.curl === evidence.curl && last.first.response === evidence.response)
      last.times++;
    else groups.push({ first: evidence, times: 1 });
  }
  return groups.map(({ first, times }) => {
    const summary = summaryOf(first);
    if (times === 1) return { ...first, summary };
    const count = `${times} times in a row`;
    return {
      ...first,
      summary: `${summary}, ${count}`,
      response: `${first.response}\n(${count})`,
    };
  });
}

/** The good key is the normal case and is not mentioned. */
function summaryOf({ request, response }: Evidence): string {
  const [requestLine = "", credential] = request.replace(/ https?:\/\/[^/\n]*/, " ").split("\n");
  const isGoodKey =
    credential === undefined || /^Authorization: Bearer \$\{\w+\}$/.test(credential);
  const key = isGoodKey ? "" : ` (${credential.replace(/^\(|\)$|^Authorization: /g, "")})`;
  const [statusLine = ""] = response.split("\n", 1);
  return `${requestLine}${key} → ${statusLine.replace(/^HTTP\/[\d.]+ /, "")}`;
}
