/** Sample exchanges for the tests of evidence and reports. */

import type { OutgoingCall } from "../client/calls.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import type { ViolationDetail } from "../run/assertions/finding.ts";

export const STAGING = "https://staging.pets.example/v1";

/** Completes a call and its response with defaults. */
export function sampleExchange(
  call: Partial<OutgoingCall>,
  response?: Partial<Omit<Response, "body">> & { readonly body?: string | Uint8Array },
  failure?: Exchange["failure"],
): Exchange {
  const whole: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good", ...call };
  const body =
    typeof response?.body === "string" ? new TextEncoder().encode(response.body) : response?.body;
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
    sentAt: 1_000,
    receivedAt: 1_012,
  };
}

/** Locates the first occurrence of a text in the body. */
export function placeOfText({ response }: Exchange, text: string, label: string): ViolationDetail {
  const start = new TextDecoder().decode(response?.body).indexOf(text);
  return { label, at: { start, end: start + text.length } };
}
