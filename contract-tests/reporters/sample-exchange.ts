/** Exchanges with a deployment that there could be, for the tests of evidence and reports. */
import type { Evidence, FaultDetail } from "../check.ts";
import { evidenceOf } from "../evidence.ts";
import type { Call, Exchange, Response } from "../exchange.ts";

export const STAGING = "https://staging.pets.example/v1";

/** An exchange with the sample deployment: a call and what came back, as far as a test wants to say. */
export function sampleExchange(
  call: Partial<Call>,
  response?: Partial<Omit<Response, "body">> & { readonly body?: string | Uint8Array },
  failure?: Exchange["failure"],
): Exchange {
  const whole: Call = { method: "GET", path: "/store/orders", credential: "good", ...call };
  const body = typeof response?.body === "string" ? new TextEncoder().encode(response.body) : response?.body;
  return {
    call: whole,
    url: `${STAGING}${whole.path}${whole.query === undefined ? "" : `?${whole.query}`}`,
    requestHeaders: [["Host", "staging.pets.example"]],
    ...(response !== undefined && {
      response: {
        status: 200,
        reason: "OK",
        httpVersion: "1.1",
        headers: body === undefined ? [] : [["Content-Type", "application/json"]],
        trailingBytes: 0,
        informational: [],
        ...response,
        body: body ?? new Uint8Array(),
      },
    }),
    ...(failure !== undefined && { failure }),
    credentialEchoed: false,
    startedAt: Date.UTC(2026, 10, 21, 9, 30),
    durationMs: 12,
  };
}

/** Evidence around the first occurrence of a text in the body. */
export function evidenceAt(exchange: Exchange, text: string, label: string): Evidence {
  const start = new TextDecoder().decode(exchange.response?.body).indexOf(text);
  const detail: FaultDetail = { label, at: { start, end: start + text.length } };
  return evidenceOf(exchange, detail);
}
